#!/usr/bin/env python3
"""Other threads go on during long calls, and Ctrl-C ends them."""

import os
import signal
import subprocess
import sys
import threading
import unittest

import carom
import numpy as np
from support import main

LONG = {
    "search": "carom.scene('converging-line', n=11).resolve()",
    "gaps": "carom.scene('converging-line', n=5).resolve(gaps=100000000)",
    "sample": "carom.scene('converging-line', n=12).resolve(sample=100000000)",
    "run": "carom.scene('double-pendulum').simulate(1e6, max_steps=10**9, every=10**6)",
    "flight": "carom.scene('billiard-break').simulate(1e9, step=1e-6, max_steps=10**12, every=10**9)",
    "sweep": "carom.scene('converging-line', n=7).sweep(growth=(0, 1, 1000), measure='orderings')",
    "impact": "carom.scene('converging-line', n=11).impact().resolve()",
}


class Ends(unittest.TestCase):
    def test_a_thread_that_computes_does_not_abort_the_end(self):
        for name, call in LONG.items():
            with self.subTest(name):
                script = (
                    "import carom, threading, time\n"
                    f"threading.Thread(target=lambda: {call}, daemon=True).start()\n"
                    "time.sleep(0.3)\n"
                )
                ended = subprocess.run([sys.executable, "-c", script], capture_output=True, timeout=120, check=False)
                self.assertEqual((ended.returncode, ended.stderr), (0, b""))


class Threads(unittest.TestCase):
    def test_python_runs_during_a_call(self):
        """With the GIL held, this thread would get a turn before and after the call alone."""
        for call in (lambda: carom.scene("converging-line", n=9).resolve(),
                     lambda: carom.scene("double-pendulum").simulate(300, step=1e-3),
                     lambda: carom.scene("converging-line", n=5).sweep(growth=(0, 0.5, 2000))):
            started, turns = threading.Event(), 0

            def work(call=call, started=started):
                started.set()
                call()

            thread = threading.Thread(target=work)
            thread.start()
            started.wait()
            while thread.is_alive():
                turns += 1
                thread.join(0.001)
            self.assertGreater(turns, 10)

    def test_threads_share_scenes_and_get_the_same(self):
        scene = carom.scene("billiard-break")
        angles = np.linspace(1.2, 3, 200)
        expected = [scene(theta=angle).resolve().to_json() for angle in angles]
        results = {}

        def work(number):
            results[number] = [scene(theta=angle).resolve().to_json() for angle in angles]

        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for number in range(4):
            self.assertEqual(results[number], expected)

    def test_threads_share_a_report(self):
        report = carom.scene("converging-line", n=5).resolve()
        texts = []
        threads = [threading.Thread(target=lambda: texts.append(report.to_json())) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(set(texts)), 1)


class Interrupts(unittest.TestCase):
    def end(self, call):
        """Interrupts a call in a process of its own, and returns what it printed."""
        script = f"import carom, sys\nprint('ready', flush=True)\ntry:\n  {call}\n  print('done')\n" \
                 "except KeyboardInterrupt:\n  print('interrupted')\n" \
                 "print(carom.scene('billiard-break', theta=2.0).resolve().complete)"
        with subprocess.Popen([sys.executable, "-B", "-c", script], stdout=subprocess.PIPE, text=True) as process:
            self.assertEqual(process.stdout.readline(), "ready\n")
            # The call has begun when its process has computed for a while.
            while process.poll() is None and computed(process.pid) < 0.5:
                threading.Event().wait(0.02)
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
            return process.communicate(timeout=120)[0].split()

    def test_ctrl_c(self):
        for name, call in LONG.items():
            with self.subTest(name=name):
                self.assertEqual(self.end(call), ["interrupted", "True"])


def computed(pid):
    """Processor time of a process in s."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()

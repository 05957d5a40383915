"""Pictures for notebooks, as SVG: the tree of orderings with xi, the curve or the map of a sweep, a run."""

import html
import math

# Okabe and Ito's colours.
BLUE, VERMILION, GREEN, GREY = "#0072B2", "#D55E00", "#009E73", "#888888"
CONTACTS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")
DASHES = ("", "7 3", "2 3")  # of the contacts beyond these colours
MOST_NODES = 150  # of a tree that is drawn
MOST_LABELS = 24  # more edges than these have colours in place of names
MOST_CELLS = 60  # of a map, along one side
MAP = ((33, 44, 94), (0, 114, 178), (42, 167, 154), (181, 201, 90), (251, 232, 154))  # of its colours
BAR_STEPS = 32
MOST_CURVES = 8  # of one picture
MOST_POINTS = 400  # stretches of a curve
MOST_MARKS = 400  # impacts that are marked
STEP_X, NARROW_STEP_X, STEP_Y, MARGIN, RADIUS = 64, 30, 58, 34, 7


def _text(x, y, text, size=12, anchor="middle", colour="currentColor"):
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}"'
    return f"<text {place}>{html.escape(text)}</text>"


def _path(points, colour, width=1.5, dash=""):
    steps = " ".join(f"{'L' if i else 'M'}{x:.1f} {y:.1f}" for i, (x, y) in enumerate(points))
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path d="{steps}" fill="none" stroke="{colour}" stroke-width="{width}"{dashes}/>'


def _svg(width, height, parts, label):
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" role="img" '
        'style="max-width:100%;height:auto" '
        f'aria-label="{html.escape(label)}">{"".join(parts)}</svg>'
    )


def _counted(number, one, many):
    return f"1 {one}" if number == 1 else f"{number:,} {many}"


def _headline(report):
    """One line: xi, orderings, outcomes, and whether the outcome is unique."""
    if report.jammed:
        none = report.jammed.proven == "no-ordering-ends"
        return "jammed: no ordering ends" if none else "jammed: some orderings never end"
    words = [f"ξ = {report.xi:.6g}"] if report.xi is not None else []
    if report.xi is None and report.xi_interval is not None:
        low, high = report.xi_interval
        words.append(f"ξ between {low:.6g} and {high:.6g}" if math.isfinite(high) else f"ξ at least {low:.6g}")
    if report.path is not None:
        words.append("one ordering: " + (" ".join(report.path[:20]) or "nothing closes"))
    elif report.orderings is not None:
        words.append(_counted(report.orderings, "ordering", "orderings"))
    words.append(_counted(len(report.outcomes), "outcome", "outcomes"))
    certificate = report.certificate
    if certificate.unique:
        words.append("unique for every momentum" + (f" ({certificate.group})" if certificate.group else ""))
    if not report.complete:
        words.append(f"not complete ({report.limit})" if report.limit else "not complete")
    return ", ".join(words)


class _Tree:
    """The places of the nodes and edges of a graph that are drawn, in pixels."""

    def __init__(self, graph):
        nodes, self.ends, bends = graph._layout(MOST_NODES)
        self.is_named = len(self.ends) <= MOST_LABELS
        left, step = min(x for x, _ in nodes), STEP_X if self.is_named else NARROW_STEP_X
        self.place = lambda point: (MARGIN + (point[0] - left) * step, MARGIN + point[1] * STEP_Y)
        self.nodes = [self.place(node) for node in nodes]
        self.bends = [[self.place(point) for point in bend] for bend in bends]
        everything = self.nodes + [point for bend in self.bends for point in bend]
        self.width = max(x for x, _ in everything) + MARGIN
        self.height = max(y for _, y in everything) + MARGIN


def _edges(tree, names):
    parts = []
    for (start, end, contact), bend in zip(tree.ends, tree.bends):
        points = [tree.nodes[start], *bend, tree.nodes[end]]
        line = _path(points, GREY) if tree.is_named else _contact_line(points, contact)
        parts.append(f"<g><title>{html.escape(names[contact])}</title>{line}</g>")
        if tree.is_named:
            middle = len(points) // 2
            (x0, y0), (x1, y1) = points[middle - 1], points[middle]
            x = (x0 + x1) / 2 + 5
            parts.append(_text(x, (y0 + y1) / 2 + 4, names[contact], 11, "start"))
            tree.width = max(tree.width, x + 7 * len(names[contact]) + 4)
    return parts if tree.is_named else parts + _legend(tree, names)


def _contact_line(points, contact):
    """A line in the colour of a contact."""
    return _path(points, CONTACTS[contact % len(CONTACTS)], 1.5, DASHES[contact // len(CONTACTS) % len(DASHES)])


def _legend(tree, names):
    """The names of the contacts in the colours of their edges, beside the tree."""
    parts = []
    left, widest = tree.width, 0
    for contact in sorted({contact for _, _, contact in tree.ends}):
        y = MARGIN + 18 * len(parts)
        name = _text(left + 24, y + 4, names[contact], 11, "start")
        parts.append(_contact_line([(left, y), (left + 18, y)], contact) + name)
        widest = max(widest, len(names[contact]))
    tree.width = left + 28 + 7 * widest
    tree.height = max(tree.height, MARGIN + 18 * len(parts))
    return parts


def _nodes(tree, ends):
    numbers = {node: number for number, node in enumerate(ends)}
    parts = []
    for node, (x, y) in enumerate(tree.nodes):
        colour = VERMILION if node in numbers else BLUE
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS}" fill="{colour}"/>')
        if node in numbers and len(numbers) > 1:
            parts.append(_text(x, y + 20, str(numbers[node]), 11))
    parts.append(_text(tree.nodes[0][0], tree.nodes[0][1] - 12, "p⁻"))
    return parts


def _xi_mark(tree, report, ends):
    """A dashed line between the two outcomes that are ξ apart."""
    if not report.xi or report.xi_pair is None or max(report.xi_pair) >= len(ends):
        return []
    pair = [ends[number] for number in report.xi_pair]
    if max(pair) >= len(tree.nodes):
        return []
    (x0, y0), (x1, y1) = (tree.nodes[node] for node in pair)
    low = max(y0, y1) + 30
    parts = [_path([(x0, y0 + 24), (x0, low), (x1, low), (x1, y1 + 24)], GREEN, 1.5, "4 3")]
    parts.append(_text((x0 + x1) / 2, low + 15, f"ξ = {report.xi:.4g}", 12, "middle", GREEN))
    tree.height = max(tree.height, low + 24)
    return parts


def _tree_svg(report):
    graph = report.graph
    tree = _Tree(graph)
    # Outcomes of inelastic impacts may be limits that several nodes share; then nodes have no numbers of outcomes.
    ends = [int(node) for node in graph.outcomes]
    marked = ends if len(ends) == len(report.outcomes) else []
    parts = _edges(tree, report.impact.names) + _nodes(tree, ends)
    parts += _xi_mark(tree, report, marked)
    shown = len(tree.nodes)
    if shown < len(graph):
        tree.height += 20
        parts.append(_text(8, tree.height - 8, f"the first {shown} of {len(graph):,} momenta", 11, "start"))
    return _svg(max(tree.width, 200), tree.height, parts, "the tree of orderings, " + _headline(report))


def report_html(report):
    """The headline of a report, and its tree."""
    title = f"<b>{html.escape(report.title)}</b><br>" if report.title else ""
    picture = _tree_svg(report) if report.graph is not None else ""
    return f"<div>{title}{html.escape(_headline(report))}<br>{picture}</div>"


def _segments(xs, ys):
    """The pieces of a curve between its gaps."""
    piece = []
    for x, y in zip(xs, ys):
        if math.isfinite(y):
            piece.append((x, y))
        elif piece:
            yield piece
            piece = []
    if piece:
        yield piece


class _Axes:
    """A frame with the ends of its axes as numbers."""

    WIDTH, HEIGHT, LEFT, BOTTOM, ROOM = 440, 240, 64, 44, 14

    def __init__(self, xs, low, high, top=0):
        self.first, self.last = min(xs), max(xs)
        self.low, self.high = low, high if high > low else low + 1.0
        self.top = top

    def place(self, x, y):
        across = (x - self.first) / (self.last - self.first or 1.0)
        up = (y - self.low) / (self.high - self.low)
        inner = self.HEIGHT - self.BOTTOM - self.ROOM
        left = self.LEFT + across * (self.WIDTH - self.LEFT - self.ROOM)
        return (left, self.top + self.HEIGHT - self.BOTTOM - up * inner)

    def parts(self, name, quantity):
        span = self.last - self.first or 1.0
        corner, bottom = self.place(self.first, self.low), self.top + self.HEIGHT
        ends = [self.place(self.first, self.high), corner, self.place(self.first + span, self.low)]
        parts = [_path(ends, "currentColor", 1)]
        for x in (self.first, self.last):
            words = f"{x:.4g}"
            middle = min(self.place(x, self.low)[0], self.WIDTH - 3.5 * len(words))
            parts.append(_text(middle, bottom - self.BOTTOM + 16, words, 11))
        for y in (self.low, self.high):
            parts.append(_text(self.LEFT - 6, self.place(self.first, y)[1] + 4, f"{y:.4g}", 11, "end"))
        parts.append(_text((self.LEFT + self.WIDTH) / 2, bottom - 8, name))
        parts.append(_text(self.LEFT - 6, bottom - self.HEIGHT / 2 - 10, quantity, 12, "end"))
        return parts


def _symbol(measure):
    return "ξ" if measure == "xi" else measure


def _curve_svg(name, xs, ys, measure):
    finite = [y for y in ys if math.isfinite(y)]
    axes = _Axes(xs, min([0.0, *finite]), max(finite))
    parts = axes.parts(name, _symbol(measure))
    for piece in _segments(xs, ys):
        points = [axes.place(x, y) for x, y in piece]
        if len(points) == 1:
            parts.append(f'<circle cx="{points[0][0]:.1f}" cy="{points[0][1]:.1f}" r="2.5" fill="{BLUE}"/>')
        else:
            parts.append(_path(points, BLUE, 2))
    return _svg(axes.WIDTH, axes.HEIGHT, parts, f"{measure} over {name}")


def _map_colour(share):
    """From dark to light, told apart by all eyes and in grey."""
    place = min(max(share, 0.0), 1.0) * (len(MAP) - 1)
    first = min(int(place), len(MAP) - 2)
    mixed = [a + (place - first) * (b - a) for a, b in zip(MAP[first], MAP[first + 1])]
    return "#" + "".join(f"{round(value):02x}" for value in mixed)


def _borders(values):
    """The middles between values, and ends as far outside."""
    if len(values) == 1:
        return [values[0] - 0.5, values[0] + 0.5]
    middles = [(a + b) / 2 for a, b in zip(values, values[1:])]
    return [2 * values[0] - middles[0], *middles, 2 * values[-1] - middles[-1]]


def _shown(values):
    """The numbers of at most MOST_CELLS values, the first and the last among them."""
    count = min(len(values), MOST_CELLS)
    return sorted({round(i * (len(values) - 1) / max(1, count - 1)) for i in range(count)})


def _map_svg(names, axes_values, table, measure):
    """Cells of a table over two parameters with a bar of their colours; a cell without a value is empty."""
    columns, rows = (_shown(values) for values in axes_values)
    xs, ys = [axes_values[0][i] for i in columns], [axes_values[1][j] for j in rows]
    cells = [(i, j, table[column][row]) for i, column in enumerate(columns) for j, row in enumerate(rows)]
    finite = [value for _, _, value in cells if math.isfinite(value)]
    low, span = min(finite), max(finite) - min(finite) or 1.0
    x_borders, y_borders = _borders(xs), _borders(ys)
    axes = _Axes(x_borders, min(y_borders), max(y_borders))
    parts = []
    for i, j, value in cells:
        if not math.isfinite(value):
            continue
        (x0, y0), (x1, y1) = axes.place(x_borders[i], y_borders[j]), axes.place(x_borders[i + 1], y_borders[j + 1])
        box = f'x="{min(x0, x1):.1f}" y="{min(y0, y1):.1f}" width="{abs(x1 - x0):.2f}" height="{abs(y1 - y0):.2f}"'
        what = f"{names[0]} = {xs[i]:.6g}, {names[1]} = {ys[j]:.6g}: {_symbol(measure)} = {value:.6g}"
        colour = _map_colour((value - low) / span)
        parts.append(f'<rect {box} fill="{colour}"><title>{html.escape(what)}</title></rect>')
    parts += _map_frame(names, xs, ys, axes)
    left = axes.WIDTH + 8
    for step in range(BAR_STEPS):
        y = axes.HEIGHT - axes.BOTTOM - (step + 1) / BAR_STEPS * (axes.HEIGHT - axes.BOTTOM - axes.ROOM)
        height = (axes.HEIGHT - axes.BOTTOM - axes.ROOM) / BAR_STEPS
        colour = _map_colour((step + 0.5) / BAR_STEPS)
        parts.append(f'<rect x="{left}" y="{y:.1f}" width="12" height="{height:.2f}" fill="{colour}"/>')
    for value, y in ((low, axes.HEIGHT - axes.BOTTOM), (max(finite), axes.ROOM + 8)):
        parts.append(_text(left + 18, y, f"{value:.4g}", 11, "start"))
    parts.append(_text(left + 18, axes.HEIGHT / 2 - 10, _symbol(measure), 12, "start"))
    return _svg(axes.WIDTH + 90, axes.HEIGHT, parts, f"{measure} over {names[0]} and {names[1]}")


def _map_frame(names, xs, ys, axes):
    """The names of the axes, and their first and last values at the middles of cells."""
    parts = []
    for x in dict.fromkeys((xs[0], xs[-1])):
        parts.append(_text(axes.place(x, axes.low)[0], axes.HEIGHT - axes.BOTTOM + 16, f"{x:.4g}", 11))
    for y in dict.fromkeys((ys[0], ys[-1])):
        parts.append(_text(axes.LEFT - 6, axes.place(axes.first, y)[1] + 4, f"{y:.4g}", 11, "end"))
    parts.append(_text((axes.LEFT + axes.WIDTH) / 2, axes.HEIGHT - 8, names[0]))
    parts.append(_text(axes.LEFT - 6, axes.HEIGHT / 2 - 10, names[1], 12, "end"))
    return parts


def sweep_html(sweep):
    """The curve of a table over one parameter, or the map of one over two; None without any number."""
    table = sweep.values.tolist()
    if not any(math.isfinite(value) for value in sweep.values.ravel()):
        return None
    names, values = list(sweep.over), [axis.tolist() for axis in sweep.over.values()]
    picture = (
        _curve_svg(names[0], values[0], table, sweep.measure)
        if len(names) == 1
        else _map_svg(names, values, table, sweep.measure)
    )
    title = f"<b>{html.escape(sweep.title)}</b><br>" if sweep.title else ""
    return f"<div>{title}{picture}</div>"


def _thinned(times, curve):
    """At most about 2 × MOST_POINTS points: the least and the greatest of each stretch, in their order."""
    if len(times) <= 2 * MOST_POINTS:
        return list(zip(times, curve))
    points = []
    for part in range(MOST_POINTS):
        begin, end = (i * len(times) // MOST_POINTS for i in (part, part + 1))
        if begin < end:
            least, most = (f(range(begin, end), key=curve.__getitem__) for f in (min, max))
            points += [(times[i], curve[i]) for i in sorted({least, most})]
    return points


def _curves_svg(times, curves, quantity, impacts, top):
    """Named curves over time, with their legend; impacts are short lines at the axis."""
    numbers = [value for _, curve in curves for value in curve]
    axes = _Axes(times, min(numbers), max(numbers), top)
    parts = axes.parts("t (s)", quantity)
    for time in impacts:
        x, y = axes.place(time, axes.low)
        parts.append(_path([(x, y), (x, y - 7)], "currentColor", 1))
    for number, (name, curve) in enumerate(curves[:MOST_CURVES]):
        colour, dash = CONTACTS[number % len(CONTACTS)], DASHES[number // len(CONTACTS) % len(DASHES)]
        parts.append(_path([axes.place(*point) for point in _thinned(times, curve)], colour, 1.5, dash))
        if len(curves) > 1:
            y = top + 22 + 16 * number
            parts.append(_path([(axes.WIDTH, y), (axes.WIDTH + 18, y)], colour, 1.5, dash))
            parts.append(_text(axes.WIDTH + 24, y + 4, name, 11, "start"))
    if len(curves) > MOST_CURVES:
        more = f"… {len(curves) - MOST_CURVES} more"
        parts.append(_text(axes.WIDTH + 24, top + 26 + 16 * MOST_CURVES, more, 11, "start"))
    return parts


def run_html(run):
    """The coordinates of a run over time, in m and in rad, and its energy (J)."""
    times, q = run.times.tolist(), run.q.T.tolist()
    impacts = [impact.time for impact in run.impacts][:MOST_MARKS]
    count = len(run.impacts)
    words = f"{times[0]:.4g} s to {times[-1]:.4g} s, " + _counted(count, "impact", "impacts")
    if not run.complete:
        words += f", stopped at {run.stopped.time:.4g} s: {run.stopped.reason}" if run.stopped else ", not complete"
    parts, top, widest = [], 0, 0
    for unit in ("m", "rad"):
        curves = [(each.name, curve) for each, curve in zip(run.coordinates, q) if each.unit == unit]
        if curves:
            parts += _curves_svg(times, curves, f"q ({unit})", impacts, top)
            widest = max([widest, *(len(name) for name, _ in curves[:MOST_CURVES])])
            top += _Axes.HEIGHT
    parts += _curves_svg(times, [("energy", run.energy.tolist())], "E (J)", impacts, top)
    width = _Axes.WIDTH + 34 + 7 * widest
    picture = _svg(width, top + _Axes.HEIGHT, parts, f"the motion of {run.scene}, {words}")
    return f"<div><b>{html.escape(run.scene)}</b><br>{html.escape(words)}<br>{picture}</div>"

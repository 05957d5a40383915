#pragma once

namespace carom {

/// How many jobs of tasks wait or run, of all threads. What the others have sent is posted.
int openJobs();

}  // namespace carom

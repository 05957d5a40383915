#pragma once

namespace carom {

/// Has the heap return blocks of 256 KiB or more to the system as soon as they are freed. Call it before
/// threads start. Otherwise glibc takes each large block that is freed as a sign to keep larger ones:
/// pictures and answers of different sizes then leave holes, and a window that is used takes ever more memory
/// although it holds no more. Smaller blocks are as quick as before.
void returnLargeBlocks();

}  // namespace carom

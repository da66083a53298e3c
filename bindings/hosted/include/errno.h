/* Nothing here sets it, for host.wasm. */
#ifndef REDOUBT_HOSTED_ERRNO_H
#define REDOUBT_HOSTED_ERRNO_H

enum { errno = 0, ENOENT = 2 };

#endif

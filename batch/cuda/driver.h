/*
 * batch/cuda/driver.h - the functions of the CUDA driver that are used, out of its library when it
 * is there. Written from the driver's documentation; nothing of a toolkit is needed.
 */
#ifndef REDOUBT_BATCH_CUDA_DRIVER_H
#define REDOUBT_BATCH_CUDA_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_NOT_READY = 600,
    CUDA_LIMIT_STACK_SIZE = 0,
    CUDA_JIT_MAX_REGISTERS = 0,
    CUDA_JIT_ERROR_LOG = 5,
    CUDA_JIT_ERROR_LOG_SIZE = 6,
    CUDA_FUNCTION_THREADS_MAX = 0,
    CUDA_FUNCTION_LOCAL_BYTES = 3,
    CUDA_FUNCTION_REGISTERS = 4
};

typedef void *cuda_handle; /* context, module, function, event */

/* X(member, name in the library, arguments): each returns 0 or an error. */
#define CUDA_FUNCTIONS(X)                                                                 \
    X(init, cuInit, (unsigned int))                                                       \
    X(error_text, cuGetErrorString, (int, const char **))                                 \
    X(device_count, cuDeviceGetCount, (int *))                                            \
    X(device, cuDeviceGet, (int *, int))                                                  \
    X(context_retain, cuDevicePrimaryCtxRetain, (cuda_handle *, int))                     \
    X(context_release, cuDevicePrimaryCtxRelease_v2, (int))                               \
    X(context_push, cuCtxPushCurrent_v2, (cuda_handle))                                   \
    X(context_pop, cuCtxPopCurrent_v2, (cuda_handle *))                                   \
    X(limit, cuCtxSetLimit, (int, size_t))                                                \
    X(limit_now, cuCtxGetLimit, (size_t *, int))                                          \
    X(module_load, cuModuleLoadDataEx,                                                    \
      (cuda_handle *, const void *, unsigned int, int *, void **))                        \
    X(module_unload, cuModuleUnload, (cuda_handle))                                       \
    X(function, cuModuleGetFunction, (cuda_handle *, cuda_handle, const char *))          \
    X(attribute, cuFuncGetAttribute, (int *, int, cuda_handle))                           \
    X(memory, cuMemAlloc_v2, (uint64_t *, size_t))                                        \
    X(memory_left, cuMemGetInfo_v2, (size_t *, size_t *))                                 \
    X(free, cuMemFree_v2, (uint64_t))                                                     \
    X(to_card, cuMemcpyHtoD_v2, (uint64_t, const void *, size_t))                         \
    X(from_card, cuMemcpyDtoH_v2, (void *, uint64_t, size_t))                             \
    X(fill, cuMemsetD32Async, (uint64_t, unsigned int, size_t, cuda_handle))              \
    X(fill_bytes, cuMemsetD8Async, (uint64_t, unsigned char, size_t, cuda_handle))        \
    X(launch, cuLaunchKernel,                                                             \
      (cuda_handle, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, \
       unsigned int, unsigned int, cuda_handle, void **, void **))                        \
    X(event_make, cuEventCreate, (cuda_handle *, unsigned int))                           \
    X(event_record, cuEventRecord, (cuda_handle, cuda_handle))                            \
    X(event_query, cuEventQuery, (cuda_handle))                                           \
    X(event_end, cuEventDestroy_v2, (cuda_handle))

struct cuda_driver {
#define X(member, name, arguments) int(*member) arguments;
    CUDA_FUNCTIONS(X)
#undef X
};

/* NULL, or why there is none. */
const char *cuda_driver_open(struct cuda_driver *driver);

#endif

/*
 * A driver of CUDA that has no card: its memory is this machine's, and a module is the name of a
 * library made of batch/cuda/kernels.c, whose kernels it calls as one thread. So that all but the
 * card itself is tested everywhere.
 *
 * FAKE_CUDA_BYTES: how much memory it has. FAKE_CUDA_HANGS: no launch ever ends.
 */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "batch/cuda/driver.h"
#include "batch/cuda/job.h"

#define DRIVER __attribute__((visibility("default"))) int

enum { BAD_VALUE = 1, BAD_IMAGE = 200, NOT_FOUND = 500, ALIGN = 64 };

typedef void kernel(struct card_job job);

static uint64_t used;

static uint64_t memory_size(void)
{
    const char *text = getenv("FAKE_CUDA_BYTES");
    return text == NULL ? UINT64_C(1) << 32 : strtoull(text, NULL, 10);
}

DRIVER cuInit(unsigned int flags);
DRIVER cuInit(unsigned int flags)
{
    return flags == 0 ? CUDA_SUCCESS : BAD_VALUE;
}

DRIVER cuGetErrorString(int error, const char **text);
DRIVER cuGetErrorString(int error, const char **text)
{
    *text = error == CUDA_ERROR_OUT_OF_MEMORY ? "out of memory" : "an error of the test's driver";
    return CUDA_SUCCESS;
}

DRIVER cuDeviceGetCount(int *count);
DRIVER cuDeviceGetCount(int *count)
{
    *count = 1;
    return CUDA_SUCCESS;
}

DRIVER cuDeviceGet(int *device, int number);
DRIVER cuDeviceGet(int *device, int number)
{
    *device = number;
    return CUDA_SUCCESS;
}

DRIVER cuDevicePrimaryCtxRetain(cuda_handle *context, int device);
DRIVER cuDevicePrimaryCtxRetain(cuda_handle *context, int device)
{
    *context = &used;
    return device == 0 ? CUDA_SUCCESS : BAD_VALUE;
}

DRIVER cuDevicePrimaryCtxRelease_v2(int device);
DRIVER cuDevicePrimaryCtxRelease_v2(int device)
{
    return device == 0 ? CUDA_SUCCESS : BAD_VALUE;
}

DRIVER cuCtxPushCurrent_v2(cuda_handle context);
DRIVER cuCtxPushCurrent_v2(cuda_handle context)
{
    return context == &used ? CUDA_SUCCESS : BAD_VALUE;
}

DRIVER cuCtxPopCurrent_v2(cuda_handle *context);
DRIVER cuCtxPopCurrent_v2(cuda_handle *context)
{
    *context = &used;
    return CUDA_SUCCESS;
}

DRIVER cuCtxSetLimit(int limit, size_t value);
DRIVER cuCtxSetLimit(int limit, size_t value)
{
    return limit == CUDA_LIMIT_STACK_SIZE && value > 0 ? CUDA_SUCCESS : BAD_VALUE;
}

DRIVER cuCtxGetLimit(size_t *value, int limit);
DRIVER cuCtxGetLimit(size_t *value, int limit)
{
    *value = 1024;
    return limit == CUDA_LIMIT_STACK_SIZE ? CUDA_SUCCESS : BAD_VALUE;
}

DRIVER cuModuleLoadDataEx(cuda_handle *module, const void *image, unsigned int count, int *options,
                          void **values);
DRIVER cuModuleLoadDataEx(cuda_handle *module, const void *image, unsigned int count, int *options,
                          void **values)
{
    (void)count;
    (void)options;
    (void)values;
    *module = dlopen(image, RTLD_NOW | RTLD_LOCAL);
    return *module == NULL ? BAD_IMAGE : CUDA_SUCCESS;
}

DRIVER cuModuleUnload(cuda_handle module);
DRIVER cuModuleUnload(cuda_handle module)
{
    return dlclose(module) == 0 ? CUDA_SUCCESS : BAD_VALUE;
}

DRIVER cuModuleGetFunction(cuda_handle *function, cuda_handle module, const char *name);
DRIVER cuModuleGetFunction(cuda_handle *function, cuda_handle module, const char *name)
{
    *function = dlsym(module, name);
    return *function == NULL ? NOT_FOUND : CUDA_SUCCESS;
}

DRIVER cuFuncGetAttribute(int *value, int attribute, cuda_handle function);
DRIVER cuFuncGetAttribute(int *value, int attribute, cuda_handle function)
{
    *value = function == NULL ? 0 : attribute + 1;
    return CUDA_SUCCESS;
}

/* Each piece has its size in front of it. */
DRIVER cuMemAlloc_v2(uint64_t *memory, size_t size);
DRIVER cuMemAlloc_v2(uint64_t *memory, size_t size)
{
    if (used + size > memory_size()) {
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    uint8_t *piece = aligned_alloc(ALIGN, ALIGN + (size + ALIGN - 1) / ALIGN * ALIGN);
    if (piece == NULL) {
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    memcpy(piece, &size, sizeof size);
    memset(piece + ALIGN, 0xa5, size);
    used += size;
    *memory = (uint64_t)(uintptr_t)(piece + ALIGN);
    return CUDA_SUCCESS;
}

DRIVER cuMemFree_v2(uint64_t memory);
DRIVER cuMemFree_v2(uint64_t memory)
{
    uint8_t *piece = (uint8_t *)(uintptr_t)memory - ALIGN;
    size_t size;
    memcpy(&size, piece, sizeof size);
    used -= size;
    free(piece);
    return CUDA_SUCCESS;
}

DRIVER cuMemGetInfo_v2(size_t *left, size_t *all);
DRIVER cuMemGetInfo_v2(size_t *left, size_t *all)
{
    *all = memory_size();
    *left = *all - used;
    return CUDA_SUCCESS;
}

DRIVER cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t size);
DRIVER cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t size)
{
    memcpy((void *)(uintptr_t)to, from, size);
    return CUDA_SUCCESS;
}

DRIVER cuMemcpyDtoH_v2(void *to, uint64_t from, size_t size);
DRIVER cuMemcpyDtoH_v2(void *to, uint64_t from, size_t size)
{
    memcpy(to, (const void *)(uintptr_t)from, size);
    return CUDA_SUCCESS;
}

DRIVER cuMemsetD32Async(uint64_t at, unsigned int value, size_t count, cuda_handle stream);
DRIVER cuMemsetD32Async(uint64_t at, unsigned int value, size_t count, cuda_handle stream)
{
    uint32_t *word = (uint32_t *)(uintptr_t)at;
    (void)stream;
    for (size_t i = 0; i < count; i++) {
        word[i] = value;
    }
    return CUDA_SUCCESS;
}

DRIVER cuMemsetD8Async(uint64_t at, unsigned char value, size_t count, cuda_handle stream);
DRIVER cuMemsetD8Async(uint64_t at, unsigned char value, size_t count, cuda_handle stream)
{
    (void)stream;
    memset((void *)(uintptr_t)at, value, count);
    return CUDA_SUCCESS;
}

DRIVER cuLaunchKernel(cuda_handle function, unsigned int blocks, unsigned int blocks_y,
                      unsigned int blocks_z, unsigned int threads, unsigned int threads_y,
                      unsigned int threads_z, unsigned int shared, cuda_handle stream,
                      void **arguments, void **extra);
DRIVER cuLaunchKernel(cuda_handle function, unsigned int blocks, unsigned int blocks_y,
                      unsigned int blocks_z, unsigned int threads, unsigned int threads_y,
                      unsigned int threads_z, unsigned int shared, cuda_handle stream,
                      void **arguments, void **extra)
{
    kernel *launched = NULL;
    struct card_job job;
    if (blocks == 0 || threads == 0 || threads > 1024 || blocks_y * blocks_z != 1 ||
        threads_y * threads_z != 1 || shared > 48 * 1024 || stream != NULL || extra != NULL) {
        return BAD_VALUE;
    }
    memcpy(&launched, &function, sizeof launched);
    memcpy(&job, arguments[0], sizeof job);
    launched(job);
    return CUDA_SUCCESS;
}

DRIVER cuEventCreate(cuda_handle *event, unsigned int flags);
DRIVER cuEventCreate(cuda_handle *event, unsigned int flags)
{
    (void)flags;
    *event = &used;
    return CUDA_SUCCESS;
}

DRIVER cuEventRecord(cuda_handle event, cuda_handle stream);
DRIVER cuEventRecord(cuda_handle event, cuda_handle stream)
{
    return event == &used && stream == NULL ? CUDA_SUCCESS : BAD_VALUE;
}

DRIVER cuEventQuery(cuda_handle event);
DRIVER cuEventQuery(cuda_handle event)
{
    (void)event;
    return getenv("FAKE_CUDA_HANGS") != NULL ? CUDA_ERROR_NOT_READY : CUDA_SUCCESS;
}

DRIVER cuEventDestroy_v2(cuda_handle event);
DRIVER cuEventDestroy_v2(cuda_handle event)
{
    return event == &used ? CUDA_SUCCESS : BAD_VALUE;
}

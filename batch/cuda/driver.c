/* Finds the CUDA driver. */
#include "batch/cuda/driver.h"

#include <dlfcn.h>
#include <string.h>

static bool find(void *library, const char *name, void *function)
{
    void *found = dlsym(library, name);
    memcpy(function, &found, sizeof found); /* ISO C has no cast from an object to a function */
    return found != NULL;
}

const char *cuda_driver_open(struct cuda_driver *driver)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    bool fine = true;
    if (library == NULL) {
        return "this machine has no driver of NVIDIA (libcuda.so.1)";
    }
#define X(member, name, arguments) fine = find(library, #name, &driver->member) && fine;
    CUDA_FUNCTIONS(X)
#undef X
    if (!fine) {
        return "the driver of NVIDIA is too old: it lacks functions of CUDA 11";
    }
    return driver->init(0) == CUDA_SUCCESS ? NULL : "the driver of NVIDIA finds no card";
}

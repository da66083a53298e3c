/*
 * A heap for host.wasm: sizes are rounded up to powers of two, and what is given back waits in a
 * list of its size. Simple, and enough for values that live as long as one question.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { CLASSES = 32, HEAD = 16, PAGE = 65536, SMALLEST = 5 };

struct chunk {
    uint32_t class_number;
    struct chunk *next; /* while it is free */
};

extern unsigned char __heap_base;
static struct chunk *free_list[CLASSES];
static uintptr_t top;

static uint32_t class_of(size_t size)
{
    uint32_t number = SMALLEST;
    while (number < CLASSES - 1 && ((size_t)1 << number) < size + HEAD) {
        number++;
    }
    return number;
}

/* NULL when the memory can't grow any more. */
static struct chunk *fresh(size_t size)
{
    if (top == 0) {
        top = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
    }
    size_t have = (size_t)__builtin_wasm_memory_size(0) * PAGE;
    if (size > UINT32_MAX - top) {
        return NULL;
    }
    if (top + size > have &&
        __builtin_wasm_memory_grow(0, (top + size - have + PAGE - 1) / PAGE) == SIZE_MAX) {
        return NULL;
    }
    struct chunk *chunk = (struct chunk *)top;
    top += size;
    return chunk;
}

void *malloc(size_t size)
{
    uint32_t number = class_of(size);
    if (size > (size_t)1 << 30) {
        return NULL;
    }
    struct chunk *chunk = free_list[number];
    if (chunk != NULL) {
        free_list[number] = chunk->next;
    } else {
        chunk = fresh((size_t)1 << number);
    }
    if (chunk == NULL) {
        return NULL;
    }
    chunk->class_number = number;
    return (unsigned char *)chunk + HEAD;
}

void free(void *memory)
{
    if (memory == NULL) {
        return;
    }
    struct chunk *chunk = (struct chunk *)((unsigned char *)memory - HEAD);
    chunk->next = free_list[chunk->class_number];
    free_list[chunk->class_number] = chunk;
}

void *calloc(size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size) {
        return NULL;
    }
    void *memory = malloc(count * size);
    if (memory != NULL) {
        memset(memory, 0, count * size);
    }
    return memory;
}

void *realloc(void *old, size_t size)
{
    if (old == NULL) {
        return malloc(size);
    }
    struct chunk *chunk = (struct chunk *)((unsigned char *)old - HEAD);
    size_t room = ((size_t)1 << chunk->class_number) - HEAD;
    if (size <= room) {
        return old;
    }
    void *larger = malloc(size);
    if (larger != NULL) {
        memcpy(larger, old, room);
        free(old);
    }
    return larger;
}

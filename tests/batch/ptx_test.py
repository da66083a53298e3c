#!/usr/bin/env python3
"""A module of kernels is whole, and has nothing that ptxas refuses. TAP.

    ptx_test.py FILE JOB_H      JOB_H: batch/cuda/job.h, which lists the kernels
    ptx_test.py --missing WHY
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

INDIRECT = re.compile(r"\.callprototype[^;]*\.align[^;]*;")


def problems(ptx, kernels):
    """What is wrong with a module, in words."""
    for kernel in kernels:
        if f".visible .entry card_{kernel}(" not in ptx:
            yield f"there is no kernel {kernel}"
    if re.search(r"^\.extern (?!\.shared)", ptx, re.M):
        yield "something is missing"
    if INDIRECT.search(ptx):
        yield "an indirect call passes a struct, which ptxas refuses"
    if re.search(r"\bfma\.|\.approx|\.ftz|\.full\.f", ptx):
        yield "fused or rough floats"


def main():
    if sys.argv[1] == "--missing":
        tap.skip("kernels for cards", sys.argv[2])
        return tap.end()
    with open(sys.argv[1], encoding="ascii") as file:
        ptx = file.read()
    with open(sys.argv[2], encoding="utf-8") as file:
        listed = re.search(r"#define CARD_KERNELS\(X\)(.*?)\n\n", file.read(), re.S)[1]
    kernels = re.findall(r"X\((\w+)\)", listed)
    broken = {
        "a module without a kernel": ptx.replace("card_step(", "card_stop("),
        "a module that needs others": ptx + "\n.extern .func memcpy\n",
        "an indirect call of a struct": ptx + "\nprototype_1 : .callprototype ()_ (.param .align 2 .b8 _[8]);\n",
        "a fused multiplication": ptx + "\nfma.rn.f64 %fd1, %fd2, %fd3, %fd4;\n",
    }
    tap.check_none(f"{len(kernels)} kernels, and nothing that is refused", problems(ptx, kernels))
    for name, text in broken.items():
        tap.check(f"{name} is noticed", list(problems(text, kernels)))
    return tap.end()


sys.exit(main())

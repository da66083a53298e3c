#!/usr/bin/env python3
"""A module of kernels is whole, and has nothing that ptxas refuses. TAP.

    ptx_test.py FILE JOB_H      JOB_H: batch/cuda/job.h, which lists the kernels
    ptx_test.py --missing WHY
"""
import re
import sys

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
        print(f"ok 1 - kernels for cards # SKIP {sys.argv[2]}\n1..1")
        return 0
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
    checks = [(f"{len(kernels)} kernels, and nothing that is refused", not list(problems(ptx, kernels)))]
    checks += [(f"{name} is noticed", bool(list(problems(text, kernels)))) for name, text in broken.items()]
    for problem in problems(ptx, kernels):
        print("#", problem)
    for number, (name, fine) in enumerate(checks, 1):
        print("ok" if fine else "not ok", number, "-", name)
    print(f"1..{len(checks)}")
    return 0 if all(fine for _, fine in checks) else 1


sys.exit(main())

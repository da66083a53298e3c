"""File systems of a test's own: mounted in a namespace, so that they don't outlive it and nobody else sees them."""
import os
import shutil
import subprocess
import sys


def enter_namespace(*kinds):
    """The test begins anew in a namespace of its own, of the first kind that is permitted. False: there can be none."""
    if os.environ.get("DISK_TEST_INSIDE") == "1":
        return True
    for flags in kinds or (["--mount"], ["--mount", "--map-root-user"]):
        if shutil.which("unshare") and subprocess.run(["unshare", *flags, "true"], capture_output=True).returncode == 0:
            os.environ["DISK_TEST_INSIDE"] = "1"
            os.execvp("unshare", ["unshare", *flags, sys.executable, *sys.argv])
    return False


def mount(*args):
    return subprocess.run(["mount", *args], capture_output=True).returncode == 0

#!/usr/bin/env python3
"""Starts the operator of an unpacked image until it is ready: start.py LAYOUT TREE
As the image says: its entry point, environment, user and folder; TREE is read-only but for /tmp. KUBECONFIG names the
cluster, which gets the CRDs."""
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

from unpack import config

PATIENCE_SECONDS = 120


def sandbox(image, tree):
    user, group = image["User"].split(":")
    words = ["bwrap", "--unshare-user", "--unshare-pid", "--die-with-parent", "--uid", user, "--gid", group,
             "--ro-bind", tree, "/", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp",
             "--ro-bind", os.environ["KUBECONFIG"], "/tmp/kubeconfig",
             "--chdir", image["WorkingDir"], "--clearenv", "--setenv", "KUBECONFIG", "/tmp/kubeconfig"]
    for variable in image["Env"]:
        words += ["--setenv", *variable.split("=", 1)]
    return words + ["--"]


def free_port():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


def readiness(address):
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return answer.status, answer.read().decode().strip()
    except urllib.error.HTTPError as e:
        return e.code, e.read().decode().strip()
    except OSError as e:
        return 0, str(e)


def await_readiness(operator, address):
    began = time.monotonic()
    status, text = 0, ""
    while operator.poll() is None and time.monotonic() - began < PATIENCE_SECONDS:
        status, text = readiness(address)
        if status == 200:
            return "/readyz answers 200 after %.1f s: %s" % (time.monotonic() - began, text)
        time.sleep(0.1)
    sys.exit("The operator of the image did not become ready; /readyz: %s %s" % (status, text))


def main():
    layout, tree = sys.argv[1:]
    image = config(layout)
    java, *options = image["Entrypoint"]
    # Fails where the cache does not fit, which a start does not tell.
    subprocess.run(sandbox(image, tree) + [java, "-XX:AOTMode=on", *options, "--version"], check=True)
    subprocess.run(["kubectl", "apply", "--server-side", "-f", "crds"], check=True, stdout=subprocess.DEVNULL)
    port = free_port()
    operator = subprocess.Popen(
        sandbox(image, tree) + image["Entrypoint"] + image["Cmd"] +
        ["--health-port=%d" % port, "--lease-namespace=default"])
    try:
        print(await_readiness(operator, "http://127.0.0.1:%d/readyz" % port))
    finally:
        operator.terminate()
        operator.wait()


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Prints the manifest of the plugin for krew: krew.py RELEASE ADDRESS
ADDRESS is where the files of the release are published, without the name of the archive."""
import hashlib
import os
import sys

import archive
from describe import manifest

TEMPLATE = """\
apiVersion: krew.googlecontainertools.github.com/v1alpha2
kind: Plugin
metadata:
  name: keelson
spec:
  version: v{version}
  homepage: {home}
  shortDescription: Plan, approve and watch infrastructure that Keelson applies
  description: |
    Shows what a change of Resources and Components does before it is applied, checks
    and plans files without a cluster, approves plans, and says how Stacks are.
    It brings its own Java runtime.
  platforms:
  - selector:
      matchLabels: {{os: linux, arch: {architecture}}}
    uri: {address}/{name}
    sha256: {digest}
    bin: keelson/kubectl-keelson
"""


def main():
    release, address = sys.argv[1:]
    name = archive.name()
    with open(os.path.join(release, name), "rb") as f:
        digest = hashlib.file_digest(f, "sha256").hexdigest()
    address = address.rstrip("/")
    print(TEMPLATE.format(
        version=manifest(os.path.join(release, "keelson.jar"))["Implementation-Version"],
        home=address.split("/releases/")[0], address=address, name=name, digest=digest,
        architecture=name.split("-")[2].split(".")[0]), end="")


if __name__ == "__main__":
    main()

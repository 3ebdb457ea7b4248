#!/usr/bin/env python3
"""Compares an image of the Dockerfile with that of a release: agree.py BUILT-LAYOUT RELEASED-LAYOUT
Prints what both say and hold below /opt/keelson; exit status 1 if they do not agree. The AOT cache is only looked for,
and the environment compared but for what the base images set."""
import hashlib
import io
import sys
import tarfile

from image import description
from unpack import config, layers

PROGRAM = "opt/keelson"
CACHE = "opt/keelson/keelson.aot"


def settings(layout):
    image = config(layout)
    of_base = description()["base"]["environment"]
    image["Env"] = sorted(set(image["Env"]) - set(of_base))
    return {name: image.get(name) for name in ("Entrypoint", "Cmd", "User", "WorkingDir", "Env")}


def files(layout):
    found = {}
    for _, content in layers(layout):
        with tarfile.open(fileobj=io.BytesIO(content)) as tar:
            for entry in tar:
                name = entry.name.strip("./")
                if entry.isfile() and name.startswith(PROGRAM + "/"):
                    found[name] = kind(entry, name, tar.extractfile(entry).read())
    return found


def kind(entry, name, content):
    digest = "recorded" if name == CACHE else hashlib.sha256(content).hexdigest()[:16]
    return "%s %d:%d %o" % (digest, entry.uid, entry.gid, entry.mode & 0o7777)


def main():
    built, released = sys.argv[1:]
    failed = False
    for one, other in ((settings(built), settings(released)), (files(built), files(released))):
        for name in sorted({**one, **other}):
            if one.get(name) == other.get(name):
                print("same     %s: %s" % (name, one[name]))
            else:
                failed = True
                print("DIFFERS  %s: the Dockerfile's %s, the release's %s" % (name, one.get(name), other.get(name)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

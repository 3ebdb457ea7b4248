#!/usr/bin/env python3
"""Prints which files and layers of two releases are the same bytes: compare.py FOLDER FOLDER
Exit status 1 if one is not that has to be: all but the AOT cache, and what names it by its digest."""
import hashlib
import os
import sys

import archive
from unpack import layers, manifest

CACHE = "AOT cache"
OF_THE_CACHE = {"keelson.aot", "SHA256SUMS", "image, layer " + CACHE, "image, config", "image, manifest", archive.name()}


def parts(folder):
    """The digest of each part of a release, by its name."""
    found = {}
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            with open(path, "rb") as f:
                found[name] = hashlib.sha256(f.read()).hexdigest()
    commands = os.path.join(folder, archive.name())
    if os.path.exists(commands):
        found["archive, all but " + CACHE] = archive.digest_without_cache(commands)
    image = os.path.join(folder, "image")
    described = manifest(image)
    for (name, _), layer in zip(layers(image), described["layers"]):
        found["image, layer " + name] = digest(layer)
    found["image, config"] = digest(described["config"])
    with open(os.path.join(image, "index.json"), "rb") as f:
        found["image, manifest"] = hashlib.sha256(f.read()).hexdigest()
    return found


def digest(descriptor):
    return descriptor["digest"].split(":")[1]


def main():
    one, other = (parts(folder) for folder in sys.argv[1:])
    failed = False
    for name in sorted({**one, **other}):
        same = one.get(name) == other.get(name)
        verdict = "same" if same else "differs, as it may" if name in OF_THE_CACHE else "DIFFERS"
        failed = failed or verdict == "DIFFERS"
        print("%-19s %-26s %s" % (verdict, name, (one.get(name) or "only in " + sys.argv[2])[:16]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

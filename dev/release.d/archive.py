#!/usr/bin/env python3
"""The archive of the command line: archive.py name, archive.py write FOLDER EPOCH FILE, archive.py cache FILE FOLDER
The second writes FOLDER/keelson, the third takes the AOT cache out of a published one. The same files give the same
bytes, as in image.py."""
import gzip
import hashlib
import os
import platform
import sys
import tarfile

from image import ARCHITECTURES, archive, tree_entries

ROOT = "keelson"


def name():
    return "keelson-linux-%s.tar.gz" % ARCHITECTURES[platform.machine()]


def write(folder, epoch, path):
    with open(path, "wb") as f:
        f.write(gzip.compress(archive(tree_entries(folder, [ROOT]), int(epoch)), 6, mtime=0))


def is_cache(entry):
    return entry.isfile() and os.path.dirname(entry.name) == ROOT and entry.name.endswith(".aot")


def take_cache(path, folder):
    with tarfile.open(path) as tar:
        for entry in filter(is_cache, tar):
            entry.name = os.path.basename(entry.name)
            tar.extract(entry, folder, filter="data")


def digest_without_cache(path):
    digest = hashlib.sha256()
    with tarfile.open(path) as tar:
        for entry in tar:
            if not is_cache(entry):
                said = "%s %s %o %d %s\n" % (entry.name, entry.type, entry.mode, entry.mtime, entry.linkname)
                digest.update(said.encode() + (tar.extractfile(entry).read() if entry.isfile() else b""))
    return digest.hexdigest()


def main():
    what, *arguments = sys.argv[1:]
    if what == "name":
        print(name())
    elif what == "write":
        write(*arguments)
    else:
        take_cache(*arguments)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Writes the image as an OCI layout: image.py BASE.tar TREE VERSION REVISION EPOCH LAYOUT
Layers are the base, and what image.json names of TREE. The same files give the same bytes: entries are sorted, belong to
root and have the time EPOCH, whoever made them and when."""
import datetime
import gzip
import hashlib
import io
import json
import os
import platform
import sys
import tarfile

HERE = os.path.dirname(os.path.abspath(__file__))
CERTIFICATES = "usr/share/ca-certificates/mozilla/"
# What a container gets from whatever runs it, what no program reads, and what apt leaves behind.
LEFT_OUT = ("dev", "etc/apt", "etc/dpkg", "etc/fstab", "etc/hostname", "etc/resolv.conf", "usr/share/man",
            "usr/share/perl5", "var/cache", "var/lib/apt", "var/log")
PASSWD = "root:x:0:0:root:/root:/sbin/nologin\nkeelson:x:65532:65532:keelson:/tmp:/sbin/nologin\n"
GROUP = "root:x:0:\nkeelson:x:65532:\n"
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}


def description():
    with open(os.path.join(HERE, "image.json")) as f:
        return json.load(f)


def is_left_out(entry):
    """A folder stays, empty: something may be mounted there."""
    return any(entry.name.startswith(each + "/") or entry.name == each and not entry.isdir() for each in LEFT_OUT)


def base_entries(path):
    """Of the packages' files, with what their installation would have written."""
    entries = {}
    certificates = []
    with tarfile.open(path) as tar:
        for entry in tar:
            entry.name = os.path.normpath(entry.name)
            if entry.name == "." or is_left_out(entry):
                continue
            content = tar.extractfile(entry).read() if entry.isfile() else None
            entries[entry.name] = (entry, content)
            if entry.name.startswith(CERTIFICATES) and entry.isfile():
                certificates.append((entry.name, content))
    trusted = b"".join(content.strip() + b"\n" for _, content in sorted(certificates))
    for name, content in (("etc/passwd", PASSWD.encode()), ("etc/group", GROUP.encode()),
                          ("etc/ssl/certs/ca-certificates.crt", trusted)):
        entry = tarfile.TarInfo(name)
        entry.size = len(content)
        entry.mode = 0o644
        entries[name] = (entry, content)
    return entries


def tree_entries(root, paths):
    """What is below the paths, with the folders that lead there."""
    names = set()
    for path in paths:
        parts = path.split("/")
        names.update("/".join(parts[:end]) for end in range(1, len(parts) + 1))
        for folder, folders, files in os.walk(os.path.join(root, path)):
            names.update(os.path.relpath(os.path.join(folder, name), root) for name in folders + files)
    entries = {}
    for name in names:
        full = os.path.join(root, name)
        entry = tarfile.TarInfo(name)
        content = None
        if os.path.islink(full):
            entry.type, entry.linkname, entry.mode = tarfile.SYMTYPE, os.readlink(full), 0o777
        elif os.path.isdir(full):
            entry.type, entry.mode = tarfile.DIRTYPE, 0o755
        else:
            with open(full, "rb") as f:
                content = f.read()
            entry.size = len(content)
            entry.mode = 0o755 if os.access(full, os.X_OK) and os.stat(full).st_mode & 0o100 else 0o644
        entries[name] = (entry, content)
    return entries


def archive(entries, epoch):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name in sorted(entries):
            entry, content = entries[name]
            entry.mtime = epoch
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = ""
            entry.pax_headers = {}
            tar.addfile(entry, io.BytesIO(content) if content is not None else None)
    return data.getvalue()


class Layout:
    def __init__(self, folder):
        self.folder = folder
        os.makedirs(os.path.join(folder, "blobs", "sha256"))

    def blob(self, media_type, data):
        digest = hashlib.sha256(data).hexdigest()
        with open(os.path.join(self.folder, "blobs", "sha256", digest), "wb") as f:
            f.write(data)
        return {"mediaType": media_type, "digest": "sha256:" + digest, "size": len(data)}

    def layer(self, name, data):
        """Also says what it was before it was compressed: another zlib may write that with other bytes."""
        layer = self.blob("application/vnd.oci.image.layer.v1.tar+gzip", gzip.compress(data, 6, mtime=0))
        layer["annotations"] = {"dev.keelson.layer": name}
        return layer, "sha256:" + hashlib.sha256(data).hexdigest()

    def write(self, name, content):
        with open(os.path.join(self.folder, name), "wb") as f:
            f.write(encoded(content))


def encoded(content):
    return json.dumps(content, sort_keys=True, separators=(",", ":")).encode()


def main():
    base, tree, version, revision, epoch, folder = sys.argv[1:]
    epoch = int(epoch)
    image = description()
    layout = Layout(folder)
    layers = [("base", *layout.layer("base", archive(base_entries(base), epoch)))]
    for name, paths in image["layers"].items():
        layers.append((name, *layout.layer(name, archive(tree_entries(tree, paths), epoch))))
    created = datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    config = dict(image["config"])
    config["Env"] = image["base"]["environment"] + config["Env"]
    config["Labels"] = {
        "org.opencontainers.image.title": "keelson",
        "org.opencontainers.image.licenses": "Apache-2.0",
        "org.opencontainers.image.version": version,
        "org.opencontainers.image.revision": revision,
    }
    kind = {"architecture": ARCHITECTURES[platform.machine()], "os": "linux"}
    config_blob = layout.blob("application/vnd.oci.image.config.v1+json", encoded({
        **kind,
        "created": created,
        "config": config,
        "rootfs": {"type": "layers", "diff_ids": [uncompressed for _, _, uncompressed in layers]},
        "history": [{"created": created, "created_by": "dev/release: " + name} for name, _, _ in layers],
    }))
    manifest = layout.blob("application/vnd.oci.image.manifest.v1+json", encoded({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": config_blob,
        "layers": [layer for _, layer, _ in layers],
    }))
    manifest["platform"] = kind
    manifest["annotations"] = {"org.opencontainers.image.ref.name": version}
    layout.write("index.json", {"schemaVersion": 2, "manifests": [manifest]})
    layout.write("oci-layout", {"imageLayoutVersion": "1.0.0"})


if __name__ == "__main__":
    main()

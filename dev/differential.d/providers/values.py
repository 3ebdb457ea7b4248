"""What is in the resources of a random program: inputs, options, references, and what becomes of them."""
import copy
from typing import NamedTuple

# The same texts again and again, so that a secret stands beside a plain value that reads the same.
TEXTS = ["common-text", "common-text", "common-text", "another-text", "x", "y", ""]
BARE = ["Keys", "Keys", "Detail", "Detail", "Unknown", "Quiet", "Loud", "First", "Named", "Refreshed", "Stable",
        "Plain", "Legacy"]
KEEL = ["Thing", "Thing", "Thing", "Fixed", "Final"]
VESSEL, DOCK = "sea:index/vessel:Vessel", "sea:index/dock:Dock"
RANDOM = ["RandomPet", "RandomPet", "RandomString", "RandomPassword", "RandomInteger", "RandomId", "RandomUuid"]
COMMAND = "command:local:Command"


def token(kind):
    """of a type of random"""
    return "random:index/r%s:%s" % (kind[1:], kind)


PLAIN = ["zone", "size", "label", "note", "object", "list", "flag", "name", "source"]
# Inputs by type, the first ones always there.
KEYS = {"keel:index:" + k: ["zone", "size", "label", "note", "tags", "list"] for k in KEEL}
KEYS |= {"%s:index:%s" % (p, k): PLAIN for p in ("bare", "legacy") for k in BARE + ["NoDiff"]}
KEYS |= {VESSEL: ["zone", "label", "size", "note", "fleet", "tags", "hosts", "ports", "limit", "name"],
         DOCK: ["zone", "label", "size", "note", "fleet", "tags", "hosts", "ports", "limit"]}
KEYS |= {token("RandomPet"): ["keepers", "prefix", "separator", "petLength"],
         token("RandomString"): ["length", "keepers", "special", "minNumeric"],
         token("RandomPassword"): ["length", "keepers", "special", "minNumeric"],
         token("RandomInteger"): ["min", "max", "keepers"],
         token("RandomId"): ["byteLength", "keepers", "prefix"],
         token("RandomUuid"): ["keepers"]}
KEYS[COMMAND] = ["create", "update", "delete", "environment", "triggers"]
NEEDED = {"keel": 1, "bare": 0, "legacy": 0, "sea": 2, "random": 1, "command": 1}

# Outputs that are texts, by the beginning of the type; what is no text is not put into one.
OUTPUTS = {
    "keel:index:lookup": ["address", "address", "secret", "region"],
    "keel:": ["id", "endpoint", "etag", "token", "label", "zone"],
    "bare:index:echo": ["value"], "bare:": ["id", "endpoint", "etag", "etag"],
    "legacy:index:echo": ["value"], "legacy:": ["id", "endpoint", "etag"],
    "sea:index/getLookup": ["address", "secret"], "sea:": ["id", "endpoint", "etag", "token", "fleet"],
    token("RandomPet"): ["id"], token("RandomString"): ["result", "id"], token("RandomPassword"): ["result"],
    token("RandomInteger"): ["id"], token("RandomId"): ["hex", "id", "b64Url"], token("RandomUuid"): ["result"],
    "parts:index:WebApp": ["pet", "password", "endpoint", "url", "fixed"],
    "nodeparts:index:WebApp/describe": ["text"],
    "nodeparts:index:WebApp": ["pet", "password", "endpoint", "url", "fixed"],
    "pyparts:index:WebApp": ["pet", "password", "endpoint", "url", "fixed"],
    "parts:index:Options": ["first", "second"], "parts:index:Caller": ["address", "config"],
    "parts:index:Outer": ["url"],
    "command:local:run": ["stdout"], "command:": ["stdout", "stderr"], "std:": ["result"],
}


class Object(NamedTuple):
    type: str
    owner: str   # name of the entry


def opt(entry):
    return entry.setdefault("options", {})


def package(entry):
    return entry["type"].split(":")[0]


def outputs(entry):
    for start, paths in OUTPUTS.items():
        if entry["type"].startswith(start):
            return paths
    return []


def objects(entry):
    """The objects of our own providers that an entry stands for, children too: name and type."""
    name, typ, kind = entry["name"], entry["type"], entry.get("kind", "")
    i = entry.get("inputs", {})
    thing = "keel:index:Thing"
    if kind == "" and typ.startswith(("keel:", "bare:", "legacy:")):
        return [(name, typ)]
    if kind == "" and typ.startswith("sea:"):
        return [(i["label"], typ)] if isinstance(i.get("label"), str) and i["label"] and "$" not in i["label"] else []
    if kind != "remote":
        return []
    if typ == "parts:index:WebApp":
        found = [name + "-thing"]
        found += [name + "-extra"] if i.get("extra") else []
        found += [name + "-deep"] if i.get("inner") else []
        found += [name + "-n%d" % n for n in range(i.get("count", 0))]
    elif typ.endswith("parts:index:WebApp"):
        found = [name + "-thing", name + "-deep"]
    elif typ == "parts:index:Options":
        second = "-second" if not {"alias", "aliasNoParent"} & set(i["modes"]) else "-renamed"
        found = [name + "-first", name + second]
    elif typ == "parts:index:Caller":
        found = [name + "-thing"]
    else:
        found = [name + "-app-thing", name + "-user"]
    return [(each, thing) for each in found]


def fails(entry):
    """whether an entry may fail without a fault: what is made then is not certain"""
    i = entry.get("inputs", {})
    return bool(i.get("fail")) or i.get("size") == -1 or opt(entry).get("protect") \
        or entry["type"].endswith((":refuse", ":NoDiff")) or bool(opt(entry).get("import")) \
        or bool({"alias", "aliasNoParent", "import", "protect"} & set(i.get("modes", [])))


def drifts(thing):
    """what may be set at an object"""
    if thing.type.startswith("sea:"):
        return [{"size": 77}, {"endpoint": "moved"}, {"tags": {"drifted": "yes"}}, {"note": "drifted", "size": 77}]
    sets = [{"endpoint": "moved"}, {"label": "drifted"}, {"label": "common-text", "endpoint": "moved"},
            {"note": "drifted"}]
    if thing.type.startswith("keel:"):
        sets += [{"size": 77}, {"tags": {"drifted": "yes"}}, {"zone": "elsewhere"}]
    else:
        sets += [{"size": 77}, {"object": {"drifted": True}}, {"zone": "elsewhere"}]
    return sets


class Values:
    def __init__(self, r):
        self.r = r
        self.n = 0

    def p(self, x):
        return self.r.random() < x

    def name(self, start="r"):
        self.n += 1
        return "%s%d" % (start, self.n)

    # -- which entries

    def resources(self):
        """what has a URN and is no provider"""
        return [e for e in self.program if e.get("kind", "") in ("", "remote") and not e["type"].startswith("pulumi:")]

    @staticmethod
    def customs(entries):
        return [e for e in entries if e.get("kind", "") == "" and not e["type"].startswith("pulumi:")]

    @staticmethod
    def changeable(entry):
        return entry["type"] in KEYS and entry.get("kind", "") == "" or "draw" in entry.get("ours", {})

    # -- resources

    def resource(self, typ, before, name=None):
        entry = {"type": typ, "name": name or self.name(), "inputs": {}}
        keys = KEYS[typ]
        needed = NEEDED[package(entry)] + (typ.endswith("RandomInteger"))
        chosen = keys[:needed] + [k for k in keys[needed:] if self.p(0.35)]
        for key in chosen:
            entry["inputs"][key] = self.value(entry, key, before)
        if "minNumeric" in entry["inputs"] and not isinstance(entry["inputs"]["length"], int):
            del entry["inputs"]["minNumeric"]
        if package(entry) in ("bare", "legacy") and not entry["inputs"]:
            entry["inputs"]["zone"] = "z1"
        for _ in range(self.r.choice([0, 0, 0, 1, 1, 2])):
            self.option(entry, before)
        return entry

    def other_input(self, entry, before):
        """changes, adds or removes one"""
        if "draw" in entry.get("ours", {}):
            getattr(self, "draw_" + entry["ours"]["draw"])(entry, before)
            return
        i = entry.setdefault("inputs", {})
        keys = KEYS[entry["type"]]
        needed = NEEDED[package(entry)] + entry["type"].endswith("RandomInteger")
        if package(entry) == "sea" and self.p(0.9):
            keys = [k for k in keys if k != "label"]   # it is the name of the object
        key = self.r.choice(keys)
        if key in i and key not in KEYS[entry["type"]][:needed] and self.p(0.3):
            del i[key]
            return
        former = copy.deepcopy(i.get(key))
        for _ in range(5):
            i[key] = self.value(entry, key, before)
            if i[key] != former:
                return
        # so it stays as it is

    def value(self, entry, key, before):
        r = self.r
        if key == "zone":
            return self.reference(before) if before and self.p(0.12) else "z%d" % r.randint(1, 3)
        if key == "size":
            return r.choice([0, 1, 2, 3, 3, 1.5]) if package(entry) in ("bare", "legacy") else r.randint(0, 4)
        if key == "label":
            return entry["name"] if package(entry) == "sea" else self.text(before)
        if key == "note":
            return {"$secret": r.choice(TEXTS)} if self.p(0.6) else self.text(before)
        if key in ("tags", "keepers", "environment"):
            return {k: self.text(before, 0.25) for k in r.sample(["a", "b", "c", "pw"], r.randint(0, 3))}
        if key in ("list", "triggers"):
            return [self.text(before, 0.25) for _ in range(r.randint(0, 3))]
        if key == "hosts":
            return r.sample(["a", "b", "c", "common-text"], r.randint(0, 3)) + ([self.reference(before)]
                                                                               if before and self.p(0.15) else [])
        if key == "ports":
            return [dict({"number": r.randint(1, 4)}, **({"proto": "udp"} if self.p(0.4) else {}))
                    for _ in range(r.randint(0, 3))]
        if key == "limit":
            return dict({"cpu": r.randint(1, 3)}, **({"raw": r.choice(["r1", "r2"])} if self.p(0.3) else {}))
        if key == "object":
            return self.nested(before, 2)
        if key == "flag":
            return self.p(0.5)
        if key == "source":
            return self.source(before)
        if key == "length":
            return r.randint(16, 22)
        if key == "minNumeric":
            return r.randint(0, 4)
        if key == "special":
            return self.p(0.5)
        if key == "byteLength":
            return r.randint(8, 12)
        if key == "petLength":
            return r.randint(3, 4)
        if key in ("min", "max"):
            return r.randint(1, 9) if key == "min" else r.randint(800000000, 900000000)
        if key == "separator":
            return r.choice(["-", "_", "."])
        if key in ("create", "update", "delete"):
            return "echo " + r.choice(["one", "two", "common-text", self.embedded(before)])
        return self.text(before)   # fleet, name, prefix

    def text(self, before, secret=0.15):
        if before and self.p(0.3):
            return self.reference(before) if self.p(0.6) else self.embedded(before)
        text = self.r.choice(TEXTS)
        return {"$secret": text} if self.p(secret) else text

    def reference(self, before):
        """one reference that is a text; a text if there is nothing to refer to"""
        found = [(e["name"], path) for e in before for path in outputs(e)]
        if not found:
            return self.r.choice(TEXTS)
        name = self.r.choice(sorted({n for n, _ in found}))
        return "${%s.%s}" % (name, self.r.choice([path for n, path in found if n == name]))

    def embedded(self, before):
        return "in-" + self.reference(before)

    def nested(self, before, depth):
        r = self.r
        out = {}
        for key in r.sample(["a", "b", "c", "pw"], r.randint(1, 3)):
            kinds = ["text", "text", "text", "secret", "number", "list", "object"]
            kind = r.choice(kinds if depth else ["text", "secret"])
            if kind == "object":
                out[key] = self.nested(before, depth - 1)
                if self.p(0.2):
                    out[key] = {"$secret": {"common": "common-text", "n": 1}}
            elif kind == "list":
                out[key] = [self.text(before, 0.35) for _ in range(r.randint(0, 3))]
            elif kind == "number":
                out[key] = r.choice([0, 1, True, False, None, 2.5])
            else:
                out[key] = self.text(before, 1 if kind == "secret" else 0.1)
        return out

    def source(self, before):
        things = self.customs(before)
        if things and self.p(0.5):
            return {"$ref": self.r.choice(things)["name"]}
        return {"$asset": self.r.choice(["some text", "other text"])}

    # -- options

    def option(self, entry, before):
        r, o = self.r, opt(entry)
        keys = KEYS.get(entry["type"], ["zone"])
        things = self.customs(before)
        kind = r.choice(["ignoreChanges", "ignoreChanges", "replaceOnChanges", "replaceOnChanges", "secretOutputs",
                         "secretOutputs", "protect", "retainOnDelete", "deleteBeforeReplace", "deletedWith",
                         "replaceWith", "replaceTrigger", "replaceTrigger", "timeouts", "dependsOn", "dependsOn",
                         "noPropertyDeps"])
        if kind in ("ignoreChanges", "replaceOnChanges"):
            o[kind] = [self.path(r.choice(keys)) if self.p(0.9) else "*"]
        elif kind == "secretOutputs":
            o[kind] = sorted(set(r.sample([p for p in outputs(entry) if p != "id"] + keys, r.choice([1, 1, 2]))))
        elif kind in ("protect", "retainOnDelete"):
            if self.p(0.5):
                o[kind] = True
        elif kind == "deleteBeforeReplace":
            o[kind] = self.p(0.7)
        elif kind == "deletedWith" and things:
            o[kind] = r.choice(things)["name"]
        elif kind == "replaceWith" and things:
            o[kind] = [r.choice(things)["name"]]
        elif kind == "replaceTrigger":
            o[kind] = self.reference(before) if before and self.p(0.4) else r.choice(["one", "two", "three"])
        elif kind == "timeouts":
            o[kind] = {k: r.choice([30, 60, 90]) for k in r.sample(["create", "update", "delete"], r.choice([1, 2]))}
        elif kind == "dependsOn":
            able = [e["name"] for e in before if e.get("kind", "") in ("", "remote", "read")]
            if able:
                o[kind] = sorted(r.sample(able, min(len(able), r.choice([1, 1, 2]))))
        elif kind == "noPropertyDeps" and self.p(0.3):
            o[kind] = True

    def path(self, key):
        if key in ("tags", "keepers", "object", "environment") and self.p(0.5):
            return key + "." + self.r.choice("abc")
        if key in ("list", "triggers", "hosts", "ports") and self.p(0.5):
            return key + self.r.choice(["[0]", "[*]"])
        return key

    # -- what becomes of entries

    def walk(self, value, change):
        """each text, and each resource as a value"""
        if isinstance(value, str):
            return change(value)
        if isinstance(value, list):
            return [self.walk(v, change) for v in value]
        if isinstance(value, dict):
            return {k: self.walk(v, change) for k, v in value.items()}
        return value

    def drop(self, name):
        """takes an entry out, what lies in it or cannot be without it too, and what refers to it"""
        self.program[:] = [e for e in self.program if e["name"] != name]
        for entry in list(self.program):
            i = entry.get("inputs", {})
            needs = "${%s." % name in entry.get("id", "") or i.get("__self__") == {"$ref": name}
            if needs or entry.get("parent") == name:
                self.drop(entry["name"])
        for entry in self.program:
            for place in (entry.get("inputs", {}), opt(entry)):
                for key, value in list(place.items()):
                    place[key] = self.without(value, name)
            o = opt(entry)
            for key in ("dependsOn", "replaceWith"):
                if name in o.get(key, []):
                    o[key] = [n for n in o[key] if n != name]
                    if not o[key]:
                        del o[key]
            for key in ("deletedWith", "provider"):
                if o.get(key) == name:
                    del o[key]
            if name in o.get("providers", {}).values():
                del o["providers"]

    def without(self, value, name):
        if isinstance(value, dict) and value == {"$ref": name}:
            return "dropped"
        if isinstance(value, dict):
            return {k: self.without(v, name) for k, v in value.items()}
        if isinstance(value, list):
            return [self.without(v, name) for v in value]
        return "dropped" if isinstance(value, str) and "${%s." % name in value else value

    def rename(self, entry, alias=True):
        old = entry["name"]
        new = entry["name"] = self.name()
        o = opt(entry)
        former = o.get("aliases", [])
        if alias and self.p(0.85):
            o["aliases"] = [old] + [a for a in former if self.p(0.7)]
        for each in self.program:
            if "inputs" in each:
                each["inputs"] = self.walk(each["inputs"], lambda t: t.replace("${%s." % old, "${%s." % new))
                each["inputs"] = self.referring(each["inputs"], old, new)
            if "id" in each:
                each["id"] = each["id"].replace("${%s." % old, "${%s." % new)
            if each.get("parent") == old:
                each["parent"] = new
            o = opt(each)
            for key in ("dependsOn", "replaceWith"):
                if key in o:
                    o[key] = [new if n == old else n for n in o[key]]
            for key in ("deletedWith", "provider"):
                if o.get(key) == old:
                    o[key] = new
            if "replaceTrigger" in o:
                o["replaceTrigger"] = self.walk(o["replaceTrigger"], lambda t: t.replace("${%s." % old, "${%s." % new))

    def referring(self, value, old, new):
        if isinstance(value, dict):
            if value == {"$ref": old}:
                return {"$ref": new}
            return {k: self.referring(v, old, new) for k, v in value.items()}
        if isinstance(value, list):
            return [self.referring(v, old, new) for v in value]
        return value

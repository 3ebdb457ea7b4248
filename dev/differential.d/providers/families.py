"""Which programs there are, and what changes in them besides inputs and options."""
from typing import Callable, NamedTuple

import values
from values import opt

WEBS = ["parts:index:WebApp", "nodeparts:index:WebApp", "pyparts:index:WebApp"]
# Options of the second child of parts:index:Options; of those in one group there is one.
MODES = [["protect", "unprotect"], ["deleteFirst", "createFirst"], ["ignore"], ["retain"], ["replaceOnChanges"],
         ["secretOutputs"], ["timeouts"], ["alias"], ["dependsOn"], ["deletedWith"], ["replaceWith"], ["trigger"],
         ["version"], ["pluginURL"], ["hide"], ["provider"], ["transform"]]
UUID = "aabbccdd-eeff-0011-2233-4455667788"


class Family(NamedTuple):
    weight: int
    needs: set
    draw: Callable
    twists: list = []


class Families(values.Values):
    coming = ()      # objects that appear with the next step, and which entry they are of

    # -- programs

    def native(self):
        for _ in range(self.r.randint(2, 5)):
            self.put(self.native_type())

    def native_type(self):
        kind = self.r.choice(["keel", "keel", "keel", "keel", "bare", "bare", "legacy"])
        return "%s:index:%s" % (kind, self.r.choice(values.KEEL if kind == "keel" else values.BARE))

    def put(self, typ, **more):
        entry = self.resource(typ, self.program)
        entry.update(more)
        self.program.append(entry)
        return entry

    def bridge(self):
        for _ in range(self.r.randint(2, 4)):
            self.put(values.token(self.r.choice(values.RANDOM)))
            if self.p(0.3):
                self.put("keel:index:Thing")
        if self.p(0.2):
            self.import_uuid()

    def bridge_sdk2(self):
        for _ in range(self.r.randint(1, 3)):
            self.put(self.r.choice([values.VESSEL, values.VESSEL, values.DOCK]))
        if self.p(0.3):
            self.function("sea:index/getLookup:getLookup")
        if self.p(0.3):
            self.put("keel:index:Thing")
        if self.p(0.2):
            self.explicit("sea")
        if self.p(0.15):
            self.common["autonaming"] = self.autonaming()

    def autonaming(self):
        pattern = {"pattern": "shop-${name}-${hex(4)}"}
        return self.r.choice([pattern, pattern | {"enforce": True}, {"verbatim": True}, {"disable": True}])

    def components(self):
        self.around()
        for _ in range(self.r.choice([1, 1, 2])):
            self.component(self.r.choice(["WebApp", "WebApp", "WebApp", "Options", "Caller", "Outer"]))
        self.users()

    def around(self):
        """what a component may use"""
        if self.p(0.5):
            self.put("keel:index:Thing")
        if self.p(0.25):
            self.explicit("keel")
        if self.p(0.12):
            group = {"kind": "component", "type": "test:index:Group", "name": self.name("g"), "inputs": {}}
            self.program.append(group)

    def users(self):
        for _ in range(self.r.choice([0, 1, 1, 2])):
            self.put(self.r.choice(["keel:index:Thing", "keel:index:Thing", "bare:index:Detail"]))

    def component(self, kind="WebApp", pack="parts"):
        before = self.program
        entry = {"kind": "remote", "type": "%s:index:%s" % (pack, kind), "name": self.name("c"),
                 "inputs": {"zone": self.zone(before)}, "ours": {"draw": "component"}}
        if kind == "Options":
            entry["inputs"] |= {"label": self.text(before), "modes": self.modes()}
        for _ in range(self.r.choice([0, 1, 1, 2])):
            self.draw_component(entry, before)
        for _ in range(self.r.choice([0, 0, 1])):
            self.component_option(entry, before)
        given = [e["name"] for e in before if e["type"] == "pulumi:providers:keel"]
        if given and self.p(0.6):
            opt(entry)["providers"] = {"keel": self.r.choice(given)}
        groups = [e["name"] for e in before if e.get("kind") == "component"]
        if groups and self.p(0.7):
            entry["parent"] = self.r.choice(groups)
        self.program.append(entry)
        return entry

    def zone(self, before):
        if before and self.p(0.2):
            return self.reference(before)
        zone = "z%d" % self.r.randint(1, 3)
        return {"$secret": zone} if self.p(0.1) else zone

    def modes(self):
        return [self.r.choice(group) for group in self.r.sample(MODES, self.r.choice([0, 1, 1, 2]))]

    def draw_component(self, entry, before):
        """changes what a component is given"""
        r, i, typ = self.r, entry["inputs"], entry["type"]
        able = {"WebApp": ["zone", "zone", "size", "note"], "Options": ["zone", "label", "label", "modes", "modes"],
                "Caller": ["zone", "zone", "log"], "Outer": ["zone"]}[typ[typ.rindex(":") + 1:]]
        if typ == "parts:index:WebApp":
            able += ["extra", "extra", "count", "count", "inner", "inner"]
        key = r.choice(able + (["thing"] if typ.startswith("nodeparts") else []))
        things = [e["name"] for e in self.customs(before) if e["type"] == "keel:index:Thing"]
        if key in i and key not in ("zone", "modes", "label") and self.p(0.4):
            del i[key]
        elif key == "zone":
            i[key] = self.zone(before)
        elif key == "size":
            i[key] = r.choice([0, 1, 2, 3])
        elif key == "note":
            i[key] = {"$secret": r.choice(values.TEXTS)} if self.p(0.5) else self.text(before)
        elif key in ("extra", "inner"):
            i[key] = not i.get(key)
        elif key == "count":
            i[key] = r.randint(0, 3)
        elif key == "label":
            i[key] = self.text(before)
        elif key == "modes":
            i[key] = self.modes()
            i.pop("other", None)
        elif key == "log":
            i[key] = r.choice(["info", "warning", "error"])
        elif key == "thing" and things:
            i[key] = {"$ref": r.choice(things)}

    def component_option(self, entry, before):
        o = opt(entry)
        providers = [e["name"] for e in before if e["type"] == "pulumi:providers:keel"]
        able = [e["name"] for e in before if e.get("kind", "") in ("", "remote")]
        kind = self.r.choice(["protect", "dependsOn", "providers", "providers", "retainOnDelete", "secretOutputs"])
        if kind == "dependsOn" and able:
            o[kind] = [self.r.choice(able)]
        elif kind == "providers" and providers:
            o[kind] = {"keel": self.r.choice(providers)}
        elif kind == "protect" or kind == "retainOnDelete" and self.p(0.5):
            o[kind] = True
        elif kind == "secretOutputs" and self.p(0.3):
            o[kind] = ["endpoint"]

    def component_failures(self):
        self.around()
        self.component(pack=self.language())
        if self.p(0.4):
            self.component("Options")
        self.users()

    def language(self):
        return self.r.choice([p for p in ("parts", "parts", "nodeparts", "pyparts") if p in self.providers])

    def component_languages(self):
        self.around()
        able = [p for p in ("nodeparts", "pyparts") if p in self.providers]
        web = self.component(pack=self.r.choice(able))
        if web["type"].startswith("nodeparts") and self.p(0.6):
            call = {"kind": "call", "type": "nodeparts:index:WebApp/describe", "name": self.name("m"),
                    "ours": {"draw": "function"},
                    "inputs": {"__self__": {"$ref": web["name"]}, "greeting": self.text(self.program)}}
            self.program.append(call)
        if self.p(0.2):
            self.component(pack=self.r.choice(able))
        self.users()

    def child_options(self):
        self.around()
        self.component("Options")
        self.users()

    def monitor(self):
        self.component(self.r.choice(["WebApp", "Options"]), "parts")
        if self.p(0.5) and {"nodeparts", "pyparts"} & self.providers:
            self.component_languages()
        self.common["monitor"] = {"noDeploymentInfo": True}
        if self.p(0.6):
            self.common["monitor"]["without"] = ["transforms", "invokeTransforms", "resourceHooks", "errorHooks"]

    def read(self):
        for _ in range(self.r.choice([1, 1, 2])):
            self.r.choice([self.read_one, self.import_one, self.import_one])()
        if self.p(0.3):
            self.import_operation()
        self.users()
        if self.p(0.5):
            self.put(self.native_type())

    def there(self, typ):
        """an object that nobody manages: its id, and its inputs"""
        ident = self.name("there")
        inputs = {"zone": "z1", "label": self.r.choice(["x", "common-text"]), "size": 1}
        if typ.startswith("sea:"):
            inputs |= {"fleet": "f", "note": "", "token": "t", "label": ident}
            inputs |= {"name": "own-" + ident} if typ == values.VESSEL else {}
            ident += "-1"
        elif self.p(0.4):
            inputs["note"] = "common-text"
        self.coming = [*self.coming, ({"create": ident, "type": typ[typ.rindex(":") + 1:], "inputs": inputs}, typ)]
        return ident, inputs

    def importable(self):
        return self.r.choice(["keel:index:Thing", "keel:index:Thing", "keel:index:Fixed", "bare:index:Keys",
                              "bare:index:Detail", "bare:index:Plain", "bare:index:Unknown", "legacy:index:Keys",
                              values.VESSEL, values.DOCK])

    def read_one(self):
        typ = self.r.choice(
            ["keel:index:Thing", "keel:index:Fixed", "bare:index:Keys", "legacy:index:Keys", values.VESSEL])
        ident, _ = self.there(typ)
        self.program.append({"kind": "read", "type": typ, "name": self.name(), "id": ident, "inputs": {}})

    def import_one(self):
        """with inputs that are those of the object, or with one that differs"""
        typ = self.importable()
        ident, inputs = self.there(typ)
        entry = self.resource(typ, [])
        entry["inputs"] = {k: v for k, v in inputs.items() if k != "token"}
        if self.p(0.4):
            self.other_input(entry, self.program)
        opt(entry)["import"] = ident
        self.program.append(entry)

    def import_uuid(self):
        entry = {"type": values.token("RandomUuid"), "name": self.name(), "inputs": {}, "options": {}}
        entry["options"]["import"] = UUID + "%02d" % self.r.randint(10, 99)
        self.program.append(entry)

    def import_operation(self):
        """the objects are imported before the program has them"""
        typ = self.importable()
        ident, inputs = self.there(typ)
        given = {k: v for k, v in inputs.items() if k != "token"}
        entry = {"type": typ, "name": self.name(), "inputs": given, "options": {}}
        imported = {"type": typ, "name": entry["name"], "id": ident}
        if self.p(0.3):
            imported["protect"] = True
        *self.coming, (event, _) = self.coming
        self.opening = {"op": "import", "imports": [imported], "outside": [event]}
        if self.p(0.3):
            self.other_input(entry, [])
        self.program.append(entry)

    def diff(self):
        for _ in range(self.r.randint(1, 3)):
            kind = self.r.choice(values.BARE + ["NoDiff", "Unknown", "Quiet", "Loud"])
            self.put("bare:index:" + kind)
            if self.p(0.5):
                self.put("keel:index:Thing")

    def explicit(self, pack):
        entry = {"type": "pulumi:providers:" + pack, "name": self.name("p"), "inputs": {},
                 "ours": {"draw": "provider"}}
        for _ in range(self.r.choice([1, 1, 2])):
            self.draw_provider(entry, self.program)
        self.program.append(entry)
        for each in self.customs(self.program):
            if each["type"].startswith(pack + ":") and self.p(0.5) and self.last(each):
                self.program.remove(each)      # providers stand before what is theirs
                self.program.append(each)
                opt(each)["provider"] = entry["name"]
        return entry

    def last(self, entry):
        """whether it may stand behind the others, for none refers to it"""
        return not any(self.mentions(each, {entry["name"]}) for each in self.program if each is not entry)

    def draw_provider(self, entry, before):
        r, i = self.r, entry["inputs"]
        keys = ["region", "region", "key", "account"]
        key = r.choice(keys[:3] if entry["type"].endswith(("keel", "legacy")) else keys)
        if key in i and self.p(0.3):
            del i[key]
        elif key == "region":
            i[key] = self.reference(before) if before and self.p(0.2) else r.choice(["east", "west", "north"])
        elif key == "key":
            i[key] = {"$secret": r.choice(["common-text", "another-text"])}
        else:
            i[key] = r.choice(["1", "2", "3"])

    def with_providers(self):
        if self.p(0.4):
            self.put("keel:index:Thing")
        packs = self.r.sample(["keel", "bare", "sea", "legacy"], self.r.choice([1, 1, 2]))
        for pack in packs:
            provider = self.explicit(pack)
            for _ in range(self.r.choice([1, 2])):
                typ = {"keel": "keel:index:Thing", "bare": "bare:index:Keys", "sea": values.VESSEL,
                       "legacy": "legacy:index:Keys"}[pack]
                opt(self.put(typ))["provider"] = provider["name"]
        if "keel" in packs and self.p(0.5):
            providers = [e["name"] for e in self.program if e["type"] == "pulumi:providers:keel"]
            opt(self.component("Options"))["providers"] = {"keel": providers[0]}
        if self.p(0.3):
            self.config = {"keel:region": "south", "bare:region": "south"}
        self.users()

    def functions(self):
        for _ in range(self.r.choice([1, 2, 3])):
            self.function(self.r.choice(["keel:index:lookup", "keel:index:lookup", "bare:index:echo",
                                         "legacy:index:echo", "sea:index/getLookup:getLookup"]))
            self.put(self.r.choice(["keel:index:Thing", "keel:index:Thing", "bare:index:Keys"]))

    def function(self, typ):
        entry = {"kind": "invoke", "type": typ, "name": self.name("f"), "inputs": {}, "ours": {"draw": "function"}}
        self.draw_function(entry, self.program)
        self.program.append(entry)

    def draw_function(self, entry, before):
        typ, i = entry["type"], entry["inputs"]
        if typ.endswith("echo"):
            i["value"] = self.text(before)
        elif typ.endswith("describe"):
            i["greeting"] = self.text(before)
        elif typ == "std:index:join":
            i |= {"input": [self.text(before) for _ in range(self.r.randint(1, 3))], "separator": self.r.choice("-,")}
        elif typ == "std:index:replace":
            i |= {"text": self.text(before), "search": "common", "replace": "rare"}
        elif typ.startswith("std:"):
            i["input"] = self.text(before)
        elif typ == "command:local:run":
            i["command"] = "echo " + self.r.choice(["one", "two", "common-text"])
        else:
            i["zone"] = self.zone(before)
            if typ.startswith("keel:") and self.p(0.4):
                i["note"] = self.text(before)

    def commands(self):
        for _ in range(self.r.choice([1, 2])):
            if self.p(0.5):
                self.put("keel:index:Thing")
            entry = self.put(values.COMMAND)
            if "triggers" in entry["inputs"] and self.p(0.7):   # as the SDKs do
                opt(entry)["replaceOnChanges"] = ["triggers[*]"]
        if self.p(0.4):
            self.function("command:local:run")
            self.put("keel:index:Thing")

    def std(self):
        if self.p(0.5):
            self.put("keel:index:Thing")
        for _ in range(self.r.choice([1, 2, 3])):
            self.function("std:index:" + self.r.choice(["upper", "lower", "join", "replace"]))
        self.put("keel:index:Thing")

    def protocol(self):
        for _ in range(self.r.randint(2, 3)):
            entry = self.put("%s:index:%s" % (self.r.choice(["bare", "bare", "legacy"]), self.r.choice(values.BARE)))
            for key in self.r.sample(["object", "list", "source", "note"], 2):
                before = self.program[:-1]
                entry["inputs"][key] = self.value(entry, key, before)
            if self.p(0.4):
                self.put("keel:index:Thing")
        if self.p(0.2):
            self.common["autonaming"] = self.autonaming()

    # -- twists

    def replace_them(self):
        """another zone, or another length: a new object"""
        entries = self.resources()
        if not entries:
            return
        entry = self.r.choice(entries)
        i = entry.setdefault("inputs", {})
        if "length" in i:
            i["length"] = i["length"] % 22 + 16 if i["length"] < 30 else 16
        elif "keepers" in i or entry["type"].startswith("random:"):
            i["keepers"] = {"k": "%d" % self.r.randint(1, 99)}
        elif not entry["type"].startswith("command:"):
            i["zone"] = "z%d" % self.r.randint(4, 9)

    def alias_and_replace(self):
        """renamed with an alias, and replaced with the same change"""
        entries = self.resources()
        if entries:
            entry = self.r.choice(entries)
            self.rename(entry)
            i = entry.setdefault("inputs", {})
            if "zone" in i:
                i["zone"] = "z%d" % self.r.randint(4, 9)

    def together(self):
        """deletedWith, replaceWith or replaceTrigger between two of them, with a new object of the first"""
        things = self.customs(self.program)
        if len(things) < 2:
            return
        at = self.r.randrange(1, len(things))
        first, second = things[self.r.randrange(at)], things[at]
        o = opt(second)
        kind = self.r.choice(["deletedWith", "replaceWith", "replaceTrigger"])
        o[kind] = {"deletedWith": first["name"], "replaceWith": [first["name"]],
                   "replaceTrigger": "${%s.id}" % first["name"]}[kind]
        if "zone" in first.get("inputs", {}):
            first["inputs"]["zone"] = "z%d" % self.r.randint(4, 9)

    def secret_or_plain(self):
        """what was plain is secret now, or the other way round"""
        fixed = ("zone", "region", "fail", "create", "update", "delete", "other", "key")
        found = [(e["inputs"], k) for e in self.program for k, v in e.get("inputs", {}).items()
                 if k not in fixed and not (k == "label" and e["type"].startswith("sea:"))
                 and (isinstance(v, str) and "$" not in v or isinstance(v, dict) and set(v) == {"$secret"})]
        if found:
            place, key = self.r.choice(found)
            place[key] = place[key]["$secret"] if isinstance(place[key], dict) else {"$secret": place[key]}

    def fail_or_not(self):
        """a component that fails, and then does not"""
        entries = [e for e in self.program if e["type"] in WEBS and e.get("kind") == "remote"]
        if entries:
            entry = self.r.choice(entries)
            i = entry["inputs"]
            if i.pop("fail", None) is None:
                able = ["first", "middle"]
                able += {"parts": ["late", "late", "applyOnly", "previewOnly", "otherInputs"], "nodeparts": ["input"],
                         "pyparts": []}[values.package(entry)]
                i["fail"] = self.r.choice(able)

    def late(self):
        """children that are there only when something is known, or only in one kind of run"""
        entries = [e for e in self.program if e["type"] == "parts:index:WebApp"]
        if entries:
            i = self.r.choice(entries)["inputs"]
            if i.pop("fail", None) is None:
                i["fail"] = self.r.choice(["late", "late", "applyOnly", "previewOnly", "otherInputs"])

    def component_change(self):
        entries = [e for e in self.program if e.get("kind") == "remote"]
        if entries:
            entry = self.r.choice(entries)
            self.draw_component(entry, self.program[:self.program.index(entry)])
            if self.p(0.3):
                self.component_option(entry, self.program[:self.program.index(entry)])

    def other_language(self):
        """a component of another type takes its place, whose children have the same names"""
        entries = [e for e in self.program if e.get("kind") == "remote" and e["type"] in WEBS
                   and not any(c.get("inputs", {}).get("__self__") == {"$ref": e["name"]} for c in self.program)]
        if entries:
            entry = self.r.choice(entries)
            entry["type"] = self.r.choice([web for web in WEBS if web.split(":")[0] in self.providers])
            entry["inputs"] = {k: v for k, v in entry["inputs"].items() if k in ("zone", "size", "note")}

    def unprotect(self):
        for entry in self.program:
            if opt(entry).get("protect"):
                opt(entry)["protect"] = False

    def adopt(self):
        """a resource moves into a component"""
        things = [e for e in self.customs(self.program) if e["type"] == "keel:index:Thing"]
        homes = [e for e in self.program if e["type"] == "parts:index:Options"]
        if things and homes:
            thing, home = self.r.choice(things), self.r.choice(homes)
            self.drop(thing["name"])
            if home in self.program:
                home["inputs"] |= {"modes": ["aliasNoParent"], "other": thing["name"]}

    def import_child(self):
        homes = [e for e in self.program if e["type"] == "parts:index:Options"]
        if homes:
            home = self.r.choice(homes)
            ident, inputs = self.there("keel:index:Thing")
            home["inputs"] |= {"modes": ["import"], "other": ident, "zone": inputs["zone"], "label": inputs["label"]}

    def rename_child(self):
        homes = [e for e in self.program if e["type"] == "parts:index:Options"]
        if homes:
            modes = self.r.choice(homes)["inputs"]["modes"]
            if "alias" in modes:
                modes.remove("alias")
            else:
                modes.append("alias")

    def read_child(self):
        """the component reads an object too"""
        entries = [e for e in self.program if e["type"] == "parts:index:Caller"]
        if entries:
            i = self.r.choice(entries)["inputs"]
            if i.pop("readId", None) is None:
                i["readId"] = self.there("keel:index:Thing")[0]

    def provider_change(self):
        entries = [e for e in self.program if e["type"].startswith("pulumi:providers:")]
        if entries:
            entry = self.r.choice(entries)
            self.draw_provider(entry, self.program[:self.program.index(entry)])

    def provider_moves(self):
        """a resource leaves its provider, or comes to one"""
        for entry in self.program:
            o = opt(entry)
            if entry.get("kind", "") == "" and self.p(0.5):
                able = [e["name"] for e in self.program[:self.program.index(entry)]
                        if e["type"] == "pulumi:providers:" + values.package(entry)]
                if o.pop("provider", None) is None and able:
                    o["provider"] = self.r.choice(able)

    def provider_renamed(self):
        entries = [e for e in self.program if e["type"].startswith("pulumi:providers:")]
        if entries:
            entry = self.r.choice(entries)
            old = entry["name"]
            self.rename(entry)
            for each in self.program:
                held = opt(each).get("providers", {})
                for pack in held:
                    held[pack] = entry["name"] if held[pack] == old else held[pack]

    def stack_config(self):
        key = "%s:region" % self.r.choice(["keel", "bare"])
        self.config[key] = self.r.choice(["north", "south", {"$secret": "south"}])

    def forget_import(self):
        for entry in self.program:
            opt(entry).pop("import", None)

    def negative(self):
        """an input that Check refuses; the next change mends it"""
        entries = [e for e in self.customs(self.program) if "size" in values.KEYS.get(e["type"], [])]
        if entries:
            self.r.choice(entries)["inputs"]["size"] = -1


F = Families
PLAIN = [F.replace_them, F.replace_them, F.alias_and_replace, F.together, F.secret_or_plain, F.unprotect]
COMPONENTS = [F.component_change, F.component_change, F.component_change, F.replace_them, F.alias_and_replace,
              F.unprotect, F.other_language, F.late, F.adopt, F.read_child, F.provider_change]
FAMILIES = {
    "native": Family(10, {"keel", "bare", "legacy"}, F.native, PLAIN + [F.negative]),
    "bridge": Family(9, {"random", "keel"}, F.bridge, PLAIN),
    "bridge-sdk2": Family(14, {"sea", "keel"}, F.bridge_sdk2, PLAIN + [F.negative, F.provider_change]),
    "component-languages": Family(8, {"nodeparts", "random", "keel", "bare"}, F.component_languages,
                                  COMPONENTS[:7] + [F.fail_or_not]),
    "read": Family(7, {"keel", "bare", "legacy", "sea"}, F.read, PLAIN + [F.forget_import, F.read_one, F.import_one]),
    "components": Family(7, {"parts", "random", "keel", "bare"}, F.components, COMPONENTS),
    "child-options": Family(6, {"parts", "keel", "bare"}, F.child_options,
                            [F.component_change, F.component_change, F.adopt, F.import_child, F.rename_child,
                             F.replace_them]),
    "failures": Family(4, {"keel", "bare", "legacy"}, F.native, PLAIN),
    "component-failures": Family(4, {"parts", "random", "keel", "bare"}, F.component_failures,
                                 [F.component_change, F.replace_them, F.fail_or_not]),
    "diff": Family(4, {"bare", "keel"}, F.diff, [F.replace_them, F.secret_or_plain, F.together]),
    "providers": Family(4, {"keel", "bare", "sea", "legacy", "parts"}, F.with_providers,
                        [F.provider_change, F.provider_change, F.provider_moves, F.provider_renamed, F.stack_config]),
    "protocol": Family(3, {"bare", "legacy", "keel"}, F.protocol, PLAIN),
    "command": Family(3, {"command", "keel"}, F.commands, [F.together]),
    "std": Family(3, {"std", "keel"}, F.std),
    "monitor": Family(2, {"parts", "random", "keel", "bare"}, F.monitor, COMPONENTS[:6]),
    "functions": Family(2, {"keel", "bare", "legacy", "sea"}, F.functions, [F.replace_them]),
}

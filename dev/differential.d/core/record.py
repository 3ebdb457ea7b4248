"""Record the real behaviour of the Terraform binary for neutral scenarios.

  record.py --out DIR FILE.json...   record the scenarios of files again, for the steps they have now
  record.py --verify FILE.json...    the same in memory, and compare
  record.py --show FILE.json...      print the HCL generated for each step

See FORMAT.md for the scenario language and for the meaning of `expect`.
"""
import argparse, concurrent.futures, json, os, random, re, shutil, subprocess
import sys, tempfile
from decimal import Decimal

TYPE = "terraform_data"
P = TYPE + "."
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
UNKNOWN = {"$unknown": True}


# ------------------------------------------------------------------ JSON ----
def loads(s):
    return json.loads(s, parse_float=Decimal)


def dumps(v, indent=None, level=0, width=150):
    """JSON with exact numbers; containers that fit on a line stay on one."""
    flat = _flat(v)
    if indent is None or len(flat) + indent * level <= width or not isinstance(v, (dict, list)):
        return flat
    pad, end = " " * indent * (level + 1), " " * indent * level
    if isinstance(v, dict):
        body = [pad + json.dumps(str(k), ensure_ascii=False) + ": " + dumps(x, indent, level + 1, width)
                for k, x in v.items()]
        return "{\n" + ",\n".join(body) + "\n" + end + "}"
    return "[\n" + ",\n".join(pad + dumps(x, indent, level + 1, width) for x in v) + "\n" + end + "]"


def _flat(v):
    if isinstance(v, Decimal):
        return str(v)
    if isinstance(v, dict):
        return "{" + ", ".join(json.dumps(str(k), ensure_ascii=False) + ": " + _flat(x) for k, x in v.items()) + "}"
    if isinstance(v, (list, tuple)):
        return "[" + ", ".join(_flat(x) for x in v) + "]"
    return json.dumps(v, ensure_ascii=False)


# ------------------------------------------------------------------- HCL ----
def q(s):
    out = ['"']
    for c in s:
        o = ord(c)
        if c in '"\\':
            out.append("\\" + c)
        elif c == "\n":
            out.append("\\n")
        elif c == "\r":
            out.append("\\r")
        elif c == "\t":
            out.append("\\t")
        elif o < 32 or o == 127:
            out.append("\\u%04x" % o)
        else:
            out.append(c)
    out.append('"')
    return "".join(out).replace("${", "$${").replace("%{", "%%{")


ROOTS = ("each", "count", "self", "module", "var", "local")


def ref(r):
    head = re.match(r"[A-Za-z_][A-Za-z0-9_-]*", r).group(0)
    return r if head in ROOTS else P + r


def full(a):
    """neutral address -> terraform's address"""
    return a if a.startswith("module.") else P + a


FUNCS = {"toset", "tolist", "tomap", "length", "keys", "values", "upper", "merge", "concat", "jsonencode",
         "tostring", "tonumber", "flatten", "lookup", "range", "contains", "max", "startswith", "join", "sort"}


class Hcl:
    def __init__(self, step):
        self.mode = {}
        for r in step.get("resources", []):
            self.mode[r["name"]] = "each" if "for_each" in r else "count" if "count" in r else "one"
        for c in step.get("calls", []):
            self.mode["module." + c["name"]] = "each" if "for_each" in c else "count" if "count" in c else "one"

    def expr(self, v):
        e = self.expr
        if v is None:
            return "null"
        if v is True:
            return "true"
        if v is False:
            return "false"
        if isinstance(v, (int, Decimal, float)):
            return str(v)
        if isinstance(v, str):
            return q(v)
        if isinstance(v, list):
            return "[" + ", ".join(e(x) for x in v) + "]"
        if isinstance(v, dict):
            if "$ref" in v:
                return ref(v["$ref"])
            if "$all" in v:
                x = full(v["$all"])
                x = "values(%s)" % x if self.mode.get(v["$all"]) == "each" else x
                return "%s[*].%s" % (x, v["attr"])
            if "$concat" in v:
                return '"' + "".join(q(x)[1:-1] if isinstance(x, str) else "${" + e(x) + "}" for x in v["$concat"]) + '"'
            if "$fn" in v:
                if v["$fn"] not in FUNCS:
                    raise ValueError("function " + v["$fn"])
                return v["$fn"] + "(" + ", ".join(e(x) for x in v["args"]) + ")"
            if "$op" in v:
                a = v["args"]
                return "(!%s)" % e(a[0]) if len(a) == 1 else "(%s %s %s)" % (e(a[0]), v["$op"], e(a[1]))
            if "$cond" in v:
                return "(%s ? %s : %s)" % tuple(e(x) for x in v["$cond"])
            if "$object" in v:
                v = v["$object"]
            elif any(k.startswith("$") for k in v):
                raise ValueError("unknown special %r" % v)
            return "{" + ", ".join(q(k) + " = " + e(x) for k, x in v.items()) + "}"
        raise ValueError(repr(v))

    def repetition(self, r):
        o = []
        if "count" in r:
            o.append("  count = " + self.expr(r["count"]))
        if "for_each" in r:
            f = r["for_each"]
            if "set" in f:
                o.append("  for_each = toset(" + self.expr(f["set"]) + ")")
            elif "map" in f:
                o.append("  for_each = " + self.expr({"$object": f["map"]}))
            else:
                o.append("  for_each = " + self.expr(f["expr"]))
        return o

    def call(self, c, inside, told):
        """told: the instance path is passed on, for injected failures"""
        o = ["module %s {" % q(c["name"]), "  source = " + q(("../" if inside else "./defs/") + c["definition"])]
        o += self.repetition(c)
        for k, v in (c.get("inputs") or {}).items():
            o.append("  %s = %s" % (k, self.expr(v)))
        if told:
            key = {"one": "", "count": "[${count.index}]", "each": "[${jsonencode(each.key)}]"}[self.mode["module." + c["name"]]]
            o.append('  %s = "%smodule.%s%s."' % (AT, "${var.%s}" % AT if inside else "", c["name"], key))
        if c.get("depends_on"):
            o.append("  depends_on = [" + ", ".join(ref(d) for d in c["depends_on"]) + "]")
        return "\n".join(o + ["}"])

    def variable(self, v):
        o = ["variable %s {" % q(v["name"])]
        if "type" in v:
            o.append("  type = " + v["type"])
        for k in ("default", "nullable", "sensitive"):
            if k in v:
                o.append("  %s = %s" % (k, self.expr(v[k])))
        for c in v.get("validation", []):
            o += ["  validation {", "    condition     = " + self.expr(c["condition"]),
                  "    error_message = " + self.expr(c["error_message"]), "  }"]
        return "\n".join(o + ["}"])

    def output(self, x):
        o = ["output %s {" % q(x["name"]), "  value = " + self.expr(x["value"])]
        if "sensitive" in x:
            o.append("  sensitive = " + self.expr(x["sensitive"]))
        if x.get("depends_on"):
            o.append("  depends_on = [" + ", ".join(ref(d) for d in x["depends_on"]) + "]")
        for c in x.get("precondition", []):
            o += ["  precondition {", "    condition     = " + self.expr(c["condition"]),
                  "    error_message = " + self.expr(c["error_message"]), "  }"]
        return "\n".join(o + ["}"])

    def resource(self, r, fails, delay):
        o = ["resource %s %s {" % (q(TYPE), q(r["name"]))]
        o += self.repetition(r)
        for k in ("input", "triggers_replace"):
            if k in r:
                o.append("  %s = %s" % (k, self.expr(r[k])))
        if r.get("depends_on"):
            o.append("  depends_on = [" + ", ".join(ref(d) for d in r["depends_on"]) + "]")
        lc = r.get("lifecycle") or {}
        if lc:
            o.append("  lifecycle {")
            for k in ("create_before_destroy", "prevent_destroy"):
                if k in lc:
                    o.append("    %s = %s" % (k, self.expr(lc[k])))
            if "ignore_changes" in lc:
                ic = lc["ignore_changes"]
                o.append("    ignore_changes = " + ("all" if ic == "all" else "[" + ", ".join(ic) + "]"))
            if "replace_triggered_by" in lc:
                o.append("    replace_triggered_by = [" + ", ".join(ref(x) for x in lc["replace_triggered_by"]) + "]")
            for kind in ("precondition", "postcondition"):
                for c in lc.get(kind, []):
                    o += ["    %s {" % kind, "      condition     = " + self.expr(c["condition"]),
                          "      error_message = " + self.expr(c["error_message"]), "    }"]
            o.append("  }")
        o += provisioners(r, fails, delay)
        o.append("}")
        return "\n".join(o)


def _pv(when, cmd):
    d = ["    when = destroy"] if when == "destroy" else []
    return ['  provisioner "local-exec" {'] + d + ["    command = " + cmd, "  }"]


AT = "instance_path_of_the_call"   # a hidden variable, only present if something inside a module is to fail


def provisioners(r, fails, delay):
    """fails: {"create": [keys] or None, "create_in": [path of the module instance + key], "destroy": [object ids]}"""
    o = []
    if delay is not None:
        o += _pv("create", q("sleep %.3f" % delay())) + _pv("destroy", q("sleep %.3f" % delay()))
    ck = fails.get("create")
    if ck:
        if "count" in r:
            cond = "contains([%s], count.index)" % ", ".join(ck)
        elif "for_each" in r:
            cond = "contains([%s], each.key)" % ", ".join(ck)
        else:
            cond = "true"
        o += _pv("create", '%s ? "exit 1" : "exit 0"' % cond)
    if fails.get("create_in"):
        key = "${count.index}" if "count" in r else "${each.key}" if "for_each" in r else ""
        o += _pv("create", 'contains([%s], "${var.%s}%s") ? "exit 1" : "exit 0"' % (
            ", ".join(q(x) for x in sorted(fails["create_in"])), AT, key))
    ids = fails.get("destroy")
    if ids:
        o += _pv("destroy", 'contains([%s], self.id) ? "exit 1" : "exit 0"' % ", ".join(q(i) for i in ids))
    return o


def addr(a):
    """terraform's address -> neutral address"""
    a = a[len(P):] if a.startswith(P) else a
    return a.replace("$${", "${").replace("%%{", "%{")


STEP = r'module\.[A-Za-z_][A-Za-z0-9_-]*(?:\[(?:\d+|"(?:[^"\\]|\\.)*")\])?\.'
ADDR = re.compile(r"^((?:%s)*)(?:%s)?([A-Za-z_][A-Za-z0-9_-]*)(?:\[(.*)\])?$" % (STEP, re.escape(P)))


def split_path(a):
    """(path of the module instance with a dot at its end, resource, key), None for a module"""
    m = ADDR.match(a)
    return m and m.groups()


def split_addr(a):
    m = ADDR.match(a)
    return (m.group(1) and m.group(1) + P) + m.group(2), m.group(3)


def static(path):
    return re.sub(r'\[(?:\d+|"(?:[^"\\]|\\.)*")\]', "", path)


def bodies(step):
    """{static path of the module ("" = root): its body}, for what is really called"""
    out, todo = {}, [("", None)]
    while todo:
        path, d = todo.pop()
        b = out[path] = step if d is None else step.get("modules", {}).get(d, {})
        for c in b.get("calls", []):
            if path.count("module.") < 8 and c["definition"] in step.get("modules", {}):
                todo.append(("%smodule.%s." % (path, c["name"]), c["definition"]))
    return out


def definition_of(step):
    """{static path: name of the definition}"""
    bs = bodies(step)
    return {"%smodule.%s." % (p, c["name"]): c["definition"] for p, b in bs.items() for c in b.get("calls", [])}


def render_files(step, prior_ids, delay):
    """prior_ids: {addr: id of the current object before the step}. Returns {file: text}"""
    where, bs = definition_of(step), bodies(step)
    fails, told = {}, False      # (definition or "", resource) -> slot; failures of what is not declared: by address
    gone = {}
    for f in step.get("failures", []):
        path, name, key = split_path(f["addr"])
        declared = static(path) in bs and any(r["name"] == name for r in bs[static(path)].get("resources", []))
        if declared:
            slot = fails.setdefault((where.get(static(path), ""), name), {})
        else:
            slot = gone.setdefault(static(path) + (P if path else "") + name, {})
        if f["when"] == "create":
            if path:
                told = True
                slot.setdefault("create_in", []).append(path + ("" if key is None else key if key.isdigit() else json.loads(key)))
            else:
                slot.setdefault("create", []).append(key if key is None or key.isdigit() else q(json.loads(key)))
        elif f["addr"] in prior_ids:
            slot.setdefault("destroy", []).append(prior_ids[f["addr"]])
    files = {}
    for d, body in [("", step)] + sorted(step.get("modules", {}).items()):
        h = Hcl(body)
        out = [h.variable(v) for v in body.get("variables", [])]
        if d and told:
            out.append('variable %s {\n  type = string\n}' % q(AT))
        if body.get("locals"):
            out.append("locals {\n" + "\n".join("  %s = %s" % (k, h.expr(v)) for k, v in body["locals"].items()) + "\n}")
        for r in body.get("resources", []):
            out.append(h.resource(r, fails.get((d, r["name"]), {}), delay))
        for c in body.get("calls", []):
            out.append(h.call(c, bool(d), told))
        done = set()
        for b in body.get("removed", []):
            sp = split_path(b["from"])
            nm = static(sp[0]) + (P if sp[0] else "") + sp[1] if sp else b["from"]
            pv = []
            if not d and b.get("destroy", True) and gone.get(nm, {}).get("destroy"):
                pv = provisioners({}, {"destroy": gone[nm]["destroy"]}, None)
            done.add(nm)
            out.append("\n".join(["removed {", "  from = " + full(b["from"]), "  lifecycle {",
                                  "    destroy = " + ("true" if b.get("destroy", True) else "false"), "  }"] + pv + ["}"]))
        if not d:
            moved_from = {split_addr(m["from"])[0] for m in step.get("moved", []) if ADDR.match(m["from"])}
            for nm, f in gone.items():
                # a destroy failure of a resource that left the configuration
                if nm not in done and nm not in moved_from and f.get("destroy"):
                    out.append("\n".join(["removed {", "  from = " + full(nm), "  lifecycle {", "    destroy = true", "  }"]
                                         + provisioners({}, {"destroy": f["destroy"]}, None) + ["}"]))
        for m in body.get("moved", []):
            out.append("moved {\n  from = %s\n  to   = %s\n}" % (full(m["from"]), full(m["to"])))
        for m in body.get("import", []):
            out.append("import {\n  to = %s\n  id = %s\n}" % (full(m["to"]), h.expr(m["id"])))
        if d:
            out += [h.output(x) for x in body.get("outputs", [])]
        else:
            for k, v in step.get("outputs", {}).items():
                mark = "\n  sensitive = true" if k in step.get("sensitive_outputs", []) else ""
                out.append("output %s {\n  value = %s%s\n}" % (q(k), h.expr(v), mark))
        files["defs/%s/main.tf" % d if d else "main.tf"] = "\n\n".join(out) + "\n"
    if where:
        # what `terraform init` would write: nothing is fetched
        mods = [{"Key": "", "Source": "", "Dir": "."}]
        for p, d in sorted(where.items()):
            mods.append({"Key": ".".join(x[len("module."):] if x.startswith("module.") else x
                                         for x in re.findall(r"module\.[^.]+", p)),
                         "Source": ("./defs/" if p.count("module.") == 1 else "../") + d, "Dir": "defs/" + d})
        files[".terraform/modules/modules.json"] = json.dumps({"Modules": mods})
    return files


def render(step, prior_ids, delay):
    return render_files(step, prior_ids, delay)["main.tf"]


def write_config(folder, step, prior_ids, delay):
    for d in ("defs", ".terraform"):
        shutil.rmtree(os.path.join(folder, d), ignore_errors=True)
    for name, text in render_files(step, prior_ids, delay).items():
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        with open(os.path.join(folder, name), "w") as f:
            f.write(text)


# ------------------------------------------------------------- diagnostics --
CLASSES = [
    (r"^Instance cannot be destroyed", "prevent_destroy"),
    (r"^Invalid (pre|post)condition expression", "condition_expression"),
    (r"^Resource precondition failed", "precondition"),
    (r"^Resource postcondition failed", "postcondition"),
    (r"^local-exec provisioner error", "provisioner"),
    (r"^Module output value precondition failed", "output_precondition"),
    (r"^Invalid value for variable", "validation"),
    (r"^Invalid value for input variable|^Missing required argument|^Unsupported argument|^Required variable not set|"
     r"^Invalid default value for variable|^Unset variable", "input"),
    (r"^Output refers to sensitive values|^Sensitive", "sensitive"),
    (r"^Duplicate", "duplicate"),
    (r"^no change found for", "tf_internal"),
    (r"^Invalid combination of", "count_and_for_each"),
    (r"^Reference to \"(each|count)\" in", "bad_reference"),
    (r"^(Resource|Module) instance keys not allowed", "bad_address"),
    (r"^Configuration for import target|^Invalid import", "import"),
    (r"^Invalid for_each argument", "for_each"),
    (r"^Invalid for_each set argument", "for_each"),
    (r"^Invalid count argument", "count"),
    (r"^Reference to undeclared", "undeclared"),
    (r"^Missing resource instance key", "missing_key"),
    (r"^Unexpected resource instance key", "unexpected_key"),
    (r"^Invalid index|^Unsupported attribute|^Invalid reference", "bad_reference"),
    (r"^Ambiguous move|^Redundant move|^Cyclic dependency in move|^Moved object still exists|^Conflicting|"
     r"^Move|^Cross-|^Invalid \"moved\"|^Invalid moved|^Unresolved", "moved"),
    (r"^Removed resource still exists|^Invalid \"removed\"|^Removed", "removed"),
    (r"^Saved plan is stale", "stale_plan"),
    (r"replace_triggered_by|^Invalid replace", "replace_triggered_by"),
    (r"^Incompatible|^Invalid operand|^Invalid template|^Invalid function argument|^Error in function", "expression"),
    (r"^No such resource instance|^Invalid target|^Invalid Address|^Failed to", "bad_address"),
]


def classify(d):
    s, t = d.get("summary", ""), d.get("detail", "")
    if s.startswith("Self-referential"):
        return "self_reference"
    if s.startswith("Cycle") or t.startswith("Cycle"):
        # a cycle among planned operations, not among configuration blocks
        return "apply_cycle" if "(destroy" in s + t else "cycle"
    for rx, c in CLASSES:
        if re.search(rx, s):
            return c
    return "other"


def diags(events):
    errs, warns = [], set()
    for e in events:
        if e.get("type") != "diagnostic":
            continue
        d = e["diagnostic"]
        if d["severity"] == "warning":
            warns.add(d["summary"])
            continue
        c = classify(d)
        x = {"class": c, "summary": d["summary"]}
        if c in ("cycle", "apply_cycle"):
            x["summary"] = "Cycle"
            members = (d["summary"] + " " + d.get("detail", "")).split("Cycle: ", 1)[-1]
            x["members"] = sorted(set(m.strip().replace(P, "") for m in members.split(", ")))
            x["members"] = sorted(set(re.sub(r" deposed [0-9a-f]{8}", " deposed", m) for m in x["members"]))
        if d.get("address"):
            x["addr"] = addr(d["address"])
        if c in ("precondition", "postcondition"):
            x["message"] = d.get("detail", "").strip()
        elif c in ("validation", "output_precondition"):
            x["message"] = d.get("detail", "").strip().split("\n")[0]
        elif d.get("detail") and "cycle" not in c:
            # only the first sentence: informational
            t = re.sub(r",? ?(at )?(defs/\w+/)?main\.tf:\d+,\d+(-\d+)?(,\d+)?", "", d["detail"].replace(P, "").strip())
            x["detail"] = re.split(r"(?<=[.:])\s", t)[0][:240]
            if c == "provisioner":
                del x["detail"]
        errs.append(x)
    errs.sort(key=_flat)
    uniq = []
    for x in errs:
        if x not in uniq:
            uniq.append(x)
    return uniq, sorted(warns)


# -------------------------------------------------------------- the runner --
class Failure(Exception):
    pass


def natural(v):
    if v is None:
        return "dynamic"
    if isinstance(v, bool):
        return "bool"
    if isinstance(v, (int, Decimal)):
        return "number"
    if isinstance(v, str):
        return "string"
    if isinstance(v, list):
        return ["tuple", [natural(x) for x in v]]
    return ["object", {k: natural(x) for k, x in v.items()}]


def marked(v, path=()):
    """paths of what is sensitive"""
    if v is True:
        return [list(path)]
    kids = v.items() if isinstance(v, dict) else enumerate(v) if isinstance(v, list) else ()
    return sorted((m for k, x in kids for m in marked(x, path + (k,))), key=_flat)


class Run:
    def __init__(self, scenario, parallelism=10, delay_seed=None):
        self.sc = scenario
        self.par = parallelism
        self.dir = tempfile.mkdtemp(prefix="orc", dir=os.environ.get("ORACLE_TMP"))  # a RAM disk is faster
        self.ids = {}
        self.violations = []
        self.seen_order = []
        rnd = random.Random(delay_seed)
        self.delay = None if delay_seed is None else (lambda: rnd.choice([0.0, 0.005, 0.02, 0.05]))
        env = {k: v for k, v in os.environ.items() if not k.startswith("TF_")}
        env.update(TF_CLI_CONFIG_FILE=os.devnull, CHECKPOINT_DISABLE="1", TF_IN_AUTOMATION="1", TF_INPUT="0",
                   LC_ALL="C.UTF-8", GOMAXPROCS="2")
        self.env = env

    def tf(self, *args):
        p = subprocess.run(["terraform"] + list(args), cwd=self.dir, env=self.env, stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, timeout=120)
        return p.returncode, p.stdout.decode(), p.stderr.decode()

    def tfj(self, *args):
        rc, out, err = self.tf(*args)
        ev = []
        for line in out.splitlines():
            if line.startswith("{"):
                ev.append(loads(line))
        if rc and not any(e.get("type") == "diagnostic" for e in ev):
            summ = re.search(r"Error: (.*)", out + err)
            ev.append({"type": "diagnostic", "diagnostic": {
                "severity": "error", "summary": summ.group(1).strip() if summ else "?", "detail": ""}})
        return rc, ev

    # -- state
    def raw_state(self):
        p = os.path.join(self.dir, "terraform.tfstate")
        if not os.path.exists(p):
            return {"resources": [], "outputs": {}}
        with open(p) as f:
            return loads(f.read())

    @staticmethod
    def objects(st):
        for r in st["resources"]:
            for i in r["instances"]:
                a = (r["module"] + "." + P if "module" in r else "") + r["name"]
                if "index_key" in i:
                    a += "[" + json.dumps(i["index_key"], ensure_ascii=False) + "]"
                yield a, i

    def learn(self, step):
        for a, i in self.objects(self.raw_state()):
            x = i["attributes"]["id"]
            if UUID.fullmatch(x or "") and x not in self.ids:
                self.ids[x] = "<id:%s@%d>" % (a, step)

    def sym(self, v):
        if isinstance(v, str):
            return UUID.sub(lambda m: self.ids.get(m.group(0), "<id:?>"), v)
        if isinstance(v, list):
            return [self.sym(x) for x in v]
        if isinstance(v, dict):
            return {self.sym(k): self.sym(x) for k, x in v.items()}
        return v

    def state(self):
        st = self.raw_state()
        out = []
        for a, i in self.objects(st):
            o = {"addr": a}
            if i.get("deposed"):
                o["deposed"] = True
            if i.get("status") == "tainted":
                o["tainted"] = True
            types = {}
            for k in ("id", "input", "output", "triggers_replace"):
                v = i["attributes"].get(k)
                if k != "id" and isinstance(v, dict):
                    if v["type"] != natural(v["value"]):
                        types[k] = v["type"]
                    v = v["value"]
                if v is not None:
                    o[k] = v
            if types:
                o["types"] = types
            if i.get("create_before_destroy"):
                o["cbd"] = True
            if i.get("dependencies"):
                o["deps"] = sorted(addr(d) for d in i["dependencies"])
            out.append(self.sym(o))
        out.sort(key=lambda o: (o["addr"], o.get("deposed", False), str(o.get("id"))))
        outs = {k: self.sym(v["value"]) for k, v in sorted(st.get("outputs", {}).items())}
        return out, outs

    # -- plan
    @staticmethod
    def merge(after, unk):
        if unk is True:
            return UNKNOWN
        if not unk:
            return after
        if isinstance(unk, dict):
            r = dict(after) if isinstance(after, dict) else {}
            for k, u in unk.items():
                r[k] = Run.merge(r.get(k), u)
            return r
        if isinstance(unk, list):
            after = after if isinstance(after, list) else []
            return [Run.merge(after[i] if i < len(after) else None, u) for i, u in enumerate(unk)]
        return after

    def plan(self, pj):
        changes, noops, labels = [], [], {}
        for c in pj.get("resource_changes", []):
            a, ch = addr(c["address"]), c["change"]
            acts = ch["actions"]
            if acts == ["no-op"] and not c.get("previous_address") and not ch.get("importing") and not c.get("action_reason"):
                noops.append(a)
                continue
            o = {"addr": a, "actions": acts}
            if c.get("deposed"):
                o["deposed"] = (ch.get("before") or {}).get("id")
            if c.get("previous_address"):
                o["previous_addr"] = addr(c["previous_address"])
            if ch.get("importing"):
                o["importing"] = ch["importing"].get("id")
            if c.get("action_reason"):
                o["action_reason"] = c["action_reason"]
            if ch.get("replace_paths"):
                o["replace_paths"] = sorted(ch["replace_paths"], key=_flat)
            if "create" in acts or "update" in acts:
                after = Run.merge(ch.get("after"), ch.get("after_unknown"))
                o["after"] = {k: after[k] for k in sorted(after) if after[k] is not None}
                marks = marked(ch.get("after_sensitive"))
                if marks:
                    o["sensitive"] = marks
            changes.append(self.sym(o))
            bid = (ch.get("before") or {}).get("id")
            for op in acts:
                if op in ("create", "update"):
                    labels[("cur", a)] = "%s %s" % (op, a)
                elif op in ("delete", "forget"):
                    lab = "%s %s" % (op, a) + (" deposed %s" % self.sym(bid) if c.get("deposed") else "")
                    labels[("del", a, c.get("deposed"))] = lab
                    labels[("id", a, bid)] = lab
        changes.sort(key=lambda o: (o["addr"], str(o.get("deposed", ""))))
        o = {"changes": changes, "noop": sorted(noops)}
        drift = []
        for c in pj.get("resource_drift", []):
            d = {"addr": addr(c["address"]), "actions": c["change"]["actions"]}
            if c.get("previous_address"):
                d["previous_addr"] = addr(c["previous_address"])
            drift.append(d)
        if drift:
            o["drift"] = sorted(drift, key=_flat)
        oc = {}
        for k, ch in sorted(pj.get("output_changes", {}).items()):
            if ch["actions"] != ["no-op"]:
                oc[k] = {"actions": ch["actions"], "after": self.sym(Run.merge(ch.get("after"), ch.get("after_unknown")))}
        if oc:
            o["outputs"] = oc
        checks = {}
        for c in pj.get("checks", []):
            for i in c.get("instances", []) or []:
                checks[addr(i["address"]["to_display"])] = i["status"]
        if checks:
            o["checks"] = dict(sorted(checks.items()))
        o["applyable"] = pj.get("applyable", False)
        return o, labels

    # -- required order, from the apply graph that terraform itself built
    def order(self, dot, labels, targeted=False):
        edges = {}
        for m in re.finditer(r'"\[root\] ((?:[^"\\]|\\.)*)" -> "\[root\] ((?:[^"\\]|\\.)*)"', dot):
            a, b = (x.replace('\\"', '"').replace("\\\\", "\\") for x in m.groups())
            edges.setdefault(a, set()).add(b)
            edges.setdefault(b, set())
        nodes = set(edges)
        for m in re.finditer(r'"\[root\] ((?:[^"\\]|\\.)*)" \[label', dot):
            nodes.add(m.group(1).replace('\\"', '"').replace("\\\\", "\\"))
        lab = {}
        for n in nodes:
            m = re.match(r"^((?:%s)*%s.*?)(?: \((.*)\))?$" % (STEP, re.escape(P)), n, re.S)
            if not m:
                continue
            a, kind = addr(m.group(1)), m.group(2)
            if kind is None:
                l = labels.get(("cur", a))
            elif kind in ("destroy", "forget"):
                l = labels.get(("del", a, None))
            elif re.match(r"(destroy|forget) deposed ", kind):
                key = kind.split()[-1]
                l = labels.get(("del", a, key)) or labels.get(("del", a, None))
            elif kind == "expand":
                continue
            else:
                self.violations.append("unknown graph node " + n)
                continue
            if l:
                lab[n] = l
        missing = set(labels.values()) - set(lab.values())
        for l in sorted(missing):
            # with targets Terraform plans some deletes that it then does not execute
            if not l.startswith("forget") and not targeted:
                self.violations.append("no graph node for " + l)
        reach = {}

        def walk(n):
            if n in reach:
                return reach[n]
            reach[n] = set()
            r = set()
            for m in edges.get(n, ()):
                r.add(m)
                r |= walk(m)
            reach[n] = r
            return r
        sys.setrecursionlimit(10000)
        before = {}
        for n, l in lab.items():
            before.setdefault(l, set()).update(lab[m] for m in walk(n) if m in lab and lab[m] != l)
        return before  # label -> set of labels that must be complete first

    @staticmethod
    def reduce(before):
        out = []
        for l, bs in before.items():
            for b in bs:
                if not any(b in before.get(c, ()) for c in bs if c != b):
                    out.append([b, l])
        return sorted(out)

    def surgery(self, ops):
        for s in ops:
            k = s["op"]
            if k == "taint":
                a = ["taint", full(s["addr"])]
            elif k == "untaint":
                a = ["untaint", full(s["addr"])]
            elif k == "rm":
                a = ["state", "rm", full(s["addr"])]
            elif k == "mv":
                a = ["state", "mv", full(s["from"]), full(s["to"])]
            elif k == "edit":
                p = os.path.join(self.dir, "terraform.tfstate")
                st = self.raw_state()
                for a_, i in self.objects(st):
                    if a_ == s["addr"] and not i.get("deposed"):
                        for kk, vv in s["set"].items():
                            i["attributes"][kk] = None if vv is None else {"value": vv, "type": natural(vv)}
                st["serial"] += 1
                with open(p, "w") as f:
                    f.write(dumps(st, 2))
                continue
            else:
                raise ValueError(k)
            rc, out, err = self.tf(*a)
            if rc:
                raise Failure("surgery %r failed: %s" % (s, err))

    def step(self, n, step):
        self.surgery(step.get("surgery", []))
        prior = {}
        for a, i in self.objects(self.raw_state()):
            if not i.get("deposed"):
                prior[a] = i["attributes"]["id"]
        write_config(self.dir, step, prior, self.delay)
        pf = os.path.join(self.dir, "plan")
        if os.path.exists(pf):
            os.unlink(pf)
        opt = step.get("plan", {})
        args = ["plan", "-json", "-out=plan"]
        mode = opt.get("mode", "normal")
        if mode == "destroy":
            args.append("-destroy")
        elif mode == "refresh-only":
            args.append("-refresh-only")
        args += ["-replace=" + full(a) for a in opt.get("replace", [])]
        args += ["-target=" + full(a) for a in opt.get("target", [])]
        rc, ev = self.tfj(*args)
        errs, warns = diags(ev)
        ex = {}
        if rc:
            ex["result"] = "plan_error"
            ex["errors"] = errs
            if warns:
                ex["warnings"] = warns
            ex["state"], ex["outputs"] = self.state()
            ex["fired"] = []
            if not ex["outputs"]:
                del ex["outputs"]
            self.seen_order.append(None)
            return ex
        rc, out, err = self.tf("show", "-json", "plan")
        if rc:
            raise Failure("show: " + err)
        pj = loads(out)
        # ids created earlier are already known; new ones only appear after apply
        plan, labels = self.plan(pj)
        rc, dot, err = self.tf("graph", "-type=apply", "-plan=plan")
        gerr = None
        if rc:
            gerr = err
        before = self.order(dot, labels, bool(opt.get("target"))) if not gerr else {}
        self.surgery(step.get("before_apply", []))
        rc, ev = self.tfj("apply", "-json", "-parallelism=%d" % self.par, "plan")
        self.learn(n)
        aerrs, awarns = diags(ev)
        ops, fired, stream = {}, [], []
        for e in ev:
            t = e.get("type", "")
            if t not in ("apply_start", "apply_complete", "apply_errored", "provision_errored"):
                continue
            h = e["hook"]
            a = addr(h["resource"]["addr"])
            act = h.get("action")
            if t == "provision_errored":
                fired.append(a)
                continue
            if act in ("delete", "forget", "remove"):
                l = None
                if h.get("id_value"):
                    l = labels.get(("id", a, h["id_value"]))
                if l is None:
                    # completion events of deletes carry no id: match the open one
                    cand = [x for x in ops if re.match(r"delete %s( deposed .*)?$" % re.escape(a), x) and ops[x] == "started"]
                    l = cand[0] if cand else "delete %s" % a
                    if len(cand) > 1:
                        # completions carry no id: take the first as the end of all of them
                        ops[l] = "ok"
                        stream += [("e", x) for x in cand]
                        continue
            elif act in ("noop", "no-op"):
                continue
            else:
                l = "%s %s" % (act, a)
            if t == "apply_start":
                ops[l] = "started"
                stream.append(("s", l))
            else:
                ops[l] = "ok" if t == "apply_complete" else "failed"
                if ("e", l) not in stream:
                    stream.append(("e", l))
        planned = {v for k, v in labels.items() if k[0] != "id"}
        # Terraform loses the completion event when two objects of one address are
        # deleted at the same time, so deletes are judged by the state.
        left = {i["attributes"]["id"] for a, i in self.objects(self.raw_state())}
        byid = {v: k[2] for k, v in labels.items() if k[0] == "id"}
        for l in ops:
            if l.startswith("delete "):
                ops[l] = "failed" if byid.get(l) in left else "ok"
            elif ops[l] == "started":
                ops[l] = "failed"
        ex["result"] = "apply_error" if rc else "ok"
        if rc:
            ex["errors"] = aerrs
        w = sorted(set(warns) | set(awarns))
        if w:
            ex["warnings"] = w
        ex["plan"] = plan
        # forget has no events
        runs = []
        for l in sorted(ops):
            if l not in planned:
                self.violations.append("step %d: unplanned operation %s" % (n, l))
            runs.append(l if ops[l] == "ok" else l + " !failed")
        ex["ran"] = runs
        ex["not_run"] = sorted(l for l in planned - set(ops) if not l.startswith("forget"))
        if not ex["not_run"]:
            del ex["not_run"]
        ex["order"] = self.reduce(before)
        if not ex["order"]:
            del ex["order"]
        if gerr:
            ex["graph_error"] = "Cycle" if "Cycle" in gerr else "error"
        ex["state"], outs = self.state()
        if outs:
            ex["outputs"] = outs
        ex["fired"] = sorted(fired)
        # check observed order against required order
        pos = {}
        for i, (k, l) in enumerate(stream):
            pos[(k, l)] = i
        for l, bs in before.items():
            for b in bs:
                if ("s", l) in pos and ("s", b) in pos and pos.get(("e", b), 1 << 30) > pos[("s", l)]:
                    self.violations.append("step %d: %s started before %s was complete" % (n, l, b))
        self.seen_order.append((before, pos))
        return ex

    def run(self):
        try:
            out = []
            for n, s in enumerate(self.sc["steps"], 1):
                out.append(self.step(n, s))
            return out
        finally:
            shutil.rmtree(self.dir, ignore_errors=True)


def steps_of(a):
    """[(path of names, key)] of the module steps of an address"""
    out, names = [], ""
    for m in re.finditer(STEP, split_path(a)[0]):
        name, _, key = m.group(0)[:-1].partition("[")
        names += name + "."
        out.append((names, key))
    return out


def across(order):
    """pairs of the closure of the order between two instances of one module call"""
    after = {}
    for a, b in order:
        after.setdefault(a, set()).add(b)
    found = []
    for a in list(after):
        todo, seen = [a], set()
        while todo:
            for b in after.get(todo.pop(), ()):
                if b not in seen:
                    seen.add(b)
                    todo.append(b)
        for b in seen:
            x, y = (dict(steps_of(l.split(" ", 1)[1].split(" deposed ")[0])) for l in (a, b))
            if any(x[n] != y[n] for n in set(x) & set(y)):
                found.append([a, b])
    return found


FOUND = {"nested", "call-count", "call-for_each", "zero-instances", "per-instance-order", "whole-module-ref", "module-depends_on",
         "output-depends_on", "module-implied-move", "error"}   # tags that are computed


def with_module_tags(tags, steps):
    t, prior = set(), []
    for s in steps:
        mode = {}
        for p, b in bodies(s).items():
            for c in b.get("calls", []):
                mode["%smodule.%s." % (p, c["name"])] = "each" if "for_each" in c else "count" if "count" in c else ""
        addrs = [o["addr"] for o in prior]
        for m in s.get("surgery", []):
            if m["op"] == "mv":
                addrs.append(m["to"])
        for names, key in (x for o in addrs if split_path(o) for x in steps_of(o)):
            if (key, mode.get(names)) in (("", "count"), ("0]", "")):
                t.add("module-implied-move")
        prior = s["expect"]["state"]
        for p, b in bodies(s).items():
            if p.count("module.") > 1:
                t.add("nested")
            for c in b.get("calls", []):
                t |= {"call-" + k for k in ("count", "for_each") if k in c}
                if c.get("count") == 0 or c.get("for_each") == {"set": []}:
                    t.add("zero-instances")
            deps = [d for x in b.get("resources", []) + b.get("calls", []) for d in x.get("depends_on", [])]
            if any(c.get("depends_on") for c in b.get("calls", [])) or any(d.startswith("module.") for d in deps):
                t.add("module-depends_on")
            if p and any(o.get("depends_on") for o in b.get("outputs", [])) or any(d.count(".") > 1 for d in deps):
                t.add("output-depends_on")
            text = _flat([b.get("resources"), b.get("calls"), b.get("outputs")])
            if re.search(r'"\$all": "module\.|"\$ref": "module\.\w+(\[(each|count)\.|")', text):
                t.add("whole-module-ref")
        x = s["expect"]
        if x["result"] != "ok":
            t.add("error")
        if across(x.get("order", [])):
            t.add("per-instance-order")
    return [x for x in tags if x not in FOUND] + sorted(t)


def witness(orders):
    """(free pairs, free pairs seen overlapping or in both orders), per step"""
    res = []
    for per in zip(*orders):
        per = [p for p in per if p]
        free = seen = 0
        pairs = []
        if per:
            before = per[0][0]
            labs = sorted(before)
            for i, a in enumerate(labs):
                for b in labs[i + 1:]:
                    if b in before[a] or a in before[b]:
                        continue
                    ks = set()
                    for _, pos in per:
                        if not all((k, l) in pos for k in "se" for l in (a, b)):
                            continue
                        if pos[("e", a)] < pos[("s", b)]:
                            ks.add("ab")
                        elif pos[("e", b)] < pos[("s", a)]:
                            ks.add("ba")
                        else:
                            ks.add("||")
                    if ks:
                        free += 1
                        if "||" in ks or len(ks) > 1:
                            seen += 1
                            pairs.append([a, b])
        res.append((free, seen, pairs))
    return res


def record(sc, runs=None, keep_pairs=True, first=None):
    """Returns (corpus entry, problems, (free pairs, witnessed pairs)).

    first: results and orders of a plain run (p=10, no delays) already made."""
    sc = {k: sc[k] for k in ("name", "tags", "about", "seed", "steps") if k in sc}
    runs = runs or [(10, None), (1, None), (10, 1), (10, 2)]
    results, orders, viol = [], [], []
    if first:
        results.append(first[0])
        orders.append(first[1])
    for par, seed in runs:
        r = Run(sc, par, seed)
        results.append(r.run())
        orders.append(r.seen_order)
        viol += ["p=%d seed=%s: %s" % (par, seed, v) for v in r.violations]
    base = results[0]
    for k, other in enumerate(results[1:], 1):
        for n, (x, y) in enumerate(zip(base, other), 1):
            if _flat(x) != _flat(y):
                diff = [f for f in set(x) | set(y) if x.get(f) != y.get(f)]
                viol.append("step %d: run %r differs from run %r in %s:\n  %s\n  %s" % (
                    n, k, 0, diff, *[_flat({f: z.get(f) for f in diff})[:1500] for z in (x, y)]))
    if "<id:?>" in _flat(base):
        viol.append("unresolved id")
    wit = witness(orders)
    steps = []
    for s, x, (free, seen, pairs) in zip(sc["steps"], base, wit):
        s = dict(s)
        fired = x.pop("fired")
        want = s.get("failures", [])
        keep = [f for f in want if f["addr"] in fired]
        if len(keep) != len(want):
            s["_unfired"] = [f for f in want if f not in keep]
        if keep:
            s["failures"] = keep
        else:
            s.pop("failures", None)
        if keep_pairs and pairs:
            x["concurrent"] = pairs
        if x.get("order"):
            x["order"] = x.pop("order")
        # put state last for readability
        if "state" in x:
            x["state"] = x.pop("state")
        s["expect"] = x
        steps.append(s)
    out = {k: v for k, v in sc.items() if k != "steps"}
    if any(s.get("modules") for s in sc["steps"]):
        out["tags"] = with_module_tags(out["tags"], steps)
    out["terraform"] = "1.11.4"
    out["steps"] = steps
    return out, viol, (sum(w[0] for w in wit), sum(w[1] for w in wit))


def strip(entry):
    """corpus entry -> bare scenario"""
    e = {k: v for k, v in entry.items() if k not in ("terraform",)}
    e["steps"] = [{k: v for k, v in s.items() if k != "expect" and not k.startswith("_")} for s in entry["steps"]]
    return e


def write(entry, path):
    with open(path, "w") as f:
        f.write(dumps(entry, 1, 0, 160) + "\n")


def _one(args):
    sc, runs, keep = args
    try:
        return sc["name"], record(sc, runs, keep), None
    except Exception as e:  # noqa
        import traceback
        return sc["name"], None, traceback.format_exc() if not isinstance(e, Failure) else str(e)


def show(scenario):
    for n, st in enumerate(scenario["steps"], 1):
        print("# ---- step", n, st.get("plan", ""))
        for name, text in render_files(st, {}, None).items():
            print("# --", name)
            print(text)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("files", nargs="+")
    ap.add_argument("--verify", action="store_true")
    ap.add_argument("--show", action="store_true")
    ap.add_argument("--out")
    ap.add_argument("--runs", choices=["four", "two", "one"], default="four", help="runs from scratch per scenario")
    ap.add_argument("-j", type=int, default=2)
    a = ap.parse_args()
    old = {}
    for f in a.files:
        with open(f) as fh:
            e = loads(fh.read())
        old[e["name"]] = e
    scs = [strip(e) for e in old.values()]
    if a.show:
        for s in scs:
            show(s)
        return 0
    bad = 0
    with concurrent.futures.ProcessPoolExecutor(a.j) as ex:
        runs = [(10, None)] if a.verify or a.runs == "one" else [(1, None), (10, 1)] if a.runs == "two" else None
        for name, res, err in ex.map(_one, [(s, runs, True) for s in scs]):
            if err:
                bad += 1
                print("FAIL", name, err)
                continue
            entry, viol, (free, seen) = res
            if a.verify:
                for n, (p, r) in enumerate(zip(old[name]["steps"], entry["steps"]), 1):
                    pe = {k: v for k, v in p["expect"].items() if k not in ("concurrent",)}
                    re_ = {k: v for k, v in r["expect"].items() if k not in ("concurrent",)}
                    if _flat(loads(_flat(pe))) != _flat(loads(_flat(re_))):
                        viol.append("step %d differs from the stored expectation" % n)
            for s in entry["steps"]:
                uf = s.pop("_unfired", None)
                if uf:
                    print("note", name, "failures that cannot fire dropped:", uf)
            if viol:
                bad += 1
                print("BAD ", name)
                for v in viol:
                    print("   ", v)
                continue
            if a.out:
                os.makedirs(a.out, exist_ok=True)
                write(entry, os.path.join(a.out, name + ".json"))
            print("ok  ", name, "steps=%d free=%d witnessed=%d" % (len(entry["steps"]), free, seen),
                  " ".join(s["expect"]["result"] for s in entry["steps"]))
    print("scenarios: %d, bad: %d" % (len(scs), bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

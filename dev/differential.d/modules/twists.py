"""What random changes rarely bring together: moves with keys, with calls that come and go, and with names that are
used again. Each twist changes a tree of ../modules/generate.py and says in `extra`, by body, what is moved.
"""


def keys(c):
    """the instances of a call or a resource, as they are written"""
    if c["mode"] == "count":
        return ["[%d]" % i for i in range(c["size"])]
    return ['["%s"]' % k for k in c["keys"]] if c["mode"] == "each" else [""]


def moved(extra, body, a, b):
    if a != b:
        extra.setdefault(body, {}).setdefault("moved", []).append({"from": a, "to": b})


def repeated(r, c, all_keys):
    """another repetition, as (mode, size, keys)"""
    mode = r.choice([m for m in ("one", "count", "count", "each", "each") if m != c["mode"] or m != "one"])
    return {"mode": mode, "size": r.choice([1, 1, 2, 3]) if mode == "count" else 0,
            "keys": sorted(r.sample(all_keys, r.choice([1, 2, 2]))) if mode == "each" else []}


class Twists:
    def __init__(self, tree, prefix, all_keys):
        self.tree, self.r, self.prefix, self.all_keys = tree, tree.r, prefix, all_keys

    def apply(self, extra):
        twist = self.r.choice([self.repeat, self.repeat, self.inside_and_outside, self.inside_and_outside, self.out_of_what_goes,
                               self.out_of_what_goes, self.into_what_comes, self.reuse_call, self.reuse_resource, self.chain])
        twist(extra)

    def call(self, extra=None):
        """(name of the body, body, name of the call, call); None if there is none"""
        r = self.r
        all_ = [(n, b, k, c) for n, b in self.tree.bodies().items() for k, c in b.calls.items()]
        return r.choice([x for x in all_ if x[0] == ""] or all_) if all_ and r.random() < 0.7 else r.choice(all_) if all_ else None

    def repeat(self, extra):
        """a call, or a resource in a definition, is repeated otherwise; some instances are moved, with or without keys"""
        at = self.call()
        if not at:
            return
        body, b, name, c = at
        before = keys(c)
        c.update(repeated(self.r, c, self.all_keys))
        after = keys(c)
        for a in self.r.sample(before, min(len(before), self.r.choice([0, 1, 1, 2]))):
            free = [k for k in after if k != a]
            if free:
                to = self.r.choice(free)
                after.remove(to)
                moved(extra, body, "module." + name + a, "module." + name + to)

    def inside_and_outside(self, extra):
        """something moves inside a definition while a call of it is repeated otherwise, or is renamed"""
        at = self.call()
        if not at:
            return
        body, b, name, c = at
        d = self.tree.defs[c["def"]]
        e = extra.setdefault(c["def"], {})
        if d.nodes:
            x = self.r.choice(list(d.nodes))
            if self.r.random() < 0.5:
                d.rename(x, d.nodes[x], e)
            else:
                n, before = d.nodes[x], keys(d.nodes[x])
                n.update(repeated(self.r, n, self.all_keys))
                if before and keys(n) and self.r.random() < 0.7:
                    moved(extra, c["def"], x + before[0], x + self.r.choice(keys(n)))
        if self.r.random() < 0.75:
            self.repeat_this(extra, body, name, c)
        else:
            self.rename_call(extra, body, b, name)

    def repeat_this(self, extra, body, name, c):
        before = keys(c)
        c.update(repeated(self.r, c, self.all_keys))
        if before and keys(c) and self.r.random() < 0.6:
            moved(extra, body, "module." + name + self.r.choice(before), "module." + name + self.r.choice(keys(c)))

    def rename_call(self, extra, body, b, name, new=None):
        new = new or "c%d" % self.tree.tick()
        b.calls = {new if x == name else x: y for x, y in b.calls.items()}
        b.rewire("module." + name, "module." + new)
        moved(extra, body, "module." + name, "module." + new)

    def out_of_what_goes(self, extra):
        """a resource moves out of an instance of a call, which goes"""
        at = self.call()
        if not at or not keys(at[3]):
            return
        body, b, name, c = at
        d, r = self.tree.defs[c["def"]], self.r
        key = r.choice(keys(c))
        if not d.nodes:
            return
        x = r.choice(list(d.nodes))
        n = d.nodes[x]
        inner = r.choice(keys(n) or [""])
        new = "k%d" % self.tree.tick()
        b.nodes[new] = {**n, "mode": "one", "size": 0, "keys": [], "input": b.tree([]), "trig": n["trig"] and ("lit", "v0"),
                        "dep": [], "rtb": [], "pre": None}
        moved(extra, body, "module." + name + key + "." + self.prefix + x + inner, new)
        if c["mode"] == "one" or r.random() < 0.3:
            del b.calls[name]
        elif c["mode"] == "count":
            c["size"] = max(0, c["size"] - 1)
        else:
            c["keys"] = [k for k in c["keys"] if '["%s"]' % k != key]

    def into_what_comes(self, extra):
        """a resource moves into an instance of a call that comes"""
        r = self.r
        at = self.call()
        if not at or not at[1].nodes:
            return
        body, b, name, c = at
        d = self.tree.defs[c["def"]]
        if r.random() < 0.4:
            name = b.new_call([c["def"]])
            c = b.calls[name]
        elif c["mode"] == "each":
            c["keys"] = sorted(set(c["keys"]) | {r.choice(self.all_keys)})
        elif c["mode"] == "count":
            c["size"] += 1
        if not keys(c) or not d.nodes:
            return
        x = r.choice(list(b.nodes))
        n = b.nodes.pop(x)
        y = r.choice(list(d.nodes))
        inner = keys(d.nodes[y])
        outer = keys(n)
        if inner and outer:
            moved(extra, body, x + r.choice(outer), "module." + name + r.choice(keys(c)) + "." + self.prefix + y + r.choice(inner))

    def reuse_call(self, extra):
        """a call goes, and another takes its name"""
        for body, b in self.tree.bodies().items():
            if len(b.calls) > 1:
                gone, other = self.r.sample(list(b.calls), 2)
                del b.calls[gone]
                if self.r.random() < 0.4:      # the one that goes moves on
                    new = "c%d" % self.tree.tick()
                    moved(extra, body, "module." + gone, "module." + new)
                self.rename_call(extra, body, b, other, gone)
                return

    def reuse_resource(self, extra):
        """a resource goes, and another takes its name"""
        r = self.r
        body, b = r.choice([x for x in self.tree.bodies().items() if len(x[1].nodes) > 1] or [(None, None)])
        if b is None:
            return
        gone, other = r.sample(list(b.nodes), 2)
        former = b.nodes.pop(gone)
        b.nodes = {gone if x == other else x: n for x, n in b.nodes.items()}
        b.rewire(other, gone)
        for n in b.nodes.values():
            n["rtb"] = [x for x in n["rtb"] if x[0] not in (gone, other)]
            n["dep"] = [x for x in n["dep"] if x != gone]
        if r.random() < 0.5:
            new = "k%d" % self.tree.tick()
            b.nodes[new] = {**former, "input": b.tree([]), "trig": former["trig"] and ("lit", "v0"), "dep": [], "rtb": [], "pre": None}
            moved(extra, body, gone, new)
        moved(extra, body, other, gone)

    def chain(self, extra):
        """keys of a call pass on to each other"""
        at = self.call()
        if not at or at[3]["mode"] == "one":
            return
        body, _, name, c = at
        before = keys(c)
        if c["mode"] == "count":
            c["size"] += 1
        else:
            c["keys"] = sorted(set(c["keys"]) | {self.r.choice(self.all_keys)})
        after = keys(c)
        at = [k for k in after if k not in before][:1]
        for k in reversed(before[-2:]):
            if at:
                moved(extra, body, "module." + name + k, "module." + name + at[0])
                at = [k]
        if at and self.r.random() < 0.6:
            if c["mode"] == "count" and at == ["[0]"] or c["mode"] == "each":
                if c["mode"] == "each":
                    c["keys"] = [k for k in c["keys"] if '["%s"]' % k != at[0]]

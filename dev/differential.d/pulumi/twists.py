"""What random changes of generate.py rarely bring together: aliases that stay and wait, chains of them, names that are
used again, components as parents, targets and in dependsOn, protection that is set and dropped.
"""
import copy

import generate
from generate import addr, opt


class Twisted(generate.Gen):
    def __init__(self, seed):
        super().__init__(seed)
        self.r.seed("pulumi-twisted-%d" % seed)
        self.twists = [self.chain, self.chain, self.reuse, self.wait, self.adopt, self.adopt, self.rename_component, self.protect,
                       self.protect, self.name_component]

    # -- components are resources of type comp
    def component(self, before):
        self.n += 1
        c = {"type": "comp", "name": "c%d" % self.n, "component": True}
        self.parent(c, before, 0.4)
        return c

    def parent(self, res, before, chance):
        homes = [x for x in before if x.get("component")]
        if homes and self.p(chance):
            res["parent"] = addr(self.r.choice(homes))

    def resource(self, before):
        res = super().resource([x for x in before if not x.get("component")])
        self.parent(res, before, 0.5)
        self.keep_inside(before + [res])
        return res

    def keep_inside(self, resources):
        """what is replaced with something stands beside it: a definition cannot name what is elsewhere"""
        homes = {addr(x): x.get("parent") for x in resources}
        for x in resources:
            o = x.get("options", {})
            if "replaceWith" in o:
                o["replaceWith"] = [a for a in o["replaceWith"] if homes.get(a) == x.get("parent")]
                if not o["replaceWith"]:
                    del o["replaceWith"]

    def program(self):
        resources = [self.component([]) for _ in range(self.r.choice([1, 1, 2]))]
        if self.p(0.5):
            resources.append(self.component(resources))
        for _ in range(self.r.randint(3, 6)):
            resources.append(self.resource(resources))
        return resources

    def change(self, resources):
        former = {addr(x): x.get("options", {}).get("aliases") for x in resources}
        components = [copy.deepcopy(x) for x in resources if x.get("component")]
        others = super().change([x for x in resources if not x.get("component")])
        for x in others:      # whoever has written an alias seldom takes it out with the next change
            if former.get(addr(x)) and "aliases" not in x.get("options", {}) and self.p(0.7):
                opt(x)["aliases"] = former[addr(x)]
        homes = {addr(c) for c in components}
        for x in others:
            if x.get("parent") not in homes:
                x.pop("parent", None)
        resources = components + others
        for _ in range(self.r.choice([1, 1, 2])):
            self.r.choice(self.twists)(resources)
        self.keep_inside(resources)
        return resources

    def some(self, resources):
        plain = [x for x in resources if not x.get("component")]
        return self.r.choice(plain) if plain else None

    # -- twists
    def chain(self, resources):
        """renamed, with its aliases before"""
        res = self.some(resources)
        if res:
            former = res.get("options", {}).get("aliases", [])
            self.rename(resources, res)
            res["options"]["aliases"] += [a for a in former if self.p(0.8)]

    def reuse(self, resources):
        """one goes, or is renamed, and another beside it takes its name"""
        pairs = [(a, b) for a in resources for b in resources if a is not b and a["type"] == b["type"] and not a.get("component")
                 and a.get("parent") == b.get("parent")]
        if not pairs:
            return
        gone, other = self.r.choice(pairs)
        name = gone["name"]
        if self.p(0.5):
            self.rename(resources, gone)
        else:
            resources[:] = self.drop(resources, [gone])
        old = addr(other)
        self.rename(resources, other)
        new, other["name"] = addr(other), name
        self.refer(resources, new, addr(other))
        other["options"]["aliases"] = [old]

    def refer(self, resources, old, new):
        for x in resources:
            for k, v in x.get("inputs", {}).items():
                if isinstance(v, str):
                    x["inputs"][k] = v.replace("${%s." % old, "${%s." % new)
            o = x.get("options", {})
            for k in ("dependsOn", "replaceWith"):
                if k in o:
                    o[k] = [new if a == old else a for a in o[k]]
            if o.get("deletedWith") == old:
                o["deletedWith"] = new
            if x.get("parent") == old:
                x["parent"] = new

    def wait(self, resources):
        """an alias that names what is still declared, or nothing yet"""
        res = self.some(resources)
        if res:
            like = [x for x in resources if x["type"] == res["type"] and x is not res]
            self.n += 1
            former = addr(self.r.choice(like)) if like and self.p(0.5) else "%s.r%d" % (res["type"], self.r.randint(1, self.n))
            if former != addr(res):
                opt(res).setdefault("aliases", []).append(former)

    def adopt(self, resources):
        """another parent; without an alias, one type and name would stand for two resources"""
        res = self.some(resources)
        if not res:
            return
        homes = [addr(x) for x in resources if x.get("component")] + [None]
        old = res.get("parent")
        new = self.r.choice([h for h in homes if h != old] or [old])
        res.pop("parent", None)
        if new:
            res["parent"] = new
        opt(res).setdefault("aliases", []).append({"parent": old} if old else {"noParent": True})

    def rename_component(self, resources):
        components = [x for x in resources if x.get("component")]
        if components:
            c = self.r.choice(components)
            old = addr(c)
            self.n += 1
            c["name"] = "c%d" % self.n
            self.refer(resources, old, addr(c))
            if self.p(0.85):
                former = opt(c).get("aliases", [])
                opt(c)["aliases"] = [old] + former

    def protect(self, resources):
        """set, or dropped, beside a change that asks for it"""
        res = self.some(resources)
        if not res:
            return
        o = opt(res)
        if o.get("protect"):
            del o["protect"]
        else:
            o["protect"] = True
        if self.p(0.5) and "zone" in res["inputs"]:
            res["inputs"]["zone"] = "z%d" % self.r.randint(5, 9)

    def name_component(self, resources):
        res = self.some(resources)
        homes = [x for x in resources if x.get("component") and not self.around(resources, res, addr(x))] if res else []
        if homes:
            c = addr(self.r.choice(homes))
            if not self.used_inside(resources, c, addr(res)):
                opt(res)["dependsOn"] = sorted(set(opt(res).get("dependsOn", [])) | {c})

    def around(self, resources, res, component):
        by = {addr(x): x for x in resources}
        at = res.get("parent")
        while at:
            if at == component:
                return True
            at = by.get(at, {}).get("parent")
        return False

    def used_inside(self, resources, component, name):
        """whether something in the component stands after, or uses, the resource"""
        at = [addr(x) for x in resources].index(name)
        return any(self.around(resources, x, component) for x in resources[at:])

    # -- steps
    def scenario(self, name):
        r = self.r
        resources = self.program()
        steps = [{"op": "update", "resources": copy.deepcopy(resources)}]
        for _ in range(r.randint(2, 4)):
            former, resources = resources, self.change(resources)
            resources = self.sorted(resources)
            step = {"op": "update", "resources": copy.deepcopy(resources)}
            if self.p(0.3):
                pool = sorted({addr(x) for x in resources})
                step["excludes" if self.p(0.3) else "targets"] = sorted(r.sample(pool, min(len(pool), r.choice([1, 2]))))
                if "targets" in step and self.p(0.4):
                    step["targetDependents"] = True
            self.failures(step, [x for x in resources + former if not x.get("component")])
            steps.append(step)
        if self.p(0.4):
            steps.append({"op": "destroy"})
        return self.finish(name, "random-twisted", steps)

    def sorted(self, resources):
        """what is referred to stands before"""
        left, out, done = list(resources), [], set()
        names = {addr(x) for x in left}
        while left:
            for x in left:
                o = x.get("options", {})
                needs = set(o.get("dependsOn", []) + o.get("replaceWith", []) + [o.get("deletedWith"), x.get("parent")])
                for v in x.get("inputs", {}).values():
                    if isinstance(v, str) and v.startswith("${"):
                        needs.add(".".join(v[2:-1].split(".")[:2]))
                if not (needs & names) - done:
                    break
            else:
                x = left[0]      # never: nothing refers to what stands after it
            left.remove(x)
            out.append(x)
            done.add(addr(x))
        return out

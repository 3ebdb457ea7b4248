"""pulumi-resource-pyparts: the components WebApp and Many in Python."""
from typing import Optional, TypedDict

import pulumi
import pulumi_random as random
from pulumi.provider.experimental import component_provider_host


class Thing(pulumi.CustomResource):
    def __init__(self, name, args, opts=None):
        super().__init__("keel:index:Thing", name, dict(args, endpoint=None, etag=None, token=None), opts)

    @property
    @pulumi.getter
    def endpoint(self) -> pulumi.Output[str]:
        return pulumi.get(self, "endpoint")


class WebAppArgs(TypedDict):
    zone: pulumi.Input[str]
    size: Optional[pulumi.Input[int]]
    note: Optional[pulumi.Input[str]]
    fail: Optional[pulumi.Input[str]]


class WebApp(pulumi.ComponentResource):
    pet: pulumi.Output[str]
    password: pulumi.Output[str]
    endpoint: pulumi.Output[str]
    url: pulumi.Output[str]
    fixed: pulumi.Output[str]

    def __init__(self, name: str, args: WebAppArgs, opts: Optional[pulumi.ResourceOptions] = None):
        if args.get("fail") == "first":
            raise ValueError("refused before anything was registered")
        super().__init__("pyparts:index:WebApp", name, {}, opts)
        own = pulumi.ResourceOptions(parent=self)
        zone = args["zone"]
        pet = random.RandomPet(name + "-pet", keepers={"zone": zone}, opts=own)
        pw = random.RandomPassword(name + "-pw", length=20, opts=own)
        thing = Thing(name + "-thing", {
            "zone": zone, "size": args.get("size"), "note": args.get("note"), "label": pet.id,
            "tags": {"pw": pw.result},
        }, own)
        if args.get("fail") == "middle":
            raise ValueError("refused after three children were registered")
        group = pulumi.ComponentResource("pyparts:index:Inner", name + "-inner", {}, own)
        Thing(name + "-deep", {"zone": zone, "label": thing.endpoint}, pulumi.ResourceOptions(parent=group))
        self.pet = pet.id
        self.password = pw.result
        self.endpoint = thing.endpoint
        self.url = pulumi.Output.concat("https://", thing.endpoint, "/", pet.id)
        self.fixed = pulumi.Output.from_input("fixed")
        self.register_outputs({
            "pet": self.pet, "password": self.password, "endpoint": self.endpoint, "url": self.url, "fixed": self.fixed,
        })


class ManyArgs(TypedDict):
    count: int
    label: Optional[pulumi.Input[str]]


class Many(pulumi.ComponentResource):
    endpoints: pulumi.Output[list[str]]

    def __init__(self, name: str, args: ManyArgs, opts: Optional[pulumi.ResourceOptions] = None):
        super().__init__("pyparts:index:Many", name, {}, opts)
        own = pulumi.ResourceOptions(parent=self)
        things = [Thing(f"{name}-{i}", {"zone": "z", "size": i, "label": args.get("label")}, own)
                  for i in range(int(args["count"]))]
        self.endpoints = pulumi.Output.all(*(thing.endpoint for thing in things))
        self.register_outputs({"endpoints": self.endpoints})


if __name__ == "__main__":
    component_provider_host(name="pyparts", components=[WebApp, Many])

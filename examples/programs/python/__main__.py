"""The package site in Python: a WebApp has a name and a password."""
from typing import Optional, TypedDict

import pulumi
import pulumi_random as random
from pulumi.provider.experimental import component_provider_host


class WebAppArgs(TypedDict):
    words: Optional[pulumi.Input[int]]


class WebApp(pulumi.ComponentResource):
    host: pulumi.Output[str]
    password: pulumi.Output[str]

    def __init__(self, name: str, args: WebAppArgs, opts: Optional[pulumi.ResourceOptions] = None):
        super().__init__("site:index:WebApp", name, {}, opts)
        own = pulumi.ResourceOptions(parent=self)
        pet = random.RandomPet(name + "-name", length=args.get("words"), opts=own)
        self.host = pulumi.Output.concat(pet.id, ".example.com")
        self.password = random.RandomPassword(name + "-password", length=20, opts=own).result
        self.register_outputs({"host": self.host, "password": self.password})


if __name__ == "__main__":
    component_provider_host(name="site", version="1.0.0", components=[WebApp])

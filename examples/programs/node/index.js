// The package site in Node: a WebApp has a name and a password.
"use strict";
const pulumi = require("@pulumi/pulumi");
const random = require("@pulumi/random");

class WebApp extends pulumi.ComponentResource {
  constructor(name, args, opts) {
    super("site:index:WebApp", name, args, opts);
    const own = { parent: this };
    const pet = new random.RandomPet(name + "-name", { length: args.words }, own);
    const password = new random.RandomPassword(name + "-password", { length: 20 }, own);
    this.state = { host: pulumi.interpolate`${pet.id}.example.com`, password: password.result };
    this.registerOutputs(this.state);
  }
}

const schema = {
  name: "site", version: "1.0.0",
  resources: {
    "site:index:WebApp": {
      isComponent: true,
      inputProperties: { words: { type: "integer" } },
      properties: { host: { type: "string" }, password: { type: "string", secret: true } },
      required: ["host", "password"],
    },
  },
};

pulumi.provider.main({
  version: "1.0.0",
  schema: JSON.stringify(schema),
  async construct(name, type, inputs, options) {
    const app = new WebApp(name, inputs, options);
    return { urn: app.urn, state: app.state };
  },
}, process.argv.slice(2));

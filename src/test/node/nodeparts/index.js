// pulumi-resource-nodeparts: the components WebApp, Many and Talker in Node.
"use strict";
const pulumi = require("@pulumi/pulumi");
const random = require("@pulumi/random");

class Thing extends pulumi.CustomResource {
  constructor(name, args, opts) {
    super("keel:index:Thing", name, { endpoint: undefined, etag: undefined, token: undefined, ...args }, opts);
  }
}

class WebApp extends pulumi.ComponentResource {
  constructor(name, args, opts) {
    super("nodeparts:index:WebApp", name, args, opts);
    const own = { parent: this };
    const pet = new random.RandomPet(name + "-pet", { keepers: { zone: args.zone } }, own);
    const pw = new random.RandomPassword(name + "-pw", { length: 20 }, own);
    const thing = new Thing(name + "-thing", {
      zone: args.zone, size: args.size, note: args.note, tags: { pw: pw.result },
      label: args.thing ? pulumi.output(args.thing).apply(t => t.etag) : pet.id,
    }, own);
    const group = new pulumi.ComponentResource("nodeparts:index:Inner", name + "-inner", {}, own);
    new Thing(name + "-deep", { zone: args.zone, label: thing.endpoint }, { parent: group, protect: args.protect });
    this.out = {
      pet: pet.id, password: pw.result, endpoint: thing.endpoint,
      url: pulumi.interpolate`https://${thing.endpoint}/${pet.id}`, fixed: "fixed",
    };
    this.registerOutputs(this.out);
  }
}

class Many extends pulumi.ComponentResource {
  constructor(name, args, opts) {
    super("nodeparts:index:Many", name, args, opts);
    const things = Array.from({ length: args.count }, (_, i) =>
      new Thing(`${name}-${i}`, { zone: "z", size: i, label: args.label }, { parent: this }));
    this.out = { endpoints: things.map(thing => thing.endpoint) };
    this.registerOutputs(this.out);
  }
}

// A WebApp that somebody else makes.
class RemoteApp extends pulumi.ComponentResource {
  constructor(name, args, opts) {
    super("nodeparts:index:WebApp", name, { url: undefined, ...args }, opts, true);
  }
}

// Has a WebApp made, calls its method, and gives what that answers to a thing.
class Talker extends pulumi.ComponentResource {
  constructor(name, args, opts) {
    super("nodeparts:index:Talker", name, args, opts);
    const app = new RemoteApp(name + "-app", { zone: args.zone }, { parent: this });
    const words = { __self__: app, greeting: args.greeting, fail: args.fail };
    const said = pulumi.runtime.call("nodeparts:index:WebApp/describe", words, app);
    new Thing(name + "-heard", { zone: args.zone, label: said.apply(answer => answer.text) }, { parent: this });
    this.out = { text: said.apply(answer => answer.text) };
    this.registerOutputs(this.out);
  }
}

// A WebApp that exists, as it arrives as a value.
pulumi.runtime.registerResourceModule("nodeparts", "index", {
  version: "1.0.0",
  construct: (name, type, urn) => new pulumi.ComponentResource(type, name, { url: undefined }, { urn }, true),
});

pulumi.runtime.registerResourceModule("keel", "index", {
  version: "1.0.0",
  construct: (name, type, urn) => new Thing(name, {}, { urn }),
});

const text = { type: "string" };
const schema = {
  name: "nodeparts", version: "1.0.0",
  resources: {
    "nodeparts:index:WebApp": {
      isComponent: true,
      inputProperties: {
        zone: text, size: { type: "integer" }, note: { type: "string", secret: true }, fail: text,
        thing: { $ref: "pulumi.json#/Any" },
      },
      properties: { pet: text, password: text, endpoint: text, url: text, fixed: text },
      methods: { describe: "nodeparts:index:WebApp/describe" },
    },
    "nodeparts:index:Many": {
      isComponent: true,
      inputProperties: { count: { type: "integer", plain: true }, label: text },
      requiredInputs: ["count"],
      properties: { endpoints: { type: "array", items: text } },
    },
    "nodeparts:index:Talker": {
      isComponent: true,
      inputProperties: { zone: text, greeting: { type: "string", secret: true }, fail: text },
      properties: { text },
    },
  },
  functions: {
    "nodeparts:index:WebApp/describe": {
      inputs: {
        type: "object",
        properties: { __self__: { $ref: "#/resources/nodeparts:index:WebApp" }, greeting: text, fail: text },
      },
      outputs: { type: "object", properties: { text } },
    },
  },
};

pulumi.provider.main({
  version: "1.0.0",
  schema: JSON.stringify(schema),
  async construct(name, type, inputs, options) {
    if (type === "nodeparts:index:Many") {
      const many = new Many(name, inputs, options);
      return { urn: many.urn, state: many.out };
    }
    if (type === "nodeparts:index:Talker") {
      const talker = new Talker(name, inputs, options);
      return { urn: talker.urn, state: talker.out };
    }
    if (type !== "nodeparts:index:WebApp") {
      throw new Error("no component " + type);
    }
    if (inputs.fail === "first") {
      throw new Error("refused before anything was registered");
    }
    if (inputs.fail === "input") {
      throw new pulumi.InputPropertyError({ propertyPath: "fail", reason: "it says so" });
    }
    const c = new WebApp(name, inputs, options);
    if (inputs.fail === "middle") {
      throw new Error("refused after the children were registered");
    }
    return { urn: c.urn, state: c.out };
  },
  async call(token, inputs) {
    if (token !== "nodeparts:index:WebApp/describe") {
      throw new Error("no method " + token);
    }
    if (inputs.fail === "failures") {
      return { outputs: undefined, failures: [{ property: "fail", reason: "it says so" }] };
    }
    if (inputs.fail === "error") {
      throw new Error("the method fails");
    }
    return { outputs: { text: pulumi.interpolate`${inputs.greeting}, ${inputs.__self__.url}` } };
  },
}, process.argv.slice(2));

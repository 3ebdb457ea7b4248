package io.keelson.conformance;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What scenarios call resources, modules and their instances, and what Keelson calls them:
/// `b["k"]` is `terraform_data.b["k"]`, and `module.m[0].terraform_data.b` is
/// `component.m[0].terraform_data.b`.
final class ScenarioAddress {
  private static final String MODULE = "module.";
  private static final String RESERVED = "in";
  private static final String COMPONENT = "component.";
  private static final String TYPE = ScenarioStep.TYPE + ".";
  private static final Pattern NAME =
      Pattern.compile("([A-Za-z_][A-Za-z0-9_-]*)(\\[(?:\"(?:[^\"\\\\]|\\\\.)*\"|[^\\]\"]*)])?");
  private static final Pattern KEY = Pattern.compile("\\[(?:\"(?:[^\"\\\\]|\\\\.)*\"|[^\\]\"]*)]");

  private ScenarioAddress() {}

  /// The words of Keelson. In keys there may be expressions, and behind the address attributes.
  static String ours(String text) {
    var ours = new StringBuilder();
    int at = 0;
    while (text.startsWith(MODULE, at)) {
      Matcher name = NAME.matcher(text).region(at + MODULE.length(), text.length());
      if (!name.lookingAt()) throw new IllegalArgumentException("not an address: " + text);
      ours.append(at == 0 ? "" : ".")
          .append(COMPONENT)
          .append(component(name.group(1)))
          .append(name.group(2) == null ? "" : name.group(2));
      at = Math.min(name.end() + 1, text.length());
    }
    if (at == 0) return TYPE + text;
    return at == text.length()
        ? ours.toString()
        : ours.append('.').append(text, at, text.length()).toString();
  }

  static InstanceAddress parse(String text) {
    return InstanceAddress.parse(ours(text));
  }

  static ResourceAddress resource(String text) {
    return ResourceAddress.parse(ours(text));
  }

  /// The words of scenarios.
  static String of(InstanceAddress at) {
    var component = at.component();
    if (component.path().isRoot()) return at.resource().name() + at.key();
    var text = new StringBuilder();
    for (int i = 0; i < component.keys().size(); i++)
      text.append(MODULE)
          .append(module(component.path().names().get(i)))
          .append(component.keys().get(i))
          .append('.');
    return text.append(at.resource().local()).append(at.key().own()).toString();
  }

  static String of(ResourceAddress resource) {
    if (resource.in().isRoot()) return resource.name();
    var text = new StringBuilder();
    for (String name : resource.in().names()) text.append(MODULE).append(module(name)).append('.');
    return text.append(resource.local()).toString();
  }

  /// What a component is called. No expression could name one that is called as a word of CEL.
  static String component(String module) {
    return module.equals(RESERVED) ? RESERVED + "_" : module;
  }

  /// What scenarios call it.
  static String module(String component) {
    return component.equals(RESERVED + "_") ? RESERVED : component;
  }

  /// Whether it names a module, and not something in one.
  static boolean isModule(String text) {
    return text.startsWith(MODULE) && !text.contains("." + TYPE);
  }

  /// `b` of `b["k"].id`, `module.m.terraform_data.b` of `module.m["a"].terraform_data.b[0]`: what
  /// has an address, without keys.
  static String withoutKeys(String text) {
    var plain = KEY.matcher(text).replaceAll("").split(" ", 2)[0];
    int type = plain.indexOf("." + TYPE);
    if (type < 0) return plain.startsWith(MODULE) ? plain : plain.split("\\.", 2)[0];
    int name = type + 1 + TYPE.length();
    return plain.substring(0, name) + plain.substring(name).split("\\.", 2)[0];
  }
}

package io.keelson.provider.pulumi.schema;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.Optional;
import java.util.TreeSet;

/// The properties that the resources, the functions and the configuration of a package have.
final class Roots {
  private static final String ID = "id";
  private static final String RECEIVER = "__self__";
  private static final String SELF = "self";
  private static final String OWN_RESOURCE = "#/resources/";

  private Roots() {}

  static boolean isComponent(Fragment resource) {
    return resource.flag("isComponent");
  }

  /// A resource has an id, whether or not its description says so. A component has none.
  static Sides<Properties> ofResource(Fragment resource) {
    var outputs = members(resource.object("properties"));
    if (!outputs.hasNonNull(ID) && !isComponent(resource))
      outputs.putObject(ID).put("type", "string");
    return Sides.of(
        Properties.of(resource, "inputProperties", "requiredInputs"),
        new Properties(new Fragment(outputs, resource.what()), resource.texts("required")));
  }

  static Sides<Properties> ofFunction(Fragment function) {
    var inputs = Properties.of(function.object("inputs"));
    return new Sides<>(
        Optional.of(receiverOf(function).isPresent() ? ofMethod(function, inputs) : inputs),
        results(function));
  }

  /// The token of the resource type whose method a function is; empty if it is none.
  static Optional<String> receiverOf(Fragment function) {
    return function
        .object("inputs")
        .object("properties")
        .optional(RECEIVER)
        .map(self -> self.text("$ref"))
        .filter(reference -> reference.startsWith(OWN_RESOURCE))
        .map(reference -> reference.substring(OWN_RESOURCE.length()).replace("%2F", "/"));
  }

  /// What users call the resource whose method a function is.
  static String receiver(Fragment function) {
    return function.object("inputs").object("properties").has(SELF) ? RECEIVER : SELF;
  }

  private static Properties ofMethod(Fragment function, Properties inputs) {
    var all = members(inputs.all());
    all.remove(RECEIVER);
    all.putObject(receiver(function))
        .put("$ref", "pulumi.json#/Any")
        .put("description", "The component whose method is called, such as ${component.web}.");
    var required = new TreeSet<>(inputs.required());
    required.remove(RECEIVER);
    required.add(receiver(function));
    return new Properties(new Fragment(all, function.what()), required);
  }

  /// Whether a function returns one value instead of an object with properties.
  static boolean isSingle(Fragment function) {
    return function.has("outputs") && !isObject(function.object("outputs"));
  }

  private static boolean isObject(Fragment outputs) {
    return outputs.has("properties")
        || outputs.text("type").equals("object") && !outputs.has("additionalProperties");
  }

  private static Optional<Properties> results(Fragment function) {
    if (!function.has("outputs")) return Optional.empty();
    var outputs = function.object("outputs");
    if (isObject(outputs)) return Optional.of(Properties.of(outputs));
    var single = JsonNodeFactory.instance.objectNode();
    single.set(FunctionSchema.RESULT, outputs.node());
    return Optional.of(
        new Properties(new Fragment(single, function.what()), Collections.emptySortedSet()));
  }

  /// What the provider takes, and what the package has as its configuration beside.
  static Sides<Properties> ofProvider(Sections sections) {
    var config = own(sections, "config");
    var provider = own(sections, "provider");
    var inputs = provider.object("inputProperties");
    var all = members(config.object("variables"));
    all.setAll(members(inputs));
    // What the configuration requires is required unless the provider says something else of it.
    var required = new TreeSet<>(config.texts("required"));
    required.removeAll(inputs.names());
    required.addAll(provider.texts("requiredInputs"));
    return Sides.input(new Properties(new Fragment(all, config.what()), required));
  }

  static Fragment own(Sections sections, String name) {
    return sections.own(name).orElseGet(() -> Fragment.empty("its configuration"));
  }

  /// A copy that may be changed.
  private static ObjectNode members(Fragment object) {
    var copy = JsonNodeFactory.instance.objectNode();
    object.node().properties().forEach(each -> copy.set(each.getKey(), each.getValue()));
    return copy;
  }
}

package io.keelson.conformance.pulumi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One resource of a step's program.
record PulumiResource(JsonNode json) {
  private static final Pattern REFERENCE =
      Pattern.compile("\\$\\{([A-Za-z_][\\w-]*\\.[A-Za-z_][\\w-]*)[.}\\[]");

  String type() {
    return json.get("type").textValue();
  }

  String name() {
    return json.get("name").textValue();
  }

  String address() {
    return type() + "." + name();
  }

  JsonNode inputs() {
    return json.path("inputs");
  }

  /// An option; missing if it is not set, which is not the same as false.
  JsonNode option(String name) {
    var value = json.path("options").path(name);
    return value.isNull() ? MissingNode.getInstance() : value;
  }

  /// Whether the option says this; false is not the same as absent.
  boolean isSetTo(String option, boolean value) {
    var said = json.path("options").path(option);
    return said.isBoolean() && said.booleanValue() == value;
  }

  boolean isSet(String option) {
    return option(option).asBoolean(false);
  }

  /// A list of strings.
  List<String> strings(String option) {
    return PulumiStep.strings(option(option));
  }

  /// Whether no provider knows it.
  boolean isComponent() {
    return json.path("component").asBoolean(false);
  }

  Optional<String> parent() {
    return Optional.ofNullable(json.path("parent").textValue());
  }

  /// This resource, with those options of its parent that children take over and that it does not
  /// set itself.
  ///
  /// @param parent with what it has taken over
  PulumiResource inheriting(PulumiResource parent) {
    ObjectNode inheriting = json.deepCopy();
    var options = inheriting.withObjectProperty("options");
    for (String option : List.of("protect", "retainOnDelete", "deletedWith"))
      if (!options.has(option) && !parent.option(option).isMissingNode())
        options.set(option, parent.option(option));
    return new PulumiResource(inheriting);
  }

  /// The addresses it had before, the first one first.
  List<String> aliases() {
    var addresses = new ArrayList<String>();
    option("aliases")
        .forEach(alias ->
            addresses.add(
                alias.isTextual()
                    ? alias.textValue()
                    : type() + "." + alias.path("name").asText(name())));
    return addresses;
  }

  /// What options other than `dependsOn` name, and the parent: here resources among these are
  /// dependencies, too (R-RTB-2, R-PUL-30).
  SortedSet<String> namedByOptions() {
    var named = new TreeSet<>(strings("replaceWith"));
    if (option("deletedWith").isTextual()) named.add(option("deletedWith").textValue());
    references(option("replaceTrigger"), named);
    parent().ifPresent(named::add);
    return Collections.unmodifiableSortedSet(named);
  }

  /// All resources that it names.
  SortedSet<String> named() {
    var named = new TreeSet<>(namedByOptions());
    named.addAll(strings("dependsOn"));
    references(inputs(), named);
    return Collections.unmodifiableSortedSet(named);
  }

  /// The same, not setting an option.
  PulumiResource without(String option) {
    ObjectNode less = json.deepCopy();
    less.withObjectProperty("options").remove(option);
    return new PulumiResource(less);
  }

  /// A text, with another word for each resource that it refers to.
  static String rewritten(String text, UnaryOperator<String> words) {
    return REFERENCE
        .matcher(text)
        .replaceAll(found -> {
          var last = found.group().charAt(found.group().length() - 1);
          return Matcher.quoteReplacement("${" + words.apply(found.group(1)) + last);
        });
  }

  private static void references(JsonNode tree, SortedSet<String> found) {
    if (tree.isTextual()) {
      var matcher = REFERENCE.matcher(tree.textValue());
      while (matcher.find()) found.add(matcher.group(1));
    }
    tree.forEach(part -> references(part, found));
  }
}

package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.json.ExactJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// One entry of a recorded program.
public record ProgramEntry(JsonNode json) {
  /// What URNs begin with.
  static final String SCOPE = "urn:pulumi:test::test::";

  /// What the engine records for itself: providers, and the stack.
  static final String ENGINE = "pulumi:";

  public static final String PROVIDERS = ENGINE + "providers:";

  private static final String ACCOUNT = "account";

  /// The packages for which another account is another system, and nothing else.
  private static final Set<String> NAMED_BY_ACCOUNT = Set.of("bare", "legacy", "sea");

  /// A resource as scenarios name it.
  ///
  /// @param urn or a token of a function
  static String named(String urn) {
    if (urn.startsWith(SCOPE)) return urn.substring(SCOPE.length());
    return urn.startsWith("::") ? urn.substring(2) : urn;
  }

  public String token() {
    return json.get("type").textValue();
  }

  public String name() {
    return json.get("name").textValue();
  }

  /// `type::name`, as scenarios name resources.
  public String title() {
    return token() + "::" + name();
  }

  public boolean isProvider() {
    return token().startsWith(PROVIDERS);
  }

  /// Whether it is a function.
  public boolean isFunction() {
    return kind().equals("invoke");
  }

  /// Whether it is a method of a component.
  public boolean isMethod() {
    return kind().equals("call");
  }

  /// Whether it is an object of others that is looked up by its id.
  public boolean isRead() {
    return kind().equals("read");
  }

  /// Whether nothing is made of it.
  public boolean isData() {
    return isFunction() || isMethod() || isRead();
  }

  /// Whether it is a component that is nothing but a name around others.
  boolean isGroup() {
    return kind().equals("component");
  }

  /// Whether a program says what is inside of it.
  public boolean isComponent() {
    return kind().equals("remote");
  }

  String kind() {
    return json.path("kind").asText("");
  }

  /// The package whose provider is asked.
  public String pack() {
    return isProvider() ? token().substring(PROVIDERS.length()) : token().split(":", 2)[0];
  }

  /// What is declared for it. What is only read is told by its id; a method has a word for its
  /// component.
  public JsonNode inputs() {
    if (isMethod() && json.path("inputs") instanceof ObjectNode inputs) {
      var declared = inputs.deepCopy();
      declared.set("self", declared.remove("__self__"));
      return declared;
    }
    return isRead()
        ? ExactJson.JSON.createObjectNode().set("id", json.get("id"))
        : json.path("inputs");
  }

  /// The provider that there is of a package without a resource of its own.
  static ProgramEntry standard(String pack, ObjectNode inputs) {
    var entry = ExactJson.JSON.createObjectNode().put("type", PROVIDERS + pack);
    entry.put("name", "default").set("inputs", inputs);
    return new ProgramEntry(entry);
  }

  /// The arguments that tell which system is meant, as a ProviderConfig says by `identity`: those
  /// by which its provider does. Without a list all that are not secret do.
  Optional<List<String>> telling() {
    return NAMED_BY_ACCOUNT.contains(pack()) ? Optional.of(List.of(ACCOUNT)) : Optional.empty();
  }

  /// Of a provider resource, the system that it names.
  String system() {
    return inputs().properties().stream()
        .filter(input -> telling().stream().allMatch(names -> names.contains(input.getKey())))
        .flatMap(input -> text(input.getValue()).map(text -> input.getKey() + "=" + text).stream())
        .sorted()
        .collect(Collectors.joining(", "));
  }

  /// An argument as the name of a system has it: without what is secret, or null.
  private static Optional<String> text(JsonNode value) {
    if (value.isValueNode()) return Optional.of(value.asText()).filter(_ -> !value.isNull());
    if (value.has("$secret")) return Optional.empty();
    var parts =
        value.isArray()
            ? value.valueStream().flatMap(each -> text(each).stream())
            : value.properties().stream()
                .flatMap(
                    each -> text(each.getValue()).map(text -> each.getKey() + "=" + text).stream())
                .sorted();
    var inner = parts.collect(Collectors.joining(", "));
    var whole = value.isArray() ? "[" + inner + "]" : "{" + inner + "}";
    return Optional.of(whole).filter(_ -> !inner.isEmpty());
  }

  /// Of a provider resource, whether it leads to another system than it did. One that named none
  /// worked where its environment said: a first name is no other system (R-PUL-61).
  public boolean isElsewhere(ProgramEntry former) {
    return !former.system().isEmpty() && !former.system().equals(system());
  }

  public JsonNode option(String name) {
    return json.path("options").path(name);
  }

  public boolean isSet(String option) {
    return option(option).asBoolean(false);
  }

  public List<String> strings(String option) {
    var strings = new ArrayList<String>();
    option(option).forEach(each -> strings.add(each.textValue()));
    return strings;
  }

  /// The name of the provider resource that it asks for.
  public Optional<String> provider() {
    return Optional.ofNullable(option("provider").textValue());
  }

  /// The title of the provider that is asked.
  public String titleOfProvider() {
    return PROVIDERS + pack() + "::" + provider().orElse("default");
  }
}

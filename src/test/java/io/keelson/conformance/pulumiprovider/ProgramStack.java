package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ImportLimit;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.json.ExactJson;
import io.keelson.provider.pulumi.schema.PackageSchema;
import io.keelson.testing.ShortDeclarations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/// The program of a step as a stack declares it.
final class ProgramStack {
  /// Of the stack.
  private static final Map<String, Value> NAMES =
      Map.of("namespace", Value.text("test"), "name", Value.text("test"));

  private final ProviderStep step;
  private final Function<String, PackageSchema> schemas;
  private final Function<String, JsonNode> recorded;
  private final Map<String, ProgramEntry> entries = new TreeMap<>();
  private final ProgramValues values =
      new ProgramValues(name -> Optional.ofNullable(entries.get(name)).orElseThrow(), this::word);

  /// @param schemas of packages
  /// @param recorded the inputs that are recorded of a resource, by its title
  ProgramStack(
      ProviderStep step,
      Function<String, PackageSchema> schemas,
      Function<String, JsonNode> recorded) {
    this.step = step;
    this.schemas = schemas;
    this.recorded = recorded;
    for (ProgramEntry entry : step.program()) entries.put(entry.name(), entry);
  }

  /// @param configurations the provider resources there are, by name, and default providers by
  ///   package
  StackDeclaration declaration(SortedMap<String, ProgramEntry> configurations) {
    var resources = new ArrayList<ResourceDeclaration>();
    var components = new ArrayList<ComponentDeclaration.Component>();
    for (ProgramEntry entry : step.program())
      if (entry.isComponent())
        components.add(
            ProgramComponent.of(
                entry,
                name(entry),
                this::pack,
                this::wordOf,
                object(entry.inputs()),
                dependsOn(entry)));
      else if (!entry.isProvider()) resources.add(declared(entry));
    var standard = new TreeMap<String, String>();
    configurations.values().forEach(entry -> standard.put(entry.pack(), entry.pack()));
    var providers = new TreeMap<String, StackDeclaration.Provider>();
    configurations.forEach((name, entry) -> providers.put(name, configured(entry)));
    return ShortDeclarations.stack(
            resources,
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(values.variables()),
            new TreeMap<>(NAMES),
            List.of(),
            List.of(),
            imports(),
            new TreeMap<>(),
            providers)
        .using(components, standard);
  }

  /// Objects in another system are replaced unasked there, unless their provider is protected. Here
  /// somebody has to ask for it (R-PUL-61), which this does then.
  private StackDeclaration.Provider configured(ProgramEntry entry) {
    return new StackDeclaration.Provider(
        object(inputs(entry)),
        new TreeMap<>(),
        Optional.empty(),
        Optional.of(entry.system()).filter(_ -> !entry.isSet("protect")),
        Optional.empty(),
        Optional.of(entry.pack()));
  }

  /// What is declared for a provider. Where a step has no program, what that refers to is not
  /// declared: it is what it was.
  private JsonNode inputs(ProgramEntry entry) {
    var declared = entry.inputs();
    if (!step.program().isEmpty() || !declared.toString().contains("${")) return declared;
    var former = recorded.apply(entry.title());
    var known = ExactJson.JSON.createObjectNode();
    declared
        .properties()
        .forEach(each -> {
          if (former.has(each.getKey())) known.set(each.getKey(), former.get(each.getKey()));
        });
    return known;
  }

  private Mapping object(JsonNode inputs) {
    return inputs.isObject() && values.tree(inputs) instanceof Mapping object
        ? object
        : Value.object(new TreeMap<>());
  }

  ResourceAddress address(ProgramEntry entry) {
    var schema = schemas.apply(entry.pack());
    var names =
        entry.isFunction() || entry.isMethod() ? schema.functionNames() : schema.resourceNames();
    var found = names.name(entry.token());
    // A function that a package does not have can be declared all the same.
    var type =
        entry.isFunction() || entry.isMethod()
            ? found.orElseGet(() -> entry.token().replaceAll("[^A-Za-z0-9]+", "_"))
            : found.orElseThrow();
    return entry.isData()
        ? new ResourceAddress(ResourceAddress.Mode.DATA, type, name(entry))
        : ResourceAddress.managed(type, name(entry));
  }

  private Optional<String> pack(String provider) {
    return Optional.ofNullable(entries.get(provider)).map(ProgramEntry::pack);
  }

  /// Names may have characters that addresses have not.
  private static String name(ProgramEntry entry) {
    return ResourceAddress.identifier(entry.name());
  }

  /// What expressions call it.
  String word(ProgramEntry entry) {
    return entry.isComponent() ? "component." + name(entry) : address(entry).toString();
  }

  private String wordOf(String name) {
    return word(Optional.ofNullable(entries.get(name)).orElseThrow());
  }

  /// A provider is no resource: what uses it comes after it anyway.
  private List<String> dependsOn(ProgramEntry entry) {
    return entry.strings("dependsOn").stream()
        .map(each -> Optional.ofNullable(entries.get(each)).orElseThrow())
        .filter(each -> !each.isProvider())
        .map(this::word)
        .toList();
  }

  private ResourceDeclaration declared(ProgramEntry entry) {
    return new ResourceDeclaration(
            address(entry),
            object(entry.inputs()),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            dependsOn(entry),
            ProgramLifecycle.of(
                entry,
                this::wordOf,
                Optional.of(entry.option("replaceTrigger"))
                    .filter(each -> !each.isMissingNode())
                    .map(values::tree)),
            Optional.empty(),
            aliases(entry))
        .using(entry.provider().orElse(entry.pack()));
  }

  /// Former names, of the same type.
  private List<String> aliases(ProgramEntry entry) {
    return entry.strings("aliases").stream()
        .map(former ->
            ResourceAddress.managed(address(entry).type(), ResourceAddress.identifier(former))
                .toString())
        .toList();
  }

  private List<StackDeclaration.Import> imports() {
    var imports = new ArrayList<StackDeclaration.Import>();
    for (ProgramEntry entry : step.program()) {
      var id = entry.option("import");
      // A component is a part of addresses here, and a provider is no resource: there is nothing
      // to say it of.
      if (id.isTextual() && !entry.isComponent() && !entry.isProvider())
        imports.add(
            new StackDeclaration.Import(
                address(entry).toString(),
                new StackDeclaration.Import.By.Id(Value.text(id.textValue())),
                // Pulumi's engine refuses only what would replace the object.
                ImportLimit.IN_PLACE,
                Optional.empty(),
                AttributePath.of("imports").index(imports.size())));
    }
    return imports;
  }
}

package io.keelson.provider.pulumi.schema;

import io.keelson.engine.schema.Documentation;
import io.keelson.engine.schema.Schema;
import io.keelson.provider.plugin.schema.BrokenSchema;
import io.keelson.provider.pulumi.schema.Sections.Kind;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/// All that a Pulumi provider says about its types. Large packages have thousands of them, so each
/// is read when it is asked for the first time.
public final class PackageSchema {
  private final Sections sections;
  private final SecretTypes secrets;
  private final String name;
  private final String version;
  private final ModuleFormat format;
  private final TypeNames resourceNames;
  private final TypeNames functionNames;
  private final Schema provider;
  private final SdkRules providerRules;
  private final Documentation providerDocumentation;
  private final Map<String, ResourceSchema> resources = new ConcurrentHashMap<>();
  private final Map<String, FunctionSchema> functions = new ConcurrentHashMap<>();
  private final Map<String, Schema> lookups = new ConcurrentHashMap<>();

  private PackageSchema(Sections sections) {
    this.sections = sections;
    this.secrets = new SecretTypes(sections);
    this.name = sections.text("name");
    this.version = sections.text("version");
    if (name.isEmpty()) throw new BrokenSchema("its package", "it has no name");
    this.format =
        ModuleFormat.of(sections.own("meta").map(meta -> meta.text("moduleFormat")).orElse(""));
    this.resourceNames = TypeNames.of(format, sections.tokens(Kind.RESOURCE));
    var callable = sections.tokens(Kind.FUNCTION);
    var methods = callable.stream().filter(token -> receiver(token).isPresent()).toList();
    this.functionNames = TypeNames.of(format, callable, methods);
    var reader = reader("its configuration");
    this.provider = reader.read(Roots.ofProvider(sections));
    this.providerRules = reader.rules();
    this.providerDocumentation = reader.documentation(Roots.own(sections, "provider"));
  }

  /// Reads what a provider answers to GetSchema.
  ///
  /// @throws BrokenSchema if the text is larger than 64 MiB or no JSON object, or the schema of the
  ///   provider's own configuration cannot be read
  public static PackageSchema read(String json) {
    return new PackageSchema(Sections.read(json));
  }

  /// What the package is called, such as `aws`.
  public String name() {
    return name;
  }

  /// Empty if the package does not say it.
  public String version() {
    return version;
  }

  /// How long the text is, in UTF-8.
  public int bytes() {
    return sections.bytes();
  }

  /// Of the provider's own configuration.
  public Schema provider() {
    return provider;
  }

  public SdkRules providerRules() {
    return providerRules;
  }

  public Documentation providerDocumentation() {
    return providerDocumentation;
  }

  /// What the types of resources are called in addresses.
  ///
  /// @rule R-PRG-6
  public TypeNames resourceNames() {
    return resourceNames;
  }

  /// What functions are called as data sources.
  ///
  /// @rule R-PRG-6
  public TypeNames functionNames() {
    return functionNames;
  }

  public SortedSet<String> resourceTypes() {
    return resourceNames.names();
  }

  public SortedSet<String> functionTypes() {
    return functionNames.names();
  }

  /// The tokens of those types that are components, by type. Each is looked at: only people ask for
  /// it.
  ///
  /// @throws BrokenSchema if the package contradicts itself there
  public SortedMap<String, String> programs() {
    var programs = new TreeMap<String, String>();
    for (String type : resourceTypes())
      resourceNames
          .token(type)
          .filter(token -> Roots.isComponent(section(Kind.RESOURCE, token)))
          .ifPresent(token -> programs.put(type, token));
    return programs;
  }

  /// @param type as addresses have it
  /// @throws BrokenSchema if the package contradicts itself there
  public Optional<ResourceSchema> resource(String type) {
    return resourceNames
        .token(type)
        .map(token -> resources.computeIfAbsent(token, this::readResource));
  }

  /// Whether a type of the package has taken the place of another: it says which tokens it had.
  ///
  /// @param type as addresses have it
  /// @param former as addresses had it
  /// @throws BrokenSchema if the package contradicts itself there
  public boolean isSuccessor(String type, String former) {
    return resource(type).stream()
        .flatMap(each -> each.aliases().stream())
        .anyMatch(token -> TypeNames.mayBe(former, token, format));
  }

  /// A component, whose resources a program registers.
  ///
  /// @param type as addresses have it, or its token
  /// @throws BrokenSchema if the package contradicts itself there
  public Optional<ResourceSchema> program(String type) {
    return resource(resourceNames.name(type).orElse(type)).filter(ResourceSchema::component);
  }

  /// What a resource or a function is called in addresses; empty if the package does not have it.
  ///
  /// @rule R-PRG-6
  public Optional<String> typeOf(String token) {
    return resourceNames.name(token).or(() -> functionNames.name(token));
  }

  /// @param type as addresses have it
  /// @throws BrokenSchema if the package contradicts itself there
  public Optional<FunctionSchema> function(String type) {
    return functionNames
        .token(type)
        .map(token -> functions.computeIfAbsent(token, this::readFunction));
  }

  /// A data source: a function, or the objects of a resource type, which are looked up by their id.
  ///
  /// @param type as addresses have it; where both are called so, it is the function
  /// @throws BrokenSchema if the package contradicts itself there
  /// @rule R-PRG-8
  public Optional<Schema> data(String type) {
    return function(type)
        .map(FunctionSchema::schema)
        .or(() ->
            resource(type)
                .filter(each -> !each.component())
                .map(each -> lookups.computeIfAbsent(type, _ -> each.lookup())));
  }

  /// Read each time: only people ask for it.
  ///
  /// @throws BrokenSchema if the package contradicts itself there
  public Documentation resourceDocumentation(String type) {
    return resourceNames
        .token(type)
        .map(token -> section(Kind.RESOURCE, token))
        .map(resource -> documentation(resource, Roots.ofResource(resource)))
        .orElse(Documentation.NONE);
  }

  /// Of a data source. Read each time: only people ask for it.
  ///
  /// @throws BrokenSchema if the package contradicts itself there
  public Documentation dataDocumentation(String type) {
    return functionNames
        .token(type)
        .map(token -> section(Kind.FUNCTION, token))
        .map(function -> documentation(function, Roots.ofFunction(function)))
        .orElseGet(() -> resourceDocumentation(type));
  }

  private ResourceSchema readResource(String token) {
    var resource = section(Kind.RESOURCE, token);
    var reader = reader(resource.what());
    var schema = reader.read(Roots.ofResource(resource));
    return new ResourceSchema(
        token, schema, Roots.isComponent(resource), reader.rules(), aliases(resource));
  }

  private static SortedSet<String> aliases(Fragment resource) {
    var aliases = new TreeSet<String>();
    for (var each : resource.node().path("aliases"))
      if (each.hasNonNull("type")) aliases.add(each.get("type").asText());
    return aliases;
  }

  private FunctionSchema readFunction(String token) {
    var function = section(Kind.FUNCTION, token);
    var reader = reader(function.what());
    var schema = reader.read(Roots.ofFunction(function));
    var receiver = receiver(token);
    return new FunctionSchema(
        token,
        receiver.isPresent()
            ? schema.methodOf(new Schema.Receiver(Roots.receiver(function), receiver.get()))
            : schema,
        Roots.isSingle(function),
        reader.rules());
  }

  /// The type of the component that has a method; empty for other functions.
  ///
  /// @rule R-PRG-26
  private Optional<String> receiver(String function) {
    return Token.isOfMethod(function)
        ? Roots.receiverOf(section(Kind.FUNCTION, function))
            .filter(
                type -> sections.one(Kind.RESOURCE, type).filter(Roots::isComponent).isPresent())
            .flatMap(resourceNames::name)
        : Optional.empty();
  }

  private Documentation documentation(Fragment own, Sides<Properties> object) {
    var reader = reader(own.what());
    reader.read(object);
    return reader.documentation(own);
  }

  private Fragment section(Kind kind, String token) {
    return sections.one(kind, token).orElseThrow();
  }

  private PropertyReader reader(String what) {
    return new PropertyReader(new Definitions(sections, what), secrets);
  }
}

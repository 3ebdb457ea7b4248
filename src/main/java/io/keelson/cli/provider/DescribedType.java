package io.keelson.cli.provider;

import io.keelson.engine.function.FunctionSignature;
import io.keelson.engine.schema.Documentation;
import io.keelson.engine.schema.Schema;
import io.keelson.provider.plugin.schema.IdentitySchema;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// One thing that a provider has a schema for.
///
/// @param name of a type, of the provider, or what a package calls a component
/// @param provider which one, for people: a source address with a version
/// @param functions what expressions can call; only of the provider itself
/// @param identity what an import can find an object by, instead of its id
public record DescribedType(
    Kind kind,
    String name,
    String provider,
    Schema schema,
    Documentation documentation,
    SortedMap<String, FunctionSignature> functions,
    Optional<IdentitySchema> identity) {

  /// What the schema is for.
  public enum Kind {
    RESOURCE("resource", ""),
    DATA("data source", "data."),
    EPHEMERAL("ephemeral resource", "ephemeral."),
    PROGRAM("component of a program", "program."),
    PROVIDER("provider configuration", "provider.");

    private final String words;
    private final String prefix;

    Kind(String words, String prefix) {
      this.words = words;
      this.prefix = prefix;
    }

    public String words() {
      return words;
    }

    String title(String name) {
      return prefix + name;
    }

    /// The name behind the prefix; empty if a title has another one.
    Optional<String> name(String title) {
      boolean fits = this == RESOURCE ? title.indexOf('.') < 0 : title.startsWith(prefix);
      return fits ? Optional.of(title.substring(prefix.length())) : Optional.empty();
    }
  }

  public DescribedType {
    functions = Collections.unmodifiableSortedMap(new TreeMap<>(functions));
  }

  public DescribedType(
      Kind kind, String name, String provider, Schema schema, Documentation documentation) {
    this(kind, name, provider, schema, documentation, Collections.emptySortedMap());
  }

  public DescribedType(
      Kind kind,
      String name,
      String provider,
      Schema schema,
      Documentation documentation,
      SortedMap<String, FunctionSignature> functions) {
    this(kind, name, provider, schema, documentation, functions, Optional.empty());
  }

  /// A resource type whose objects may have an identity.
  public DescribedType(
      String name,
      String provider,
      Schema schema,
      Documentation documentation,
      Optional<IdentitySchema> identity) {
    this(
        Kind.RESOURCE,
        name,
        provider,
        schema,
        documentation,
        Collections.emptySortedMap(),
        identity);
  }

  /// What a user asks for it by, such as `time_static` or `data.aws_ami`.
  public String title() {
    return kind.title(name);
  }
}

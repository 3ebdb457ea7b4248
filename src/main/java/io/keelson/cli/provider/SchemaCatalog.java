package io.keelson.cli.provider;

import io.keelson.cli.provider.DescribedType.Kind;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.schema.Documentation;
import io.keelson.engine.schema.Schema;
import io.keelson.provider.plugin.schema.ProviderSchemas;
import io.keelson.provider.pulumi.schema.PackageSchema;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;

/// What there are schemas for, by titles such as `time_static`, `data.aws_ami`, `ephemeral.…`,
/// `program.site:index:WebApp` and `provider.time`.
public sealed interface SchemaCatalog {
  /// Such as `registry.terraform.io/hashicorp/time 0.14.2`.
  String provider();

  SortedSet<String> titles();

  /// @throws io.keelson.provider.plugin.schema.BrokenSchema if the provider's schema contradicts
  ///   the protocol
  Optional<DescribedType> find(String title);

  /// What every Stack has.
  record Own(Provider of, List<String> types) implements SchemaCatalog {
    @Override
    public String provider() {
      return of.name();
    }

    @Override
    public SortedSet<String> titles() {
      var titles = new TreeSet<String>();
      for (String type : types) {
        if (of.schema(type).isPresent()) titles.add(Kind.RESOURCE.title(type));
        if (of.dataSchema(type).isPresent()) titles.add(Kind.DATA.title(type));
      }
      return titles;
    }

    @Override
    public Optional<DescribedType> find(String title) {
      return described(title, Kind.RESOURCE, of::schema)
          .or(() -> described(title, Kind.DATA, of::dataSchema));
    }

    private Optional<DescribedType> described(
        String title, Kind kind, Function<String, Optional<Schema>> schemas) {
      return kind.name(title)
          .flatMap(name ->
              schemas
                  .apply(name)
                  .map(schema ->
                      new DescribedType(kind, name, provider(), schema, Documentation.NONE)));
    }
  }

  /// What an installed provider offers.
  ///
  /// @param name how expressions and types call it
  record Installed(String name, String provider, ProviderSchemas schemas) implements SchemaCatalog {
    @Override
    public SortedSet<String> titles() {
      var titles = new TreeSet<String>();
      titles.add(Kind.PROVIDER.title(name));
      schemas.resourceTypes().forEach(each -> titles.add(Kind.RESOURCE.title(each)));
      schemas.dataTypes().forEach(each -> titles.add(Kind.DATA.title(each)));
      schemas.ephemeralTypes().forEach(each -> titles.add(Kind.EPHEMERAL.title(each)));
      return titles;
    }

    @Override
    public Optional<DescribedType> find(String title) {
      for (Kind kind : Kind.values()) {
        var named = kind.name(title);
        if (named.isPresent()) return find(kind, named.get());
      }
      return Optional.empty();
    }

    private Optional<DescribedType> find(Kind kind, String type) {
      var schema =
          switch (kind) {
            case RESOURCE -> schemas.resource(type);
            case DATA -> schemas.data(type);
            case EPHEMERAL -> schemas.ephemeral(type);
            case PROGRAM -> Optional.<Schema>empty();
            case PROVIDER ->
                type.equals(name) ? Optional.of(schemas.provider()) : Optional.<Schema>empty();
          };
      return schema.map(each -> {
        var documentation = documentation(kind, type);
        return switch (kind) {
          case PROVIDER ->
              new DescribedType(kind, type, provider, each, documentation, schemas.functions());
          case RESOURCE ->
              new DescribedType(type, provider, each, documentation, schemas.identity(type));
          case DATA, EPHEMERAL, PROGRAM ->
              new DescribedType(kind, type, provider, each, documentation);
        };
      });
    }

    private Documentation documentation(Kind kind, String type) {
      return switch (kind) {
        case RESOURCE -> schemas.resourceDocumentation(type);
        case DATA -> schemas.dataDocumentation(type);
        case EPHEMERAL -> schemas.ephemeralDocumentation(type);
        case PROGRAM -> Documentation.NONE;
        case PROVIDER -> schemas.providerDocumentation();
      };
    }
  }

  /// What an installed Pulumi provider offers: resources, functions as data sources, and
  /// components. That each type of resource can be looked up, too, is not listed.
  ///
  /// @param name how types call it
  record OfPulumi(String name, String provider, PackageSchema schema) implements SchemaCatalog {
    @Override
    public SortedSet<String> titles() {
      var titles = new TreeSet<String>();
      titles.add(Kind.PROVIDER.title(name));
      var programs = schema.programs();
      programs.values().forEach(each -> titles.add(Kind.PROGRAM.title(each)));
      for (String type : schema.resourceTypes())
        if (!programs.containsKey(type)) titles.add(Kind.RESOURCE.title(type));
      schema.functionTypes().forEach(each -> titles.add(Kind.DATA.title(each)));
      return titles;
    }

    @Override
    public Optional<DescribedType> find(String title) {
      return Kind.RESOURCE
          .name(title)
          .flatMap(this::registered)
          .or(() -> Kind.PROGRAM.name(title).flatMap(this::registered))
          .or(() -> Kind.DATA.name(title).flatMap(this::data))
          .or(() -> Kind.PROVIDER.name(title).filter(name::equals).map(this::configuration));
    }

    /// A resource, or a component.
    ///
    /// @param name of the type, or what the package calls it
    private Optional<DescribedType> registered(String name) {
      var type = schema.resourceNames().name(name).orElse(name);
      return schema
          .resource(type)
          .map(each ->
              new DescribedType(
                  each.component() ? Kind.PROGRAM : Kind.RESOURCE,
                  each.component() ? each.token() : type,
                  provider,
                  each.schema(),
                  schema.resourceDocumentation(type)));
    }

    private Optional<DescribedType> data(String type) {
      return schema
          .data(type)
          .map(each ->
              new DescribedType(Kind.DATA, type, provider, each, schema.dataDocumentation(type)));
    }

    private DescribedType configuration(String type) {
      return new DescribedType(
          Kind.PROVIDER, type, provider, schema.provider(), schema.providerDocumentation());
    }
  }
}

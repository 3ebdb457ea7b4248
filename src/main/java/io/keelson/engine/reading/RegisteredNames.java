package io.keelson.engine.reading;

import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ComponentConfig;
import io.keelson.engine.config.load.body.ProgramBody;
import io.keelson.engine.program.Registration;
import io.keelson.engine.provider.ConfigurableProvider;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.schema.Schema;
import java.util.Optional;

/// What is called how of what programs register.
///
/// @rule R-PRG-21
/// @rule R-LIM-9
public record RegisteredNames(Providers providers) {
  /// How many components may be inside of each other.
  private static final int DEEPEST = 8;

  /// What a registration is about.
  ///
  /// @param at the address of the resource, or of the run of a program
  /// @param in the component that the resource stands in, or that the program makes up
  public record Registree(
      InstanceAddress at, ComponentInstance in, String configuration, Schema schema) {}

  /// @param from the component whose program registers it
  /// @throws IllegalArgumentException saying why it cannot be planned: no provider has its type, or
  ///   its name cannot be part of an address, or makes that too long
  public Registree of(
      ComponentInstance from, ComponentConfig.Program program, Registration registration) {
    var configuration = program.configuration(registration.packageName()).orElse(null);
    var provider = configuration == null ? null : providers.configurable().get(configuration);
    if (configuration == null || provider == null)
      throw new IllegalArgumentException(
          "the component has no provider configuration for it; set providers."
              + registration.packageName()
              + " of the Component, or let the Stack have one");
    if (from.keys().size() + registration.in().size() >= DEEPEST)
      throw new IllegalArgumentException("it is inside of more than " + DEEPEST + " components");
    var in = from;
    for (Registration.Group each : registration.in())
      in = in.component(each.name(), new InstanceKey.None());
    var found =
        switch (registration.kind()) {
          case RESOURCE -> resource(registration, in, configuration, provider);
          case PROGRAM -> program(registration, in, configuration, provider);
        };
    var registree =
        found.orElseThrow(() ->
            new IllegalArgumentException(
                "the provider of '"
                    + configuration
                    + "' does not have it; install another version"));
    int length = registree.at().toString().length();
    if (length > InstanceAddress.LONGEST)
      throw new IllegalArgumentException(
          "its address would have "
              + length
              + " characters, and an address may have at most "
              + InstanceAddress.LONGEST
              + "; give it a shorter name");
    return registree;
  }

  private static Optional<Registree> resource(
      Registration registration,
      ComponentInstance in,
      String configuration,
      ConfigurableProvider provider) {
    return provider
        .typeOf(registration.token())
        .flatMap(type ->
            provider
                .schema(type)
                .map(schema -> {
                  var address =
                      new ResourceAddress(
                          in.path(),
                          ResourceAddress.Mode.MANAGED,
                          type,
                          ResourceAddress.identifier(registration.name()));
                  return new Registree(instance(address, in), in, configuration, schema);
                }));
  }

  private static Optional<Registree> program(
      Registration registration,
      ComponentInstance in,
      String configuration,
      ConfigurableProvider provider) {
    var inner =
        in.component(ResourceAddress.identifier(registration.name()), new InstanceKey.None());
    return provider
        .typeOf(registration.token())
        .flatMap(type ->
            provider
                .programSchema(type)
                .map(schema ->
                    new Registree(
                        instance(ProgramBody.run(type).within(inner.path()), inner),
                        inner,
                        configuration,
                        schema)));
  }

  private static InstanceAddress instance(ResourceAddress address, ComponentInstance in) {
    return address.instance(new InstanceKey.None().within(in.keys()));
  }
}

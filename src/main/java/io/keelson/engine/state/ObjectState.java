package io.keelson.engine.state;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.value.Bytes;
import java.util.Optional;
import java.util.SortedSet;

/// One object as it is stored. Not a [io.keelson.engine.value.Value]: it may follow an older
/// schema, and providers want the original.
///
/// @param type the resource type whose schema the attributes follow; not that of the instance's
///   address while an object has moved there that the new type has not taken over yet (R-MOV-4)
/// @param sensitive what is not to be shown; the store seals it
/// @param privateData what the provider wants back, never shown or compared (R-ART-10)
/// @param provider the provider that wrote it
/// @rule R-STATE-2
public record ObjectState(
    String type,
    Status status,
    RawState attributes,
    SensitivePaths sensitive,
    Bytes privateData,
    Optional<RawState> identity,
    ProviderKey provider,
    SortedSet<Dependency> dependencies,
    Flags flags) {

  /// Whether the object can be used.
  public enum Status {
    READY,
    /// Exists, but its creation did not finish: it is replaced.
    TAINTED,
    /// Exists and can be used, but its provider did not finish it: it is updated.
    ///
    /// @rule R-PUL-20
    UNFINISHED;

    /// What an object is after its provider has told whether it is finished.
    public Status after(Completion completion) {
      return switch (completion) {
        case UNTOLD -> this;
        case FINISHED -> this == UNFINISHED ? READY : this;
        case UNFINISHED -> this == READY ? UNFINISHED : this;
      };
    }
  }

  public ObjectState {
    dependencies = DependencySet.of(dependencies);
  }

  public boolean tainted() {
    return status == Status.TAINTED;
  }

  public boolean unfinished() {
    return status == Status.UNFINISHED;
  }

  /// Whether the attributes follow another type than that of the given resource: it has moved
  /// there, and has to be taken over before anything else is done with it.
  ///
  /// @rule R-MOV-4
  public boolean isForeignTo(ResourceAddress resource) {
    return !type.equals(resource.type());
  }

  public boolean dependsOn(ResourceAddress resource) {
    return dependencies.stream().anyMatch(each -> each.resource().equals(resource));
  }

  public ObjectState withStatus(Status changed) {
    return new ObjectState(
        type, changed, attributes, sensitive, privateData, identity, provider, dependencies, flags);
  }

  /// @param completion whether the object is finished, as its provider says
  public ObjectState after(Completion completion) {
    return withStatus(status.after(completion));
  }

  public ObjectState withAttributes(RawState changed, SensitivePaths sensitivePaths) {
    return new ObjectState(
        type,
        status,
        changed,
        sensitivePaths,
        privateData,
        identity,
        provider,
        dependencies,
        flags);
  }

  public ObjectState withProviderData(Bytes changed, Optional<RawState> identityNow) {
    return new ObjectState(
        type, status, attributes, sensitive, changed, identityNow, provider, dependencies, flags);
  }

  public ObjectState withDependencies(SortedSet<Dependency> changed) {
    return new ObjectState(
        type, status, attributes, sensitive, privateData, identity, provider, changed, flags);
  }

  public ObjectState withProvider(ProviderKey changed) {
    return new ObjectState(
        type, status, attributes, sensitive, privateData, identity, changed, dependencies, flags);
  }

  public ObjectState withFlags(Flags changed) {
    return new ObjectState(
        type,
        status,
        attributes,
        sensitive,
        privateData,
        identity,
        provider,
        dependencies,
        changed);
  }
}

package io.keelson.provider.pulumi.program;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.program.Registration;
import io.keelson.engine.program.Registration.Options;
import io.keelson.engine.program.Registration.Timeouts;
import io.keelson.engine.value.Value;
import io.keelson.provider.pulumi.proto.Pulumi.Alias;
import io.keelson.provider.pulumi.proto.Pulumi.RegisterResourceRequest;
import io.keelson.provider.pulumi.proto.Pulumi.RegisterResourceRequest.Hooks;
import io.keelson.provider.pulumi.value.PropertyValues;
import io.keelson.provider.pulumi.wire.MalformedProperty;
import io.keelson.provider.pulumi.wire.PropertyReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// The options of one registration. What is not supported is refused by its name; what SDKs send
/// although the program says nothing is nothing. Some are taken over from the parent.
///
/// @rule R-PRG-25
record RegistrationOptions(
    Session session, Registrant who, RegisterResourceRequest request, Handed parent) {
  /// What no registration may have, not even one of a component.
  void check() throws Refusal {
    if (request.getTransformsCount() > 0)
      throw who.option("transforms", "Write what they change into the program, or into the Stack");
    if (!request.getHooks().equals(Hooks.getDefaultInstance()))
      throw who.option("hooks", "Leave them out: nothing of a program runs while objects change");
    if (request.getStateMigrationsCount() > 0)
      throw who.option("stateMigrations", "Leave them out");
    new Origin(request.getProvider(), request.getPluginDownloadUrl(), request.getPackageRef())
        .check(session, who);
    for (String reference : request.getProvidersMap().values())
      new Origin(reference, "", "").check(session, who);
  }

  /// What holds for it, and for what has it for a parent.
  ParentOptions handedOn() throws Refusal {
    return new ParentOptions(
            said(request.getProtect()),
            said(request.getRetainOnDelete()).map(retain -> !retain),
            deletedWith())
        .over(parent.options());
  }

  /// A component that is only there for others to stand in.
  Registration.Group group() {
    return new Registration.Group(ResourceAddress.identifier(who.name()), aliases());
  }

  Options read() throws Refusal {
    var handedOn = handedOn();
    return new Options(
        handedOn.preventDestroy(),
        handedOn.destroy(),
        request.getDeleteBeforeReplaceDefined()
            ? Optional.of(request.getDeleteBeforeReplace())
            : said(request.getDeleteBeforeReplace()),
        request.getIgnoreChangesList(),
        request.getReplaceOnChangesList(),
        request.getAdditionalSecretOutputsList(),
        aliases(),
        Optional.of(request.getImportId()).filter(id -> !id.isEmpty()),
        handedOn.deletedWith(),
        replaceWith(),
        trigger(),
        timeouts());
  }

  /// SDKs say false where the program says nothing.
  private static Optional<Boolean> said(boolean flag) {
    return flag ? Optional.of(true) : Optional.empty();
  }

  private Optional<ResourceAddress> deletedWith() throws Refusal {
    if (request.getDeletedWith().isEmpty()) return Optional.empty();
    var at = session.find(request.getDeletedWith()).flatMap(Handed::at);
    if (at.isEmpty()) throw noResource("deletedWith");
    return at;
  }

  private SortedSet<ResourceAddress> replaceWith() throws Refusal {
    var all = new TreeSet<ResourceAddress>();
    for (String urn : request.getReplaceWithList())
      all.add(
          session
              .find(urn)
              .flatMap(Handed::at)
              .filter(at -> at.mode() == ResourceAddress.Mode.MANAGED)
              .orElseThrow(() -> noResource("replaceWith")));
    return all;
  }

  private Refusal noResource(String option) {
    return who.refusal(
        "has the option '"
            + option
            + "' with something that is no resource of this component. Name a resource inside of"
            + " it, or one that its inputs depend on");
  }

  private Optional<Value> trigger() throws Refusal {
    if (!request.hasReplacementTrigger()) return Optional.empty();
    try {
      var trigger = PropertyValues.any(PropertyReader.read(request.getReplacementTrigger()));
      return trigger.isNull() ? Optional.empty() : Optional.of(trigger);
    } catch (MalformedProperty e) {
      throw who.refusal("has the option 'replacementTrigger', which cannot be read: " + e.reason());
    }
  }

  private Timeouts timeouts() throws Refusal {
    var timeouts = request.getCustomTimeouts();
    return new Timeouts(
        duration(timeouts.getCreate()),
        duration(timeouts.getUpdate()),
        duration(timeouts.getDelete()));
  }

  private Optional<Duration> duration(String text) throws Refusal {
    if (text.isEmpty()) return Optional.empty();
    var duration =
        GoDuration.parse(text)
            .orElseThrow(() ->
                who.refusal(
                    "has the option 'customTimeouts' with something that is no duration. Write"
                        + " one like 1h30m"));
    return Optional.of(duration).filter(Duration::isPositive);
  }

  /// Former names outside of the component are left out: nothing of a program could ever be there.
  private List<String> aliases() {
    var own = parent.urn().child(who.type(), who.name());
    var aliases = new ArrayList<String>();
    for (String urn : request.getAliasUrnsList()) former(own, urn).ifPresent(aliases::add);
    for (Alias alias : request.getAliasesList())
      (alias.hasSpec() ? former(own, alias.getSpec()) : former(own, alias.getUrn()))
          .ifPresent(aliases::add);
    return aliases.stream().distinct().toList();
  }

  private static Optional<String> former(Urn own, String urn) {
    return Urn.parse(urn)
        .filter(former -> former.scope().equals(own.scope()))
        .filter(former -> former.around().equals(own.around()))
        .flatMap(former -> named(own, former.type(), former.name()));
  }

  private Optional<String> former(Urn own, Alias.Spec spec) {
    boolean here =
        !spec.getNoParent()
            && (spec.getParentUrn().isEmpty() || spec.getParentUrn().equals(request.getParent()));
    return here
        ? named(
            own,
            spec.getType().isEmpty() ? own.type() : spec.getType(),
            spec.getName().isEmpty() ? own.name() : spec.getName())
        : Optional.empty();
  }

  private static Optional<String> named(Urn own, String type, String name) {
    if (!type.equals(own.type())) return Optional.of(type + "::" + name);
    return name.equals(own.name()) ? Optional.empty() : Optional.of(name);
  }
}

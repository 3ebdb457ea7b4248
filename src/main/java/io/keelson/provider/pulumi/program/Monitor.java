package io.keelson.provider.pulumi.program;

import com.google.protobuf.Struct;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.program.Registration;
import io.keelson.engine.program.Registration.Kind;
import io.keelson.engine.program.RegistrationAnswer;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.provider.pulumi.proto.Pulumi.RegisterResourceOutputsRequest;
import io.keelson.provider.pulumi.proto.Pulumi.RegisterResourceRequest;
import io.keelson.provider.pulumi.proto.Pulumi.RegisterResourceResponse;
import io.keelson.provider.pulumi.proto.Pulumi.Urns;
import io.keelson.provider.pulumi.value.PropertyValues;
import io.keelson.provider.pulumi.wire.Accepted;
import io.keelson.provider.pulumi.wire.PropertyWriter;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Takes the registrations of one run of a program.
///
/// @rule R-PRG-20
/// @rule R-PRG-26
final class Monitor {
  private static final String PROVIDERS = "pulumi:providers:";

  private final Session session;
  private final Waiting waiting;

  Monitor(Session session, Waiting waiting) {
    this.session = session;
    this.waiting = waiting;
  }

  RegisterResourceResponse register(RegisterResourceRequest request) throws Refusal {
    waiting.registers();
    var who = new Registrant(request.getType(), request.getName());
    var parent = session.parent(who, request.getParent());
    if (request.getType().startsWith(PROVIDERS))
      throw who.refusal(
          "is a provider, which a program cannot make here. Give the component a ProviderConfig in"
              + " 'providers'");
    var options = new RegistrationOptions(session, who, request, parent);
    options.check();
    if (!request.getCustom() && !request.getRemote())
      return RegisterResourceResponse.newBuilder()
          .setUrn(session.component(who, parent, options).toString())
          .setObject(Struct.getDefaultInstance())
          .build();
    var urn = session.claim(who, parent);
    var properties = SentProperties.read(who, request.getObject());
    waiting.hide(properties);
    var told = PropertyValues.any(properties);
    var registration =
        new Registration(
            session.groups(parent.in()),
            request.getType(),
            request.getName(),
            request.getCustom() ? Kind.RESOURCE : Kind.PROGRAM,
            told,
            needs(who, request, parent),
            request.getCustom() ? Collections.emptySortedMap() : behind(who, request, told),
            options.read());
    return answer(request, urn, options, waiting.registered(registration));
  }

  /// What it says that it needs, and the resource that it has for a parent, before which it goes.
  private SortedSet<ResourceAddress> needs(
      Registrant who, RegisterResourceRequest request, Handed parent) throws Refusal {
    var urns = new TreeSet<>(request.getDependenciesList());
    for (Urns each : request.getPropertyDependenciesMap().values()) urns.addAll(each.getUrnsList());
    var needs = session.needs(who, urns);
    if (request.getCustom() && parent.kind() == Handed.Kind.OBJECT)
      parent.at().filter(at -> at.mode() == ResourceAddress.Mode.MANAGED).ifPresent(needs::add);
    return needs;
  }

  /// What stands behind the properties. Where a program tells of none, all that it needs may.
  private SortedMap<String, SortedSet<ResourceAddress>> behind(
      Registrant who, RegisterResourceRequest request, Value told) throws Refusal {
    var behind = new TreeMap<String, SortedSet<ResourceAddress>>();
    if (request.getPropertyDependenciesCount() == 0 && told instanceof Mapping properties) {
      var all = session.needs(who, request.getDependenciesList());
      properties.keys().forEach(name -> behind.put(name, all));
    }
    for (var each : request.getPropertyDependenciesMap().entrySet())
      behind.put(each.getKey(), session.needs(who, each.getValue().getUrnsList()));
    return behind;
  }

  private RegisterResourceResponse answer(
      RegisterResourceRequest request,
      Urn urn,
      RegistrationOptions options,
      RegistrationAnswer answer)
      throws Refusal {
    var parent = options.parent();
    var response = RegisterResourceResponse.newBuilder().setUrn(urn.toString());
    switch (answer) {
      case RegistrationAnswer.Made(var at, var object) -> {
        session.made(urn, parent, at, Optional.of(object), options.handedOn());
        var answered = new AnsweredObject(object);
        waiting.hide(answered.all());
        var fields = answered.fields();
        response
            .setId(answered.id())
            .setObject(
                new PropertyWriter(
                        new Accepted(
                            request.getAcceptSecrets(), request.getAcceptResources(), false))
                    .write(
                        request.getSupportsPartialValues()
                            ? fields
                            : AnsweredObject.known(fields)));
      }
      case RegistrationAnswer.Failed(var why) -> {
        if (!request.getSupportsResultReporting())
          throw Refusal.byEngine(
              new Registrant(request.getType(), request.getName()) + " is not there: " + why);
        // What was registered before by this name is still what it was.
        if (session.find(urn.toString()).isEmpty())
          session.made(urn, parent, Optional.empty(), Optional.empty(), options.handedOn());
        response
            .setResult(RegisterResourceResponse.Result.FAIL)
            .setObject(Struct.getDefaultInstance());
      }
    }
    return response.build();
  }

  /// What the outermost component gives is told once more when the program ends; what those in it
  /// give is only of use to whoever looks them up.
  void outputs(RegisterResourceOutputsRequest request) throws Refusal {
    var component =
        session
            .find(request.getUrn())
            .orElseThrow(() ->
                new Refusal(
                    "Outputs were registered of something that this run of the program did not"
                        + " register."));
    var who = new Registrant(component.urn().type(), component.urn().name());
    var outputs = SentProperties.read(who, request.getOutputs());
    waiting.hide(outputs);
    session.gives(component, PropertyValues.any(outputs));
  }
}

package io.keelson.provider.pulumi.program;

import com.google.protobuf.Struct;
import io.keelson.engine.program.Lookup;
import io.keelson.engine.program.RegistrationAnswer;
import io.keelson.provider.pulumi.proto.Pulumi.ReadResourceRequest;
import io.keelson.provider.pulumi.proto.Pulumi.ReadResourceResponse;
import io.keelson.provider.pulumi.value.PropertyValues;
import io.keelson.provider.pulumi.wire.Accepted;
import io.keelson.provider.pulumi.wire.Property;
import io.keelson.provider.pulumi.wire.PropertyWriter;
import java.util.TreeMap;

/// The objects of others that one run of a program reads by their ids. They are data: nothing is
/// recorded of them.
///
/// @rule R-PRG-26
/// @rule R-PRG-8
record Lookups(Session session, Waiting waiting) {
  private static final String ID = "id";
  private static final String OTHER_STACK = "pulumi:pulumi:StackReference";

  ReadResourceResponse read(ReadResourceRequest request) throws Refusal {
    var who = new Registrant(request.getType(), request.getName());
    if (request.getType().equals(OTHER_STACK))
      throw who.refusal(
          "is another stack, whose outputs a program cannot read here. Give the component an input"
              + " for each of them");
    var parent = session.parent(who, request.getParent());
    new Origin(request.getProvider(), request.getPluginDownloadUrl(), request.getPackageRef())
        .check(session, who);
    if (request.getId().isEmpty()) throw who.refusal("is read without an id. Give it one");
    if (SentProperties.read(who, request.getProperties()).fields().values().stream()
        .anyMatch(each -> !(each instanceof Property.Null)))
      throw who.option("a state to be read with", "Give its id, and nothing else");
    var key = PropertyValues.any(SentProperties.read(who, id(request)));
    var needs = session.before(who, request.getDependenciesList());
    var lookup = new Lookup(parent.in(), request.getType(), request.getName(), key, needs);
    return switch (waiting.read(lookup)) {
      case RegistrationAnswer.Failed(var why) ->
          throw Refusal.byEngine(
              who + " with the id '" + request.getId() + "' cannot be read: " + why);
      case RegistrationAnswer.Made(_, var object) -> {
        var urn = session.found(who, parent, object);
        var answered = secret(request, new AnsweredObject(object).fields());
        waiting.hide(answered);
        yield ReadResourceResponse.newBuilder()
            .setUrn(urn.toString())
            .setProperties(
                new PropertyWriter(
                        new Accepted(
                            request.getAcceptSecrets(), request.getAcceptResources(), false))
                    .write(answered))
            .build();
      }
    };
  }

  private static Struct id(ReadResourceRequest request) {
    return Struct.newBuilder()
        .putFields(
            ID, com.google.protobuf.Value.newBuilder().setStringValue(request.getId()).build())
        .build();
  }

  private static Property.Fields secret(ReadResourceRequest request, Property.Fields found) {
    var fields = new TreeMap<>(found.fields());
    for (String name : request.getAdditionalSecretOutputsList())
      fields.computeIfPresent(
          name,
          (_, each) ->
              each instanceof Property.Secret || each instanceof Property.Unknown
                  ? each
                  : new Property.Secret(each));
    return new Property.Fields(fields);
  }
}

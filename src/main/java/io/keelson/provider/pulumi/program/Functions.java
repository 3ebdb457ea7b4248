package io.keelson.provider.pulumi.program;

import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.keelson.engine.program.RegistrationAnswer;
import io.keelson.provider.pulumi.proto.Pulumi.ResourceInvokeRequest;
import io.keelson.provider.pulumi.proto.Pulumi.ResourceInvokeResponse;
import io.keelson.provider.pulumi.value.PropertyValues;
import io.keelson.provider.pulumi.wire.Accepted;
import io.keelson.provider.pulumi.wire.PropertyWriter;

/// The functions that one run of a program calls.
///
/// @rule R-PRG-26
record Functions(Session session, Waiting waiting) {
  /// What SDKs call to learn of a resource that they only have the URN of.
  private static final String GET_RESOURCE = "pulumi:pulumi:getResource";

  ResourceInvokeResponse invoke(ResourceInvokeRequest request) throws Refusal {
    if (request.getTok().equals(GET_RESOURCE)) return resource(request);
    var who = new Registrant(request.getTok(), "a call");
    new Origin(request.getProvider(), request.getPluginDownloadUrl(), request.getPackageRef())
        .check(session, who);
    var arguments = SentProperties.read(who, request.getArgs());
    waiting.hide(arguments);
    var needs = session.before(who, request.getDependsOnList());
    return switch (waiting.called(request.getTok(), PropertyValues.any(arguments), needs)) {
      case RegistrationAnswer.Failed(var why) ->
          throw Refusal.byEngine("The function " + request.getTok() + " gives no result: " + why);
      case RegistrationAnswer.Made(_, var result) -> {
        var answered = new AnsweredObject(result);
        waiting.hide(answered.all());
        yield ResourceInvokeResponse.newBuilder()
            .setReturn(writer(request).write(answered.all()))
            .setUnknown(!result.whollyKnown())
            .build();
      }
    };
  }

  private static PropertyWriter writer(ResourceInvokeRequest request) {
    return new PropertyWriter(new Accepted(true, request.getAcceptResources(), false));
  }

  private ResourceInvokeResponse resource(ResourceInvokeRequest request) throws Refusal {
    var urn =
        request.getArgs().getFieldsOrDefault("urn", Value.getDefaultInstance()).getStringValue();
    var provider = session.providerId(urn);
    var found =
        session
            .find(urn)
            .filter(each -> each.kind() != Handed.Kind.OUTSIDE || provider.isPresent())
            .orElseThrow(() ->
                new Refusal(
                    "The program asks for the attributes of a resource that it has not registered"
                        + " in this run. Give the component those that it needs as inputs."));
    var object = found.object().map(AnsweredObject::new);
    var state =
        object
            .map(each -> writer(request).write(each.fields()))
            .orElse(Struct.getDefaultInstance());
    var answer =
        Struct.newBuilder()
            .putFields("urn", text(urn))
            .putFields("id", text(provider.or(() -> object.map(AnsweredObject::id)).orElse("")))
            .putFields("state", Value.newBuilder().setStructValue(state).build());
    return ResourceInvokeResponse.newBuilder().setReturn(answer).build();
  }

  private static Value text(String text) {
    return Value.newBuilder().setStringValue(text).build();
  }
}

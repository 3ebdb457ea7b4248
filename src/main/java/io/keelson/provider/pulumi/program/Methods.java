package io.keelson.provider.pulumi.program;

import io.keelson.engine.program.ProgramRequest.Surroundings;
import io.keelson.engine.program.RegistrationAnswer;
import io.keelson.provider.pulumi.proto.Pulumi.CallResponse;
import io.keelson.provider.pulumi.proto.Pulumi.ResourceCallRequest;

/// The methods that one run of a program calls.
///
/// @rule R-PRG-26
record Methods(Session session, Waiting waiting, Surroundings surroundings) {
  /// The answer is that of the provider, also where it does not accept an argument.
  CallResponse call(ResourceCallRequest request) throws Refusal {
    var who = new Registrant(request.getTok(), "a call");
    new Origin(request.getProvider(), request.getPluginDownloadUrl(), request.getPackageRef())
        .check(session, who);
    var arguments = SentProperties.read(who, request.getArgs());
    waiting.hide(arguments);
    var method =
        new CalledMethod(
            request.getTok(), arguments, request.getArgDependenciesMap(), surroundings, waiting);
    return switch (waiting.called(method)) {
      case RegistrationAnswer.Failed(var why) ->
          throw Refusal.byEngine("The method " + request.getTok() + " gives no result: " + why);
      case RegistrationAnswer.Made _ -> method.answer();
    };
  }
}

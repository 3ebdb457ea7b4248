package io.keelson.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/// Makes the provider calls of one step fail as the scenario says.
final class InjectedFailures {
  private final Set<String> creates = new HashSet<>();
  private final Set<String> destroyedIds = new HashSet<>();

  /// @param currentId the id of the object that is current at an address now
  InjectedFailures(JsonNode failures, UnaryOperator<String> currentId) {
    failures.forEach(failure -> {
      var address = failure.get("addr").textValue();
      if (failure.get("when").textValue().equals("create")) creates.add(address);
      else destroyedIds.add(currentId.apply(address));
    });
  }

  static InjectedFailures none() {
    return new InjectedFailures(
        com.fasterxml.jackson.databind.node.MissingNode.getInstance(), a -> a);
  }

  ApplyAnswer apply(
      ApplyRequest request, java.util.function.Function<ApplyRequest, ApplyAnswer> real) {
    var error =
        Diagnostic.error(
            Code.PROVIDER_ERROR,
            Subject.of(request.at()),
            "Injected failure",
            "as the scenario says");
    if (request.isDestroy() && destroyedIds.contains(id(request.prior())))
      return new ApplyAnswer.Returned(Optional.empty(), request.privateData(), List.of(error));
    var answer = real.apply(request);
    if (request.isCreate()
        && creates.contains(ScenarioAddress.of(request.at()))
        && answer instanceof ApplyAnswer.Returned(var value, var privateData, _, _, _))
      return new ApplyAnswer.Returned(value, privateData, List.of(error));
    return answer;
  }

  private static String id(Value object) {
    return object instanceof Mapping mapping && mapping.get("id") instanceof Value.Text text
        ? text.text()
        : "";
  }
}

package io.keelson.conformance.pulumi;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The provider calls of one step that go wrong.
record PulumiFailures(List<Failure> all) {
  static final PulumiFailures NONE = new PulumiFailures(List.of());

  PulumiFailures {
    all = Collections.unmodifiableList(new ArrayList<>(all));
  }

  /// One such call.
  ///
  /// @param id of the object; empty if any will do
  /// @param partial whether the object exists all the same, but is not finished
  /// @param outputs what an unfinished update gives instead of the old ones
  record Failure(
      String call,
      String resource,
      Optional<String> id,
      String message,
      boolean partial,
      SortedMap<String, Value> outputs) {
    Failure {
      outputs = Collections.unmodifiableSortedMap(new TreeMap<>(outputs));
    }

    private Failure renamed(String now) {
      return new Failure(call, now, id, message, partial, outputs);
    }

    Diagnostic error() {
      return Diagnostic.error(Code.PROVIDER_ERROR, Subject.stack(), "Refused", message);
    }
  }

  /// Why an object cannot be taken over.
  static Diagnostic noInputs() {
    return Diagnostic.error(
        Code.PROVIDER_ERROR, Subject.stack(), "Refused", "Reading it gives no inputs.");
  }

  static PulumiFailures of(JsonNode failures) {
    var all = new ArrayList<Failure>();
    failures.forEach(each -> {
      var call = each.get("op").textValue();
      var resource = each.get("resource").textValue();
      var outputs = new TreeMap<String, Value>();
      for (Map.Entry<String, JsonNode> output : each.path("outputs").properties())
        outputs.put(output.getKey(), PulumiValues.read(output.getValue()));
      all.add(
          new Failure(
              call,
              resource,
              Optional.ofNullable(each.path("id").textValue()),
              each.path("message").asText(call + " of " + resource + " refused"),
              each.path("partial").asBoolean(false),
              outputs));
    });
    return new PulumiFailures(all);
  }

  PulumiFailures renamed(String call, String origin, String now) {
    return new PulumiFailures(
        all.stream()
            .map(each ->
                each.call().equals(call) && each.resource().equals(origin)
                    ? each.renamed(now)
                    : each)
            .toList());
  }

  /// How a call goes wrong; empty if it does not.
  Optional<Failure> of(String call, InstanceAddress at, String id) {
    return all.stream()
        .filter(each -> each.call().equals(call) && each.resource().equals(PulumiNames.of(at)))
        .filter(each -> each.id().isEmpty() || each.id().get().equals(id))
        .findFirst();
  }
}

package io.keelson.cli.status;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.keelson.json.ManifestYaml;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.api.plan.Plan;
import io.keelson.operator.api.plan.PlanApproval;
import io.keelson.operator.api.record.ResourceInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The objects of `src/test/resources/status/<state>.yaml`, as they are read of a cluster.
public final class RecordedObjects {
  public static final Path FOLDER = Path.of("src/test/resources/status");
  private static final KubernetesSerialization SERIALIZATION =
      new KubernetesSerialization(
          new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false),
          true);

  private RecordedObjects() {}

  /// The states that there are.
  public static List<String> states() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .map(each -> String.valueOf(each.getFileName()))
          .filter(each -> each.endsWith(".yaml"))
          .map(each -> each.replace(".yaml", ""))
          .sorted()
          .toList();
    }
  }

  public static StackObjects read(String state) throws Exception {
    var objects = new StackObjects();
    var approvals = new ArrayList<PlanDetails.Approval>();
    var plan = Optional.<Plan>empty();
    for (var document : ManifestYaml.read(Files.readString(FOLDER.resolve(state + ".yaml")))) {
      var tree = document.tree();
      switch (tree.path("kind").asText()) {
        case "Stack" -> objects.put(as(Stack.class, tree));
        case "Resource" -> objects.put(as(Resource.class, tree));
        case "Component" -> objects.put(as(Component.class, tree));
        case "ResourceInstance" -> objects.put(as(ResourceInstance.class, tree));
        case "Plan" -> plan = Optional.of(as(Plan.class, tree));
        case "PlanApproval" -> approvals.add(PlanDetails.Approval.of(as(PlanApproval.class, tree)));
        default -> throw new IllegalArgumentException(tree.toString());
      }
    }
    plan.ifPresent(
        each -> objects.put(PlanDetails.of(each, approvals, Optional.of(!approvals.isEmpty()))));
    return objects;
  }

  /// One Resource of a state.
  public static Resource resource(String state, String name) throws Exception {
    for (var document : ManifestYaml.read(Files.readString(FOLDER.resolve(state + ".yaml"))))
      if (document.tree().path("kind").asText().equals("Resource")
          && document.tree().at("/metadata/name").asText().equals(name))
        return as(Resource.class, document.tree());
    throw new IllegalArgumentException(name);
  }

  private static <T> T as(Class<T> kind, JsonNode tree) {
    return SERIALIZATION.convertValue(tree, kind);
  }
}

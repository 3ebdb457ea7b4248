package io.keelson.testing.secrecy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/// An object of an API server, in what the operator has written of it and what somebody else has
/// declared.
record SeenObject(GenericKubernetesResource object) {
  /// Kinds of which the operator writes all.
  private static final Set<String> WRITTEN =
      Set.of("Event", "Plan", "ResourceInstance", "ComponentRevision");

  /// What kubectl leaves of a declaration.
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  private static final int MOST_UNZIPPED = 4 << 20;

  /// A text, and where it is.
  record Text(Place place, String text) {}

  List<Text> written() {
    var texts = new ArrayList<Text>();
    annotations()
        .forEach((name, value) -> {
          if (!name.equals(LAST_APPLIED)) texts.add(new Text(place("annotation " + name), value));
        });
    object
        .getAdditionalProperties()
        .forEach((part, content) -> {
          if (isWritten(part)) collect(place(part), content, texts);
        });
    return texts;
  }

  List<Text> declared() {
    var texts = new ArrayList<Text>();
    object
        .getAdditionalProperties()
        .forEach((part, content) -> {
          if (!isWritten(part)) collect(place(part), content, texts);
        });
    return texts;
  }

  private boolean isWritten(String part) {
    if (WRITTEN.contains(object.getKind()) || part.equals("status")) return true;
    return object.getKind().equals("ConfigMap") && isOfAStack();
  }

  private boolean isOfAStack() {
    var managers = object.getMetadata().getManagedFields();
    return managers.stream().anyMatch(each -> each.getManager().startsWith("keelson"));
  }

  private Map<String, String> annotations() {
    var annotations = object.getMetadata().getAnnotations();
    return annotations == null ? Map.of() : annotations;
  }

  private Place place(String part) {
    return new Place(namespace(object), object.getKind() + "/" + name(), part);
  }

  /// The names of events are numbers.
  private String name() {
    if (!object.getKind().equals("Event")) return object.getMetadata().getName();
    return object.getAdditionalProperties().get("regarding") instanceof Map<?, ?> about
        ? about.get("kind") + "/" + about.get("name")
        : "";
  }

  static String namespace(HasMetadata object) {
    var namespace = object.getMetadata().getNamespace();
    return namespace == null ? "" : namespace;
  }

  private void collect(Place place, @Nullable Object content, List<Text> texts) {
    switch (content) {
      case String text when text.length() >= SecretValue.SHORTEST ->
          texts.add(new Text(place, text));
      case List<?> list -> list.forEach(each -> collect(place, each, texts));
      case Map<?, ?> map ->
          map.forEach((key, value) -> {
            collect(place, key, texts);
            if (key.equals("leaves") && value instanceof String leaves)
              texts.add(new Text(place("leaves"), unzipped(leaves)));
            else collect(place, value, texts);
          });
      case null, default -> {}
    }
  }

  /// The leaves of a Plan as people write them; what a test puts in their place as it is.
  private static String unzipped(String leaves) {
    try (var in =
        new GZIPInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(leaves)))) {
      return new String(in.readNBytes(MOST_UNZIPPED), StandardCharsets.UTF_8);
    } catch (IOException | IllegalArgumentException e) {
      return leaves;
    }
  }
}

package io.keelson.provider.kubernetes.fields;

import io.keelson.apiserver.ApiReply;
import io.keelson.engine.address.AttributePath;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Fields as the API server names them in its messages, as attributes of `kubernetes_object`.
public final class FieldPath {
  // `spec`, `[0]`, `[app.kubernetes.io/name]` or `[name="web"]`
  private static final Pattern STEP = Pattern.compile("\\.?([^.\\[\\]]+)|\\[([^]]*)]");

  // `failed to create typed patch object (shop/a; /v1, Kind=ConfigMap): .data.k: expected string`
  private static final Pattern TYPED = Pattern.compile("Kind=\\S+\\): (\\.[^:]+): ");

  private FieldPath() {}

  /// The one attribute that a refusal is about; `manifest` itself if it is about several or tells
  /// none.
  public static AttributePath of(ApiReply.Refused refused) {
    var causes = refused.status().path("details").path("causes");
    if (causes.size() == 1) return parse(causes.get(0).path("field").asText());
    Matcher typed = TYPED.matcher(refused.message());
    return parse(typed.find() ? typed.group(1) : "");
  }

  /// @param field such as `spec.ports[0].port`; the path ends where an item of a list is named by
  ///   its key, since that does not tell its position
  public static AttributePath parse(String field) {
    var path = AttributePath.of("manifest");
    var matcher = STEP.matcher(field);
    while (matcher.find()) {
      var name = matcher.group(1);
      var inside = matcher.group(2);
      if (name != null) path = path.attribute(name);
      else if (inside.matches("\\d{1,9}")) path = path.index(Integer.parseInt(inside));
      else if (inside.contains("=")) return path;
      else path = path.attribute(inside);
    }
    return path;
  }
}

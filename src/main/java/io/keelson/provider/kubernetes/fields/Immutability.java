package io.keelson.provider.kubernetes.fields;

import io.keelson.apiserver.ApiReply;
import io.keelson.engine.address.AttributePath;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Tells from a refusal that a field cannot change on a living object. The API server has no code
/// for it, only the words of its validations.
public final class Immutability {
  private static final Pattern WORDS =
      Pattern.compile(
          "immutable"
              + "|may not (be )?change"
              + "|(cannot|can not|must not) (be )?(changed?|updated?|modif)"
              + "|updates to .* (are|is) forbidden"
              + "|updates? may not change",
          Pattern.CASE_INSENSITIVE);

  private Immutability() {}

  /// The attributes that cannot change, or none if anything else is wrong as well: then a
  /// replacement would be refused too.
  public static SortedSet<AttributePath> paths(ApiReply.Refused refused) {
    var causes = refused.status().path("details").path("causes");
    if (refused.code() != 422 || causes.isEmpty()) return Collections.emptySortedSet();
    var paths = new TreeSet<AttributePath>();
    for (var cause : causes) {
      if (!WORDS.matcher(cause.path("message").asText()).find())
        return Collections.emptySortedSet();
      paths.add(FieldPath.parse(cause.path("field").asText()));
    }
    return paths;
  }
}

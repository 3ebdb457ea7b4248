package io.keelson.apiserver;

import java.util.regex.Pattern;

/// A field that another manager has set to another value, which is why an apply was refused.
///
/// @param field such as `.data.mode`
/// @param message what the API server says of it; it quotes no values
public record FieldConflict(String field, String message) {
  /// The cause by which the API server says so.
  static final String REASON = "FieldManagerConflict";

  private static final Pattern MANAGER = Pattern.compile("conflict with \"([^\"]*)\"");

  /// The manager that has set it; empty if the API server does not say.
  public String manager() {
    var found = MANAGER.matcher(message);
    return found.find() ? found.group(1) : "";
  }
}

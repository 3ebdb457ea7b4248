package io.keelson.operator.stack;

import java.util.Map;
import java.util.Optional;

/// Where the variables of a Stack come from that name a Secret or a ConfigMap.
public interface VariableSource {
  /// The data of an object in the Stack's namespace, as text; empty if there is none.
  ///
  /// @param kind `Secret` or `ConfigMap`
  /// @throws Denied if it may not be read
  Optional<Map<String, String>> data(String kind, String name) throws Denied;

  /// Who reads has no right to; the message says who, and what to do.
  final class Denied extends Exception {
    private static final long serialVersionUID = 1L;

    public Denied(String message) {
      super(message);
    }
  }
}

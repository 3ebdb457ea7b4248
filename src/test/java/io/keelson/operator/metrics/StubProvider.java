package io.keelson.operator.metrics;

import io.keelson.engine.provider.Provider;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.lang.reflect.Proxy;

/// A provider that gives one answer to everything but its name.
final class StubProvider {
  static final Unmarked NOTHING = Value.nothing(Types.DYNAMIC).unmark();
  static final String NAME = "example.com/acme/cloud";

  private StubProvider() {}

  /// @param answer thrown if it is an exception
  static Provider answering(Object answer) {
    return (Provider)
        Proxy.newProxyInstance(
            Provider.class.getClassLoader(),
            new Class<?>[] {Provider.class},
            (_, method, _) -> {
              if (method.getName().equals("name")) return NAME;
              if (answer instanceof RuntimeException broken) throw broken;
              return answer;
            });
  }
}

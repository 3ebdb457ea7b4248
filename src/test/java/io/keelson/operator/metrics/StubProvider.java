package io.keelson.operator.metrics;

import io.keelson.engine.provider.Provider;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/// A provider that gives one answer to everything but its name.
final class StubProvider {
  static final String NAME = "example.com/acme/cloud";

  private StubProvider() {}

  /// @param answer thrown if it is an exception
  static Provider answering(@Nullable Object answer) {
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

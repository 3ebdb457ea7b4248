package io.keelson.engine.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Providers;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Whose fault an exception is.
class UnexpectedTest {
  private static final Subject SUBJECT = Subject.stack();

  @Test
  void whatAProviderThrows_isToldAsItsFault() {
    var provider = new Providers(List.of(broken())).all().getFirst();

    var problem = told(() -> recovery(provider));

    assertThat(problem.code()).isEqualTo(Code.PROVIDER_CONTRACT);
    assertThat(problem.detail())
        .contains("\"cloud\" ended with ArithmeticException")
        .contains("bug of the provider");
  }

  @Test
  void everythingElse_isToldAsOurs_withoutAnythingThatItSays() {
    var problem =
        told(() -> {
          throw new IllegalArgumentException("hunter2");
        });

    assertThat(problem.code()).isEqualTo(Code.INTERNAL);
    assertThat(problem.detail())
        .contains("IllegalArgumentException")
        .contains("a bug of Keelson")
        .doesNotContain("hunter2");
  }

  @Test
  void logSaysWhereItCameFrom_andNothingOfItsMessages() {
    var cause = new IllegalArgumentException("hunter2");

    var trace = Unexpected.trace(new IllegalStateException("hunter3", cause));

    assertThat(trace)
        .contains("java.lang.IllegalStateException\n\tat ")
        .contains("caused by java.lang.IllegalArgumentException\n\tat ")
        .contains("UnexpectedTest.logSaysWhereItCameFrom")
        .doesNotContain("hunter");
  }

  private static Diagnostic told(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      return Unexpected.told(SUBJECT, e);
    }
    throw new AssertionError("nothing was thrown");
  }

  private static CreateRecovery recovery(Provider provider) {
    return provider.recovery("cloud_server");
  }

  private static Provider broken() {
    return (Provider)
        Proxy.newProxyInstance(
            UnexpectedTest.class.getClassLoader(),
            new Class<?>[] {Provider.class},
            (_, method, _) -> {
              if (method.getName().equals("name")) return "cloud";
              throw new ArithmeticException("hunter2");
            });
  }
}

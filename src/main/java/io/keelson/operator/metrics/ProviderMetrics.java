package io.keelson.operator.metrics;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ConfigurableProvider;
import io.keelson.engine.provider.ConfigureAnswer;
import io.keelson.engine.provider.FindAnswer;
import io.keelson.engine.provider.ImportAnswer;
import io.keelson.engine.provider.MoveAnswer;
import io.keelson.engine.provider.Provider;
import io.keelson.operator.trace.Traces;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The requests to providers: which, how often, how they ended, and how long they took. Each is a
/// span as well.
public final class ProviderMetrics {
  private static final String OK = "OK";
  private static final String DEFERRED = "DEFERRED";
  private static final String UNKNOWN = "Unknown";

  /// What may reach the real world, or the process of a provider. The rest is answered from memory.
  private static final Set<String> METHODS =
      Set.of(
          "validate",
          "upgrade",
          "move",
          "read",
          "plan",
          "apply",
          "importObject",
          "find",
          "validateData",
          "readData",
          "configure");

  /// How a request ends as a rule, and how if the provider is ill. They are there from the first
  /// request on, with zero: how much a counter grows is not known of the one that it begins with.
  private static final List<String> EXPECTED =
      List.of(
          OK,
          UNKNOWN,
          Code.PROVIDER_ERROR.name(),
          Code.NO_ANSWER.name(),
          Code.CREDENTIALS.name(),
          Code.OUTCOME_UNKNOWN.name());

  private final Counter requests;
  private final Histogram duration;
  private final Traces traces;

  ProviderMetrics(PrometheusRegistry registry, Traces traces) {
    this.traces = traces;
    requests =
        Counter.builder()
            .withoutExemplars()
            .name("keelson_provider_requests_total")
            .help("Requests to providers; code is OK, or what kind of problem came back")
            .labelNames("provider", "method", "code")
            .register(registry);
    duration =
        Buckets.histogram(
                "keelson_provider_request_duration_seconds",
                "How long a provider took to answer",
                Buckets.OF_WORK)
            .labelNames("provider", "method")
            .register(registry);
  }

  /// The same provider, with its requests counted and traced.
  public Provider measured(Provider provider) {
    return proxy(Provider.class, provider, provider.name());
  }

  /// The same provider, with the requests counted of all that are configured.
  public ConfigurableProvider measured(ConfigurableProvider provider) {
    return proxy(ConfigurableProvider.class, provider, provider.name());
  }

  private <T> T proxy(Class<T> port, T provider, String name) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(), new Class<?>[] {port}, new Measuring(provider, name)));
  }

  /// Passes all calls on, whatever the ports get: a provider is not changed by being measured.
  private final class Measuring implements InvocationHandler {
    private final Object provider;
    private final String name;
    private final Set<String> begun = ConcurrentHashMap.newKeySet();

    Measuring(Object provider, String name) {
      this.provider = provider;
      this.name = name;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
        throws Throwable {
      if (method.getDeclaringClass() == Object.class) return ofObject(method, arguments);
      if (!METHODS.contains(method.getName())) return passedOn(method, arguments);
      if (begun.add(method.getName())) expect(method.getName());
      var start = System.nanoTime();
      var code = UNKNOWN;
      try (var span = traces.call(name, method.getName())) {
        var answer = passedOn(method, arguments);
        code = code(answer);
        span.ended(code, code.equals(OK) || code.equals(DEFERRED));
        return answer instanceof ConfigureAnswer.Ready(var ready, var warnings)
            ? new ConfigureAnswer.Ready(measured(ready), warnings)
            : answer;
      } finally {
        requests.labelValues(name, method.getName(), code).inc();
        duration
            .labelValues(name, method.getName())
            .observe(Buckets.seconds(System.nanoTime() - start));
      }
    }

    private void expect(String method) {
      for (var each : EXPECTED) requests.initLabelValues(name, method, each);
    }

    /// Two are the same if the providers are.
    private @Nullable Object ofObject(Method method, Object @Nullable [] arguments)
        throws Throwable {
      if (arguments == null || arguments[0] == null || !Proxy.isProxyClass(arguments[0].getClass()))
        return passedOn(method, arguments);
      return Proxy.getInvocationHandler(arguments[0]) instanceof Measuring other
          && provider.equals(other.provider);
    }

    private @Nullable Object passedOn(Method method, Object @Nullable [] arguments)
        throws Throwable {
      try {
        return method.invoke(provider, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
  }

  private static String code(@Nullable Object answer) {
    return switch (answer) {
      case Answer.Failed(var why) -> code(why);
      case Answer.Deferred<?> _, ImportAnswer.Deferred _, MoveAnswer.Deferred _ -> DEFERRED;
      case ImportAnswer.Failed(var why) -> code(why);
      case FindAnswer.Failed(var why) -> code(why);
      case MoveAnswer.Failed(var why) -> code(why);
      case ConfigureAnswer.Refused(var why) -> code(why);
      case ApplyAnswer.Returned returned -> code(returned.diagnostics());
      case ApplyAnswer.NotSent(var why) -> why.code().name();
      case ApplyAnswer.OutcomeUnknown(var why) -> why.code().name();
      case List<?> problems -> code(problems);
      case null, default -> OK;
    };
  }

  /// The kind of the first error; there may be warnings alone.
  private static String code(List<?> diagnostics) {
    return diagnostics.stream()
        .flatMap(each -> each instanceof Diagnostic problem ? Stream.of(problem) : Stream.empty())
        .filter(Diagnostic::isError)
        .map(each -> each.code().name())
        .findFirst()
        .orElse(OK);
  }
}

package io.keelson.operator.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.SpanReceiver;
import io.opentelemetry.proto.trace.v1.Status;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TracesTest {
  private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
  private static final String NOWHERE = "http://localhost:1";

  private static void traced(Traces traces) {
    try (var plan = traces.plan("test", "shop")) {
      plan.digest("sha256:abc");
      try (var call = traces.call("builtin", "plan")) {
        call.ended("OK", true);
      }
      plan.ended("success", true);
    }
  }

  @Test
  void spans_areOneWithinTheOther() {
    try (var receiver = SpanReceiver.taking()) {
      try (var traces = Traces.of(receiver.environment())) {
        traced(traces);
      }

      var plan = receiver.spans("keelson.plan").getFirst();
      var call = receiver.spans("keelson.provider.call").getFirst();
      assertThat(receiver.spans()).hasSize(2);
      assertThat(plan.getParentSpanId().isEmpty()).isTrue();
      assertThat(call.getParentSpanId()).isEqualTo(plan.getSpanId());
      assertThat(call.getTraceId()).isEqualTo(plan.getTraceId());
      assertThat(SpanReceiver.attributes(plan))
          .containsOnly(
              Map.entry("keelson.namespace", "test"),
              Map.entry("keelson.stack", "shop"),
              Map.entry("keelson.digest", "sha256:abc"),
              Map.entry("keelson.result", "success"));
      assertThat(SpanReceiver.attributes(call))
          .containsOnly(
              Map.entry("keelson.provider", "builtin"),
              Map.entry("keelson.method", "plan"),
              Map.entry("keelson.code", "OK"));
      assertThat(receiver.text()).contains("service.name", "keelson");
    }
  }

  @Test
  void callsOfOtherThreads_areWithinWhatHasStartedThem() throws InterruptedException {
    try (var receiver = SpanReceiver.taking()) {
      try (var traces = Traces.of(receiver.environment());
          var apply = traces.apply("test", "shop")) {
        Thread.ofVirtual().start(() -> traces.call("builtin", "apply").close()).join();
        apply.ended("success", true);
      }

      assertThat(receiver.spans("keelson.provider.call").getFirst().getParentSpanId())
          .isEqualTo(receiver.spans("keelson.apply").getFirst().getSpanId());
    }
  }

  @Test
  void whatFollows_isATraceOfItsOwn() {
    try (var receiver = SpanReceiver.taking()) {
      try (var traces = Traces.of(receiver.environment())) {
        traced(traces);
        traced(traces);
      }

      assertThat(receiver.spans("keelson.plan"))
          .hasSize(2)
          .allSatisfy(plan -> assertThat(plan.getParentSpanId().isEmpty()).isTrue());
    }
  }

  @Test
  void workThatThrew_isAnErrorWithoutAnEvent() {
    try (var receiver = SpanReceiver.taking()) {
      try (var traces = Traces.of(receiver.environment())) {
        traces.call("builtin", "plan").close();
      }

      var call = receiver.spans().getFirst();
      assertThat(SpanReceiver.attributes(call)).containsEntry("keelson.code", "Unknown");
      assertThat(call.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
      assertThat(call.getStatus().getMessage()).isEmpty();
      assertThat(call.getEventsList()).isEmpty();
    }
  }

  @Test
  void endpointThatIsGoneOrRefuses_isNoFailure() {
    try (var gone = Traces.of(Map.of(ENDPOINT, NOWHERE, "OTEL_BSP_SCHEDULE_DELAY", "1"))) {
      traced(gone);
    }
    try (var receiver = SpanReceiver.refusing()) {
      try (var refused = Traces.of(receiver.environment())) {
        traced(refused);
      }
      assertThat(receiver.requests()).isPositive();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "OTEL_EXPORTER_OTLP_ENDPOINT, not an address",
    "OTEL_EXPORTER_OTLP_ENDPOINT, ftp://localhost:4318",
    "OTEL_EXPORTER_OTLP_PROTOCOL, grpc",
    "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL, grpc",
    "OTEL_EXPORTER_OTLP_PROTOCOL, pigeon",
    "OTEL_TRACES_EXPORTER, console",
    "OTEL_BSP_SCHEDULE_DELAY, soon",
    "OTEL_SDK_DISABLED, true",
    "OTEL_TRACES_EXPORTER, none"
  })
  void variablesThatAreWrongOrSayNo_giveNoTraces(String name, String value) {
    var environment = new HashMap<>(Map.of(ENDPOINT, NOWHERE));
    environment.put(name, value);

    assertThat(Traces.of(environment)).isSameAs(Traces.NONE);
  }

  @Test
  void variablesForAllProgramsOfACluster_areNoMistake() {
    var environment =
        Map.of(
            ENDPOINT,
            NOWHERE,
            "OTEL_METRICS_EXPORTER",
            "otlp",
            "OTEL_LOGS_EXPORTER",
            "console",
            "OTEL_PROPAGATORS",
            "b3");

    try (var traces = Traces.of(environment)) {
      assertThat(traces).isNotSameAs(Traces.NONE);
    }
  }

  /// In a class loader that has nothing of OpenTelemetry.
  @ParameterizedTest
  @CsvSource({
    "OTEL_SERVICE_NAME, shop",
    "OTEL_EXPORTER_OTLP_ENDPOINT, ''",
    "OTEL_TRACES_EXPORTER, none"
  })
  void withoutTheVariables_nothingOfOpenTelemetryIsLoaded(String name, String value)
      throws ReflectiveOperationException {
    var alone = Class.forName(Traces.class.getName(), true, new WithoutOpenTelemetry());

    var traces = alone.getMethod("of", Map.class).invoke(null, Map.of(name, value));

    assertThat(traces).isSameAs(alone.getField("NONE").get(null));
    assertThat(traces.getClass().getClassLoader()).isInstanceOf(WithoutOpenTelemetry.class);
  }

  /// Has the classes of this package anew.
  private static final class WithoutOpenTelemetry extends ClassLoader {
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("io.opentelemetry.")) throw new ClassNotFoundException(name);
      if (!name.startsWith(Traces.class.getPackageName())) return super.loadClass(name, resolve);
      var known = findLoadedClass(name);
      return known != null ? known : made(name);
    }

    private Class<?> made(String name) throws ClassNotFoundException {
      try (var code =
          TracesTest.class
              .getClassLoader()
              .getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (code == null) throw new ClassNotFoundException(name);
        var bytes = code.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}

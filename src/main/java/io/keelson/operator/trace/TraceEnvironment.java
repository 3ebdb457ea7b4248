package io.keelson.operator.trace;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What the environment of this process says of traces.
///
/// @param variables all of them
record TraceEnvironment(Map<String, String> variables) {
  private static final Logger LOG = LoggerFactory.getLogger(TraceEnvironment.class);
  private static final String PREFIX = "OTEL_";
  private static final String EXPORTER = "OTEL_TRACES_EXPORTER";
  private static final String PROTOCOL = "OTEL_EXPORTER_OTLP_PROTOCOL";
  private static final String PROTOCOL_OF_TRACES = "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL";

  private static final List<String> ASKING =
      List.of("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", EXPORTER);

  Traces traces() {
    if (!asksForTraces()) return Traces.NONE;
    if (protocol().equals("grpc")) {
      LOG.warn(
          "No traces are sent: the protocol grpc, which {} asks for, is not part of this program."
              + " Set it to http/protobuf, with an endpoint that speaks it; its usual port is"
              + " 4318.",
          variables.containsKey(PROTOCOL_OF_TRACES) ? PROTOCOL_OF_TRACES : PROTOCOL);
      return Traces.NONE;
    }
    try {
      return OpenTelemetryTraces.configured(properties());
    } catch (RuntimeException | LinkageError e) {
      // Its message may repeat headers, or an address with a password.
      LOG.warn(
          "No traces are sent: OpenTelemetry does not take what the variables {} say ({}). Correct"
              + " or remove them, and restart the operator.",
          new TreeSet<>(own().keySet()),
          e.getClass().getSimpleName());
      return Traces.NONE;
    }
  }

  private boolean asksForTraces() {
    return !said("OTEL_SDK_DISABLED").equalsIgnoreCase("true")
        && !said(EXPORTER).equals("none")
        && ASKING.stream().anyMatch(each -> !said(each).isEmpty());
  }

  private String protocol() {
    var own = said(PROTOCOL_OF_TRACES);
    return own.isEmpty() ? said(PROTOCOL) : own;
  }

  private String said(String name) {
    return variables.getOrDefault(name, "").strip();
  }

  private Map<String, String> own() {
    var own = new HashMap<>(variables);
    own.keySet().removeIf(name -> !name.startsWith(PREFIX));
    return own;
  }

  /// The variables as properties of the SDK, with the defaults of this program.
  private Map<String, String> properties() {
    var properties = new HashMap<String, String>();
    properties.put("otel.exporter.otlp.protocol", "http/protobuf");
    if (!said("OTEL_RESOURCE_ATTRIBUTES").contains("service.name="))
      properties.put("otel.service.name", "keelson");
    own()
        .forEach((name, value) ->
            properties.put(name.toLowerCase(Locale.ROOT).replace('_', '.'), value));
    return properties;
  }
}

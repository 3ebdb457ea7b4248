package io.keelson.provider.pulumi;

import com.google.protobuf.Message;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.program.Method;
import io.keelson.engine.program.ProgramAnswer;
import io.keelson.engine.program.ProgramRequest;
import io.keelson.engine.program.Programs;
import io.keelson.engine.program.Registrar;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Value;
import io.keelson.provider.plugin.SecretTexts;
import io.keelson.provider.pulumi.PulumiSession.Outcome;
import io.keelson.provider.pulumi.program.CalledMethod;
import io.keelson.provider.pulumi.program.ProgramRun;
import io.keelson.provider.pulumi.proto.Pulumi.CallResponse;
import io.keelson.provider.pulumi.proto.Pulumi.ConstructResponse;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import io.keelson.provider.pulumi.schema.PackageSchema;
import io.keelson.provider.pulumi.schema.ResourceSchema;
import io.keelson.provider.pulumi.value.PropertyValues;
import io.keelson.provider.pulumi.wire.MalformedProperty;
import io.keelson.provider.pulumi.wire.PropertyReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;

/// The components of a package, which its provider makes by running a program.
///
/// @rule R-PRG-20
record PulumiPrograms(PulumiSession session, PackageSchema schema) implements Programs {
  private static final int LOOK_MILLIS = 100;

  @Override
  public Optional<Schema> schema(String type) {
    return schema.program(type).map(ResourceSchema::schema);
  }

  @Override
  public ProgramAnswer run(ProgramRequest request, Registrar registrar) {
    var component = schema.program(request.type()).orElseThrow();
    var given = request.inputs().unmark();
    var problems = ExactNumbers.problems(given.value());
    if (!problems.isEmpty()) return new ProgramAnswer.Failed(problems);
    try (var run =
        ProgramRun.start(session.loop(), request, component.token(), registrar, session::hide)) {
      var inputs = Sensitivity.marked(component.schema(), given.value(), given);
      return run(request, component.schema(), inputs, run);
    } catch (IOException e) {
      return new ProgramAnswer.Failed(
          List.of(
              session
                  .reports()
                  .problem(
                      "The program is not run",
                      "There is no port for what it registers. Is the operator out of ports or of"
                          + " files? It is tried again.")));
    }
  }

  private ProgramAnswer run(ProgramRequest request, Schema type, Value inputs, ProgramRun run) {
    Outcome<ConstructResponse> outcome;
    try {
      outcome =
          talk(
              PulumiRpc.CONSTRUCT,
              request.surroundings().stopped(),
              (talk, can) -> run.begin(inputs, can.accepted(), talk));
    } finally {
      run.close();
    }
    run.monitor()
        .broken()
        .ifPresent(e -> {
          throw e;
        });
    var refused =
        run.monitor().refusals().stream()
            .map(why -> session.reports().problem("The program asks for what is not there", why))
            .toList();
    var answer =
        outcome.<ProgramAnswer>either(
            answered -> ended(type, request, answered.answer()), ProgramAnswer.Failed::new);
    return refused.isEmpty() ? answer : failed(refused, answer);
  }

  /// What a program was refused is why it fails, and it fails for that in any case: something that
  /// it wanted is not there.
  private static ProgramAnswer failed(List<Diagnostic> refused, ProgramAnswer answer) {
    var all = new ArrayList<>(refused);
    if (answer instanceof ProgramAnswer.Failed(var diagnostics)) all.addAll(diagnostics);
    return new ProgramAnswer.Failed(List.copyOf(all));
  }

  /// As [PulumiSession#talk], until nobody waits for it any more.
  private <Q extends Message, A extends Message> Outcome<A> talk(
      PulumiRpc<Q, A> rpc,
      BooleanSupplier stopped,
      BiFunction<Talk, PulumiProcess.Abilities, Q> request) {
    var ended = new CountDownLatch(1);
    try {
      return session.talk(
          rpc,
          (talk, can) -> {
            var asked = request.apply(talk, can);
            watch(stopped, talk, ended);
            return asked;
          });
    } finally {
      ended.countDown();
    }
  }

  private static void watch(BooleanSupplier stopped, Talk talk, CountDownLatch ended) {
    Thread.ofVirtual()
        .name("program-stop")
        .start(() -> {
          try {
            while (!ended.await(LOOK_MILLIS, TimeUnit.MILLISECONDS))
              if (stopped.getAsBoolean()) {
                talk.giveUp("The run that it is part of was told to end.");
                return;
              }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  /// A method of one of these components, or of another type of the package.
  ///
  /// @rule R-PRG-26
  @Override
  public ProgramAnswer call(Method method) {
    if (!(method instanceof CalledMethod called))
      throw new IllegalArgumentException("no method of a Pulumi program: " + method.token());
    session.hide(called.arguments());
    Outcome<CallResponse> outcome;
    try {
      outcome =
          talk(PulumiRpc.CALL, called.stopped(), (talk, can) -> called.begin(can.accepted(), talk));
    } finally {
      called.end();
    }
    return outcome.either(
        answered -> returned(called, answered.answer()), ProgramAnswer.Failed::new);
  }

  private ProgramAnswer returned(CalledMethod method, CallResponse response) {
    try {
      var result = PropertyReader.read(response.getReturn());
      session.hide(result);
      method.answered(response);
      return new ProgramAnswer.Ended(PropertyValues.any(result), List.of());
    } catch (MalformedProperty e) {
      return new ProgramAnswer.Failed(List.of(session.reports().malformed(e)));
    }
  }

  /// While a plan is made, outputs may be unknown.
  private ProgramAnswer ended(Schema type, ProgramRequest request, ConstructResponse response) {
    try {
      var state = PropertyReader.read(response.getState());
      session.hide(state);
      var outputs = new TreeMap<String, Value>();
      for (var each : type.root().attributes().entrySet()) {
        var name = each.getKey();
        if (!each.getValue().presence().computed()) continue;
        var own = Objects.requireNonNull(type.type().attribute(name));
        var property = state.fields().get(name);
        var value =
            property == null
                ? Value.nothing(own)
                : PropertyValues.value(property, own, AttributePath.of(name));
        if (!request.surroundings().planning() && !value.whollyKnown())
          throw new MalformedProperty(
              AttributePath.of(name), "it is unknown, although everything is made");
        outputs.put(name, value);
      }
      var object = Value.object(outputs);
      session.redaction().hide(SecretTexts.in(object.unmark()));
      return new ProgramAnswer.Ended(object, List.of());
    } catch (MalformedProperty e) {
      return new ProgramAnswer.Failed(List.of(session.reports().malformed(e)));
    }
  }
}

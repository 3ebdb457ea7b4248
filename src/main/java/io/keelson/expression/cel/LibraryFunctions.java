package io.keelson.expression.cel;

import com.google.common.collect.ImmutableList;
import dev.cel.bundle.Cel;
import dev.cel.bundle.CelBuilder;
import dev.cel.bundle.CelFactory;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelSource;
import dev.cel.common.CelValidationException;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.CelByteString;
import dev.cel.extensions.CelExtensions;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.value.Call;
import io.keelson.expression.value.Capsule;
import io.keelson.expression.value.Function;
import io.keelson.expression.value.Times;
import io.keelson.expression.value.TypeNames;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The functions that cel-java carries out itself, for arguments that are wholly known.
final class LibraryFunctions {
  private record Signature(String function, boolean member, List<CelType> types) {}

  private final Cel cel =
      CelFactory.plannerCelBuilder()
          .setOptions(CelEnvironment.OPTIONS)
          .addCompilerLibraries(CelEnvironment.libraries())
          .addRuntimeLibraries(
              CelExtensions.optional(),
              CelExtensions.strings(),
              CelExtensions.math(),
              CelExtensions.regex())
          .build();
  private final Map<Signature, CelRuntime.Program> programs = new ConcurrentHashMap<>();

  /// A function of the library under its name in a checked expression.
  ///
  /// @param member whether it is written behind its first argument
  Function named(String name, boolean member) {
    return Function.ofContent(call -> run(name, member, call));
  }

  private Value run(String name, boolean member, Call call) {
    LibraryCosts.pay(name, call);
    var types = new ArrayList<CelType>(call.count());
    var arguments = new LinkedHashMap<String, Object>();
    for (int i = 0; i < call.count(); i++) {
      var argument = call.argument(i);
      var java = java(argument, call);
      types.add(type(java));
      arguments.put("x" + i, java);
    }
    try {
      var signature = new Signature(name, member, types);
      var program = programs.get(signature);
      if (program == null) {
        program = program(signature);
        programs.putIfAbsent(signature, program);
      }
      return value(program.eval(arguments), call);
    } catch (CelValidationException e) {
      throw call.problem("wrong argument", "'" + name + "' does not take these arguments", "");
    } catch (CelEvaluationException e) {
      // The library may quote an argument.
      var reason = call.marked() ? "the call failed" : String.valueOf(e.getMessage());
      throw call.problem("call failed", "'" + name + "': " + reason, "");
    }
  }

  /// A call built as a tree, so that names work which no source can spell.
  private CelRuntime.Program program(Signature signature)
      throws CelValidationException, CelEvaluationException {
    CelBuilder builder = cel.toCelBuilder();
    var operands = new ArrayList<CelExpr>();
    for (int i = 0; i < signature.types().size(); i++) {
      builder.addVar("x" + i, signature.types().get(i));
      operands.add(CelExpr.ofIdent(i + 2, "x" + i));
    }
    var name = signature.function();
    int dot = signature.member() ? -1 : name.lastIndexOf('.');
    Optional<CelExpr> target = Optional.empty();
    if (signature.member()) target = Optional.of(operands.removeFirst());
    else if (dot > 0)
      target = Optional.of(CelExpr.ofIdent(operands.size() + 2, name.substring(0, dot)));
    var call = CelExpr.ofCall(1, target, name.substring(dot + 1), ImmutableList.copyOf(operands));
    var typed = builder.build();
    var parsed = CelAbstractSyntaxTree.newParsedAst(call, CelSource.newBuilder().build());
    return typed.createProgram(typed.check(parsed).getAst());
  }

  private static Object java(Value value, Call call) {
    return switch (value) {
      case Value.Text(String text, _) -> text;
      case Value.Truth(boolean truth, _) -> truth;
      case Value.Num(BigDecimal number, _) -> number(number);
      case Sequence sequence ->
          sequence.elements().stream().map(element -> java(element, call)).toList();
      default -> capsule(value, call);
    };
  }

  private static Object number(BigDecimal number) {
    try {
      return number.longValueExact();
    } catch (ArithmeticException e) {
      return number.doubleValue();
    }
  }

  private static Object capsule(Value value, Call call) {
    var bytes = Capsule.asBytes(value);
    if (bytes.isPresent()) return CelByteString.of(bytes.get());
    var timestamp = Capsule.asTimestamp(value);
    if (timestamp.isPresent()) return Times.instant(timestamp.get());
    var duration = Capsule.asDuration(value);
    if (duration.isPresent()) return Times.duration(duration.get());
    throw call.problem(
        "wrong argument",
        "this function does not take " + TypeNames.of(value),
        value.isNull() ? "Use coalesce(…) to give a default." : "");
  }

  private static CelType type(Object java) {
    return switch (java) {
      case String _ -> SimpleType.STRING;
      case Boolean _ -> SimpleType.BOOL;
      case Long _ -> SimpleType.INT;
      case Double _ -> SimpleType.DOUBLE;
      case CelByteString _ -> SimpleType.BYTES;
      case Instant _ -> SimpleType.TIMESTAMP;
      case Duration _ -> SimpleType.DURATION;
      case List<?> list ->
          ListType.create(list.isEmpty() ? SimpleType.STRING : type(list.getFirst()));
      default -> SimpleType.DYN;
    };
  }

  private static Value value(Object result, Call call) {
    return switch (result) {
      case String text -> {
        call.budget().text(text.length());
        yield Value.text(text);
      }
      case Boolean truth -> Value.truth(truth);
      case Long number -> Value.number(number);
      case Double number when Double.isFinite(number) ->
          Value.number(new BigDecimal(number.toString()));
      case CelByteString bytes -> Capsule.bytes(bytes.toByteArray());
      case Instant instant -> Capsule.timestamp(Times.seconds(instant));
      case Duration duration -> Capsule.duration(Times.seconds(duration));
      case Optional<?> optional ->
          optional.isPresent()
              ? Capsule.some(value(optional.get(), call))
              : Capsule.none(Types.DYNAMIC);
      case List<?> list -> {
        call.budget().elements(list.size());
        var elements = list.stream().map(element -> value(element, call)).toList();
        boolean texts = elements.stream().allMatch(Value.Text.class::isInstance);
        yield texts ? Value.list(Types.STRING, elements) : Value.tuple(elements);
      }
      default -> throw call.problem("call failed", "the result is no value that can be kept", "");
    };
  }
}

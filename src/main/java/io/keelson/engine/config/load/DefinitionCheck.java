package io.keelson.engine.config.load;

import io.keelson.engine.config.ComponentBody;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.Schemas;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Looks at a definition before anything uses it.
public final class DefinitionCheck {
  private DefinitionCheck() {}

  /// What is known of the types that a definition uses.
  ///
  /// @param schemas of the providers that need no configuration, and of `configurations`
  /// @param configurations one of each provider that is known, for which a definition may have
  ///   slots
  public record ProviderTypes(
      Schemas schemas, SortedMap<String, StackDeclaration.Provider> configurations) {
    public ProviderTypes {
      configurations = Collections.unmodifiableSortedMap(new TreeMap<>(configurations));
    }
  }

  /// What a definition is compiled to, as far as it can be.
  public static ComponentBody body(
      ExpressionCompiler compiler, ProviderTypes types, ComponentDeclaration declared) {
    return loader(compiler, types).of(declared).body();
  }

  private static DefinitionLoader loader(ExpressionCompiler compiler, ProviderTypes types) {
    return new DefinitionLoader(
        compiler, types.schemas(), DeclaredTypes.of(identity()), types.configurations());
  }

  /// What is wrong with a definition in every use; of types that are not known nothing is said.
  ///
  /// @param declared those in it have been looked at
  /// @rule R-CMP-50
  public static List<Diagnostic> problems(
      ExpressionCompiler compiler, ProviderTypes types, ComponentDeclaration declared) {
    var loader = loader(compiler, types);
    var problems = new ArrayList<Diagnostic>();
    for (Diagnostic each : loader.of(declared).problems())
      if (each.code() != Code.BROKEN_REFERENCE) problems.add(each);
    if (!Diagnostic.anyError(problems)) problems.addAll(whole(compiler, types.schemas(), declared));
    return problems;
  }

  /// What only shows where the components inside are linked: cycles, and how many there are.
  private static List<Diagnostic> whole(
      ExpressionCompiler compiler, Schemas schemas, ComponentDeclaration declared) {
    var inputs = new TreeMap<String, Value>();
    var variables = new TreeMap<String, Value>();
    for (var each : declared.variables()) {
      variables.put(each.name(), Value.unknown(Types.DYNAMIC));
      inputs.put(each.name(), Value.text("${variable." + each.name() + "}"));
    }
    var use =
        new ComponentDeclaration.Component(
            "definition",
            declared,
            inputs,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of());
    var stack =
        new StackDeclaration(List.of(), new TreeMap<>(), new TreeMap<>(), variables, identity())
            .using(List.of(use), new TreeMap<>());
    return new StackLoader(compiler, schemas)
        .load(stack).diagnostics().stream()
            .filter(each -> each.code() == Code.CYCLE || each.code() == Code.LIMIT)
            .toList();
  }

  private static SortedMap<String, Value> identity() {
    var identity = new TreeMap<String, Value>();
    identity.put("name", Value.unknown(Types.STRING));
    identity.put("namespace", Value.unknown(Types.STRING));
    return identity;
  }
}

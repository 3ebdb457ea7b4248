package io.keelson.operator.stack;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.PartialCreate;
import io.keelson.engine.config.Timeouts;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.testing.ShortDeclarations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/// Stacks by chance that send a secret wherever it may go, and where it may not.
final class StackOfSecrets {
  private static final int MOST = 3;

  private final Random random;
  private final String secret;
  private final SecretExpressions expressions;

  StackOfSecrets(Random random, String secret) {
    this.random = random;
    this.secret = secret;
    var references = new ArrayList<String>();
    for (int i = 0; i < 4; i++) references.add("variable.secret");
    references.add("variable.secrets");
    references.add("keys(variable.secrets)[0]");
    references.add("values(variable.secrets)[0]");
    references.add("local.secret");
    for (var attribute :
        List.of("text", "said", "hidden", "echo", "echoes", "any", "map", "list", "output", "id"))
      references.add(type() + ".r" + random.nextInt(MOST) + "." + attribute);
    references.add("data.parrot.d." + (random.nextBoolean() ? "echo" : "output"));
    references.add("ephemeral.parrot.e." + (random.nextBoolean() ? "echo" : "text"));
    this.expressions = new SecretExpressions(random, references);
  }

  private static String type() {
    return Parrot.TYPE;
  }

  private boolean once(int in) {
    return random.nextInt(in) == 0;
  }

  private Value in(String expression) {
    return Value.text(SecretExpressions.in(expression));
  }

  /// A stack of the resources `r0` to `r2`, or some of them, and all else that there is.
  StackDeclaration declaration() {
    var resources = new ArrayList<ResourceDeclaration>();
    for (int i = 0; i < MOST; i++)
      if (!once(4)) resources.add(resource(ResourceAddress.managed(type(), "r" + i)));
    if (!once(3)) resources.add(plain(ResourceAddress.Mode.DATA, "d"));
    if (!once(3)) resources.add(plain(ResourceAddress.Mode.EPHEMERAL, "e"));
    var locals = new TreeMap<String, Value>();
    locals.put("secret", once(2) ? in("variable.secret") : in(expressions.something()));
    return ShortDeclarations.stack(
        resources,
        locals,
        outputs(),
        variables(),
        new TreeMap<>(),
        moves(),
        removals(),
        imports(),
        checks(),
        new TreeMap<>(Map.of(Aviary.CONFIGURATION, provider())));
  }

  private SortedMap<String, Value> variables() {
    var variables = new TreeMap<String, Value>();
    variables.put("secret", Value.text(secret).mark(Marks.secret("variable.secret")));
    variables.put(
        "secrets",
        Value.map(Types.STRING, Map.of(secret, Value.text(secret)))
            .mark(Marks.secret("variable.secrets")));
    return variables;
  }

  private ResourceDeclaration resource(ResourceAddress at) {
    var count = Optional.<Value>empty();
    var forEach = Optional.<Value>empty();
    var enabled = Optional.<Value>empty();
    switch (random.nextInt(16)) {
      case 0 -> count = Optional.of(in(expressions.number()));
      case 1 -> forEach = Optional.of(in(expressions.something()));
      case 2 -> enabled = Optional.of(in(expressions.condition()));
      case 3 -> forEach = Optional.of(Value.object(Map.of("a", Value.text(expressions.inText()))));
      default -> {}
    }
    var config = config();
    if (once(4)) config.put("given", in("ephemeral.parrot.e.echo"));
    return ShortDeclarations.resource(
        at,
        Value.object(config),
        count,
        forEach,
        enabled,
        List.of(),
        lifecycle(),
        once(3) ? Optional.of(Aviary.CONFIGURATION) : Optional.empty());
  }

  /// Told the secret of a Secret of its own, or one of the stack.
  private StackDeclaration.Provider provider() {
    var config = new TreeMap<String, Value>();
    config.put("token", once(2) ? in("secret.token") : in("variable.secret"));
    if (once(3)) config.put("user", Value.text(expressions.inText()));
    if (once(3)) config.put("options", in(expressions.something()));
    var secrets = new TreeMap<String, Value>();
    secrets.put("token", Value.text(secret).mark(Marks.secret("secret.token")));
    return new StackDeclaration.Provider(
        Value.object(config), secrets, Optional.empty(), Optional.empty(), Optional.empty());
  }

  private SortedMap<String, Value> config() {
    var config = new TreeMap<String, Value>();
    if (once(3)) config.put("text", Value.text(expressions.inText()));
    if (once(8)) config.put("fixed", Value.text(expressions.inText()));
    if (once(12)) config.put("hidden", Value.text(expressions.inText()));
    if (once(12)) config.put("said", Value.text(expressions.inText()));
    if (once(3)) config.put("any", in(expressions.something()));
    if (once(12)) config.put("number", in(expressions.number()));
    if (once(12)) config.put("flag", in(expressions.condition()));
    if (once(8)) config.put("list", in(expressions.something()));
    if (once(8)) config.put("set", in("toSet([" + expressions.text() + "])"));
    if (once(5))
      config.put(
          "map",
          once(2)
              ? in("{" + expressions.text() + ": " + expressions.text() + "}")
              : Value.object(Map.of("a", Value.text(expressions.inText()))));
    return config;
  }

  private LifecycleDeclaration lifecycle() {
    var ignored = new ArrayList<String>();
    if (once(3))
      for (var each :
          List.of("text", "any", "map", "said", "map[\"a\"]", "fixed", "map[*]", "any[*]"))
        if (once(3)) ignored.add(each);
    var replacing = new ArrayList<String>();
    if (once(4))
      for (var each : List.of("*", "any.*", "map[*]", "map[\"a\"]", "text"))
        if (once(3)) replacing.add(each);
    var hidden = new ArrayList<String>();
    if (once(4))
      for (var each : List.of("*", "any.*", "map[*]", "map[\"a\"]", "text", "said", "fixed"))
        if (once(3)) hidden.add(each);
    var triggers = once(6) ? List.of(type() + ".r0.text") : List.<String>of();
    return new LifecycleDeclaration(
        once(4),
        false,
        false,
        !once(8),
        once(8) ? PartialCreate.UPDATE : PartialCreate.REPLACE,
        once(20) ? List.of("all") : ignored,
        replacing,
        hidden,
        triggers,
        once(4) ? Optional.of(in(expressions.something())) : Optional.empty(),
        Optional.empty(),
        Timeouts.NONE,
        rules(12),
        rules(12));
  }

  private List<StackDeclaration.CheckRule> rules(int oneOf) {
    if (!once(oneOf)) return List.of();
    return List.of(
        new StackDeclaration.CheckRule(
            in(expressions.condition()),
            once(2) ? Value.text("not so") : Value.text("not " + expressions.inText())));
  }

  private ResourceDeclaration plain(ResourceAddress.Mode mode, String name) {
    return new ResourceDeclaration(
        new ResourceAddress(mode, Parrot.TYPE, name),
        Value.object(config()),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        LifecycleDeclaration.PLAIN);
  }

  private SortedMap<String, StackDeclaration.Output> outputs() {
    var outputs = new TreeMap<String, StackDeclaration.Output>();
    for (int i = random.nextInt(3); i > 0; i--)
      outputs.put(
          "o" + i,
          new StackDeclaration.Output(
              in(expressions.something()), Optional.empty(), !once(3), rules(6), List.of()));
    return outputs;
  }

  private List<StackDeclaration.Move> moves() {
    if (!once(6)) return List.of();
    int from = random.nextInt(MOST);
    return List.of(
        new StackDeclaration.Move(
            type() + ".r" + from,
            (once(2) ? Parrot.OTHER_TYPE : type()) + ".r" + random.nextInt(MOST)));
  }

  private List<StackDeclaration.Removal> removals() {
    return once(8)
        ? List.of(new StackDeclaration.Removal(type() + ".r" + random.nextInt(MOST), once(2)))
        : List.of();
  }

  private List<StackDeclaration.Import> imports() {
    if (!once(5)) return List.of();
    var key = once(4) ? "[\"" + SecretExpressions.in(expressions.text()) + "\"]" : "";
    return List.of(
        ShortDeclarations.importById(
            type() + ".r" + random.nextInt(MOST) + key,
            once(3) ? Value.text("found-" + expressions.inText()) : Value.text("found-1"),
            once(6) ? Optional.of(in(expressions.something())) : Optional.empty(),
            AttributePath.of("imports").index(0)));
  }

  private SortedMap<String, StackDeclaration.Check> checks() {
    var checks = new TreeMap<String, StackDeclaration.Check>();
    if (once(6)) checks.put("check", ShortDeclarations.check(rules(1)));
    return checks;
  }
}

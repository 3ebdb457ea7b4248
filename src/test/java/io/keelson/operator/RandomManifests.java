package io.keelson.operator;

import java.util.List;
import java.util.Random;

/// Manifests that nobody would write: values of any shape, expressions put together from pieces,
/// options that do not fit. The same seed gives the same ones.
final class RandomManifests {
  private static final List<String> TYPES =
      List.of(
          "terraform_data",
          "terraform_data",
          "terraform_data",
          "kubernetes_object",
          "nothing_at_all");

  private static final List<String> PIECES =
      List.of(
          "count.index",
          "each.key",
          "each.value",
          "self.id",
          "variable.word",
          "local.one",
          "local.loop",
          "terraform_data.any_%d.output",
          "terraform_data.any_%d",
          "data.kubernetes_object.any_%d.object.data",
          "stack.name",
          "null",
          "1e400",
          "'${'",
          "[1, 2, 3]",
          "{'a': {'b': [null]}}",
          "lists.range(%d000)",
          "lists.range(100000).map(x, lists.range(1000))",
          "'x'.replace('', local.one)",
          "json.decode('[[[[')",
          "template('%%{for x in y}', {})",
          "regex.extractAll('aaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', '(a+)+$')",
          "math.bitShiftLeft(1, 4000000)",
          "10000000000.0 * 1e300 / 3",
          "cidr.subnet('10.0.0.0/8', 30, %d)",
          "toSet(lists.range(%d0))",
          "sensitive('word')",
          "%d");

  private static final List<String> OPERATORS =
      List.of(" + ", " * ", " == ", " / ", " in ", " ? 1 : ", "][", ".");

  private static final List<String> NAMES =
      List.of(
          "input", "triggers_replace", "manifest", "apiVersion", "a", "ü", "$", "${x}", "", "name");

  private final Random random;
  private final int stacks;

  RandomManifests(Random random, int stacks) {
    this.random = random;
    this.stacks = stacks;
  }

  /// One object of ours.
  record Manifest(String plural, String kind, String spec) {}

  Manifest next() {
    return switch (random.nextInt(20)) {
      case 0 -> new Manifest("runs", "Run", run());
      case 1 ->
          new Manifest(
              "providerconfigs",
              "ProviderConfig",
              "{\"providerRef\": {\"name\": \"nowhere\"}, \"config\": %s}".formatted(object(3)));
      case 2 -> new Manifest("stacks", "Stack", "{\"settle\": \"0s\"%s}".formatted(stackFields()));
      default -> new Manifest("resources", "Resource", resource());
    };
  }

  /// What a Stack declares besides, with a comma before.
  String stackFields() {
    return ", \"approval\": {\"mode\": \"%s\"}, \"interval\": \"%ds\", \"locals\": {\"one\": %s, \"loop\": \"${local.loop}\", \"two\": %s}, \"variables\": [{\"name\": \"word\", \"value\": %s}], \"outputs\": [{\"name\": \"out\", \"value\": %s}]"
        .formatted(
            random.nextBoolean() ? "Automatic" : "Manual",
            1 + random.nextInt(60),
            value(2),
            value(2),
            value(1),
            value(2));
  }

  private String run() {
    return "{\"stack\": \"%s\", \"refresh\": \"%s\"}"
        .formatted(stack(), one(List.of("All", "Affected", "None")));
  }

  private String stack() {
    return "any-" + random.nextInt(stacks);
  }

  private String resource() {
    var spec =
        new StringBuilder("{\"stack\": \"%s\", \"type\": \"%s\"".formatted(stack(), one(TYPES)));
    if (random.nextInt(6) == 0) spec.append(", \"mode\": \"Data\"");
    switch (random.nextInt(8)) {
      case 0 -> spec.append(", \"count\": ").append(number());
      case 1 -> spec.append(", \"count\": ").append(expression());
      case 2 -> spec.append(", \"forEach\": ").append(value(2));
      case 3 -> spec.append(", \"enabled\": ").append(value(0));
      default -> {}
    }
    if (random.nextInt(8) == 0)
      spec.append(", \"dependsOn\": [\"terraform_data.any_%d\"]".formatted(random.nextInt(2_000)));
    if (random.nextInt(8) == 0)
      spec.append(
          ", \"lifecycle\": {\"createBeforeDestroy\": %s, \"ignoreChanges\": [\"%s\"], \"preconditions\": [{\"condition\": %s, \"errorMessage\": %s}]}"
              .formatted(random.nextBoolean(), one(NAMES), expression(), expression()));
    return spec.append(", \"config\": ")
        .append(object(1 + random.nextInt(6)))
        .append('}')
        .toString();
  }

  private String number() {
    return Long.toString(random.nextLong() >> (32 + random.nextInt(32)));
  }

  private String expression() {
    var text = new StringBuilder("\"${");
    for (int i = random.nextInt(4); i >= 0; i--) {
      text.append(one(PIECES).formatted(random.nextInt(2_000)));
      if (i > 0) text.append(one(OPERATORS));
    }
    return text.append(random.nextInt(20) == 0 ? "\"" : "}\"").toString();
  }

  private String object(int depth) {
    var object = new StringBuilder("{\"input\": ").append(value(depth - 1));
    for (int i = random.nextInt(3); i > 0; i--)
      object.append(", \"").append(one(NAMES)).append("\": ").append(value(depth - 1));
    return object.append('}').toString();
  }

  private String value(int depth) {
    return switch (random.nextInt(depth > 0 ? 8 : 5)) {
      case 0 -> number();
      case 1 -> "null";
      case 2 -> Boolean.toString(random.nextBoolean());
      case 3, 4 -> expression();
      case 5 -> "[%s, %s]".formatted(value(depth - 1), value(depth - 1));
      case 6 -> '"' + "long ".repeat(random.nextInt(20_000)) + '"';
      default -> object(depth);
    };
  }

  private String one(List<String> all) {
    return all.get(random.nextInt(all.size()));
  }
}

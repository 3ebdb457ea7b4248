import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.declaration.VariableDeclaration;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Chains of `terraform_data`, each referring to the output of the one before: as uses of one
/// component, and written out.
///
/// @param uses how many uses there are
/// @param keys how many instances each of them has; 0 if it has no keys
/// @param length how many resources there are in a chain
/// @param changed the chain whose own argument differs; -1 for none
record ComponentStack(int uses, int keys, int length, int changed) {

  /// Reads `200x25`, which is 200 uses of 25 resources, or `1x200`, which is one use with 200 keys.
  ///
  /// @param size how many resources there are in all
  static ComponentStack of(String shape, int size) {
    var parts = shape.split("x", -1);
    int uses = Integer.parseInt(parts[0]);
    int second = Integer.parseInt(parts[1]);
    return uses == 1
        ? new ComponentStack(1, second, size / second, -1)
        : new ComponentStack(uses, 0, second, -1);
  }

  ComponentStack oneChanged() {
    return new ComponentStack(uses, keys, length, chains() - 1);
  }

  ComponentStack used(int other) {
    return new ComponentStack(other, keys, length, changed);
  }

  int chains() {
    return uses * Math.max(1, keys);
  }

  int size() {
    return chains() * length;
  }

  /// What a chain is made from.
  String argument(int chain) {
    return (chain == changed ? "changed-" : "value-") + chain;
  }

  StackDeclaration components() {
    var definition = definition();
    var used = new ArrayList<ComponentDeclaration.Component>();
    for (int use = 0; use < uses; use++) used.add(use(use, definition));
    return stack(List.of()).using(used, new TreeMap<>());
  }

  private ComponentDeclaration.Component use(int number, ComponentDeclaration definition) {
    var given = keys == 0 ? Value.text(argument(number)) : Value.text("${each.value}");
    return new ComponentDeclaration.Component(
        "c%04d".formatted(number),
        definition,
        new TreeMap<>(Map.of("argument", given)),
        Optional.empty(),
        keys == 0 ? Optional.empty() : Optional.of(arguments()),
        Optional.empty(),
        List.of(),
        List.of());
  }

  private Value arguments() {
    var all = new TreeMap<String, Value>();
    for (int key = 0; key < keys; key++) all.put("k%04d".formatted(key), Value.text(argument(key)));
    return Value.object(all);
  }

  private ComponentDeclaration definition() {
    var variable =
        new VariableDeclaration(
            "argument",
            Optional.of("string"),
            Optional.empty(),
            Optional.empty(),
            false,
            false,
            false,
            List.of());
    var last = Value.text("${terraform_data.%s.output}".formatted(name("", length - 1)));
    return new ComponentDeclaration(
        List.of(variable),
        new TreeMap<>(),
        chain("", "${variable.argument}"),
        List.of(),
        new TreeMap<>(Map.of("last", new StackDeclaration.Output(last, Optional.empty(), false, List.of(), List.of()))),
        List.of(),
        List.of(),
        new TreeMap<>());
  }

  /// The same, written out.
  StackDeclaration flat() {
    return stack(links().stream().map(each -> resource(each.name(), each.input())).toList());
  }

  private static StackDeclaration stack(List<ResourceDeclaration> resources) {
    return new StackDeclaration(
        resources,
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(Map.of("name", Value.text("components"))));
  }

  private List<ResourceDeclaration> chain(String prefix, String first) {
    return links(prefix, first).stream().map(each -> resource(each.name(), each.input())).toList();
  }

  /// A resource of a chain, and its input as a user writes it.
  record Link(String name, String input) {}

  /// The links of all chains, written out.
  List<Link> links() {
    return IntStream.range(0, chains())
        .boxed()
        .flatMap(each -> links("c%04d_".formatted(each), argument(each)).stream())
        .toList();
  }

  /// @param first the input of the first one
  List<Link> links(String prefix, String first) {
    return IntStream.range(0, length)
        .mapToObj(i ->
            new Link(
                name(prefix, i),
                i == 0 ? first : "${terraform_data.%s.output}".formatted(name(prefix, i - 1))))
        .toList();
  }

  /// The same for Terraform, as calls of a module.
  Map<String, String> files() {
    var module =
        new StringBuilder("variable \"argument\" { type = string }\n")
            .append("output \"last\" { value = terraform_data.")
            .append(name("", length - 1))
            .append(".output }\n");
    for (int i = 0; i < length; i++)
      module
          .append("resource \"terraform_data\" \"")
          .append(name("", i))
          .append("\" { input = ")
          .append(i == 0 ? "var.argument" : "terraform_data." + name("", i - 1) + ".output")
          .append(" }\n");
    var root = IntStream.range(0, uses).mapToObj(this::call).collect(Collectors.joining("\n"));
    return Map.of("main.tf", root, "chain/main.tf", module.toString());
  }

  private String call(int use) {
    var given =
        keys == 0
            ? "  argument = \"%s\"\n".formatted(argument(use))
            : IntStream.range(0, keys)
                .mapToObj(key -> "    k%04d = \"%s\"\n".formatted(key, argument(key)))
                .collect(
                    Collectors.joining("", "  for_each = {\n", "  }\n  argument = each.value\n"));
    return "module \"c%04d\" {\n  source = \"./chain\"\n%s}\n".formatted(use, given);
  }

  private static String name(String prefix, int position) {
    return "%sr%02d".formatted(prefix, position);
  }

  private static ResourceDeclaration resource(String name, String input) {
    return new ResourceDeclaration(
        ResourceAddress.managed("terraform_data", name),
        Value.object(new TreeMap<>(Map.of("input", Value.text(input)))),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        LifecycleDeclaration.PLAIN);
  }
}

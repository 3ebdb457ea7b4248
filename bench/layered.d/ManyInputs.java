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
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Uses of a component with many variables and one `terraform_data`, which holds all of them.
record ManyInputs(int uses, int variables) {
  private static final String LOCAL = "region";

  /// Reads `500x60`, which is 500 uses with 60 variables each.
  static ManyInputs of(String shape) {
    var parts = shape.split("x", -1);
    return new ManyInputs(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
  }

  private static String use(int number) {
    return "c%04d".formatted(number);
  }

  private static String variable(int number) {
    return "v%02d".formatted(number);
  }

  /// Half of what is given is literal, half refers to what the root declares.
  private static boolean isLiteral(int variable) {
    return variable % 2 == 0;
  }

  StackDeclaration declaration() {
    var definition = definition();
    var used = new ArrayList<ComponentDeclaration.Component>();
    for (int number = 0; number < uses; number++) used.add(use(number, definition));
    return new StackDeclaration(
            List.of(),
            new TreeMap<>(Map.of(LOCAL, Value.text("eu"))),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(Map.of("name", Value.text("inputs"))))
        .using(used, new TreeMap<>());
  }

  private ComponentDeclaration.Component use(int number, ComponentDeclaration definition) {
    var inputs =
        byVariable(each ->
            Value.text(
                isLiteral(each)
                    ? "value-%d-%d".formatted(number, each)
                    : "${local.%s}-%d-%d".formatted(LOCAL, number, each)));
    return new ComponentDeclaration.Component(
        use(number),
        definition,
        inputs,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of());
  }

  private TreeMap<String, Value> byVariable(IntFunction<Value> value) {
    var all = new TreeMap<String, Value>();
    for (int each = 0; each < variables; each++) all.put(variable(each), value.apply(each));
    return all;
  }

  private ComponentDeclaration definition() {
    var input = byVariable(each -> Value.text("${variable.%s}".formatted(variable(each))));
    var resource =
        new ResourceDeclaration(
            ResourceAddress.managed("terraform_data", "all"),
            Value.object(new TreeMap<>(Map.of("input", Value.object(input)))),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            LifecycleDeclaration.PLAIN);
    return new ComponentDeclaration(
        IntStream.range(0, variables).mapToObj(ManyInputs::declared).toList(),
        new TreeMap<>(),
        List.of(resource),
        List.of(),
        new TreeMap<>(),
        List.of(),
        List.of(),
        new TreeMap<>());
  }

  private static VariableDeclaration declared(int number) {
    return new VariableDeclaration(
        variable(number),
        Optional.of("string"),
        Optional.empty(),
        Optional.empty(),
        false,
        false,
        false,
        List.of());
  }

  /// The same for Terraform.
  Map<String, String> files() {
    var module =
        lines(each -> "variable \"%s\" { type = string }".formatted(variable(each)))
            + "resource \"terraform_data\" \"all\" {\n  input = {\n"
            + lines(each -> "    %1$s = var.%1$s".formatted(variable(each)))
            + "  }\n}\n";
    var root =
        IntStream.range(0, uses).mapToObj(this::call).collect(Collectors.joining("\n"))
            + "locals { %s = \"eu\" }\n".formatted(LOCAL);
    return Map.of("main.tf", root, "all/main.tf", module);
  }

  private String call(int number) {
    return "module \"%s\" {\n  source = \"./all\"\n".formatted(use(number))
        + lines(each ->
            "  %s = \"%s-%d-%d\""
                .formatted(
                    variable(each),
                    isLiteral(each) ? "value" : "${local.%s}".formatted(LOCAL),
                    number,
                    each))
        + "}\n";
  }

  private String lines(IntFunction<String> line) {
    return IntStream.range(0, variables)
        .mapToObj(line)
        .collect(Collectors.joining("\n", "", "\n"));
  }
}

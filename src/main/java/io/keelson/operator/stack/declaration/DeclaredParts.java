package io.keelson.operator.stack.declaration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.PartialCreate;
import io.keelson.engine.config.Timeouts;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.declaration.TransformDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import io.keelson.operator.api.CheckSpec;
import io.keelson.operator.api.DeclaredResource;
import io.keelson.operator.api.ResourceSpec;
import io.keelson.operator.api.StackSpec;
import io.keelson.operator.api.TransformSpec;
import io.keelson.operator.api.component.ComponentUse;
import io.keelson.operator.status.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Turns the parts that Stacks and definitions have in common into declarations of the engine, and
/// collects what cannot be read.
public final class DeclaredParts {
  private final List<Diagnostic> problems = new ArrayList<>();

  /// The problems met so far.
  public List<Diagnostic> problems() {
    return problems;
  }

  /// @param config the arguments that are used
  /// @param provider the provider configuration or the slot that it uses
  public ResourceDeclaration resource(
      ResourceAddress address,
      DeclaredResource written,
      @Nullable ObjectNode config,
      Optional<String> provider) {
    var subject = Subject.of(address);
    return new ResourceDeclaration(
        address,
        (Mapping) value(config, subject, "config").orElseGet(() -> Value.object(Map.of())),
        count(written.count),
        value(written.forEach, subject, "forEach"),
        value(written.enabled, subject, "enabled"),
        written.dependsOn == null ? List.of() : written.dependsOn,
        lifecycle(written.lifecycle, subject),
        provider,
        written.aliases == null ? List.of() : written.aliases);
  }

  /// One use of a component.
  ///
  /// @param providers the provider configurations for the slots of the definition, by slot
  public ComponentDeclaration.Component component(
      ComponentPath path,
      ComponentUse written,
      ComponentDeclaration definition,
      SortedMap<String, String> providers) {
    var subject = Subject.of(path);
    return new ComponentDeclaration.Component(
        path.names().getLast(),
        definition,
        inputs(written.inputs, subject),
        count(written.count),
        value(written.forEach, subject, "forEach"),
        value(written.enabled, subject, "enabled"),
        written.dependsOn == null ? List.of() : written.dependsOn,
        written.aliases == null ? List.of() : written.aliases,
        inherited(written.lifecycle),
        providers,
        transforms(written.transforms, subject));
  }

  /// @param subject the Stack, or the component that is used
  public List<TransformDeclaration> transforms(
      @Nullable List<TransformSpec> written, Subject subject) {
    var transforms = new ArrayList<TransformDeclaration>();
    if (written == null) return transforms;
    for (var each : written)
      transforms.add(
          transform(each, subject, AttributePath.of("transforms").index(transforms.size())));
    return transforms;
  }

  private TransformDeclaration transform(
      TransformSpec written, Subject subject, AttributePath place) {
    int before = problems.size();
    var set = trees(written.set, subject, place.attribute("set"));
    var standIns = trees(written.standIns, subject, place.attribute("default"));
    return new TransformDeclaration(
        written.types == null ? List.of() : written.types,
        written.addresses == null ? List.of() : written.addresses,
        set,
        standIns,
        options(written.lifecycle),
        problems.size() == before);
  }

  private SortedMap<String, Value> trees(
      @Nullable JsonNode written, Subject subject, AttributePath place) {
    var trees = new TreeMap<String, Value>();
    if (written != null)
      written
          .properties()
          .forEach(each ->
              value(each.getValue(), subject, place.key(each.getKey()).toString())
                  .ifPresent(value -> trees.put(each.getKey(), value)));
    return trees;
  }

  private static ComponentDeclaration.Inherited options(TransformSpec.@Nullable Lifecycle options) {
    return options == null
        ? ComponentDeclaration.Inherited.NONE
        : new ComponentDeclaration.Inherited(
            Optional.ofNullable(options.preventDestroy),
            Optional.ofNullable(options.destroy),
            Optional.ofNullable(options.deletedWith));
  }

  private SortedMap<String, Value> inputs(@Nullable JsonNode tree, Subject subject) {
    var inputs = new TreeMap<String, Value>();
    if (tree != null)
      tree.properties()
          .forEach(each ->
              value(
                      each.getValue(),
                      subject,
                      AttributePath.of("inputs").attribute(each.getKey()).toString())
                  .ifPresent(value -> inputs.put(each.getKey(), value)));
    return inputs;
  }

  private static ComponentDeclaration.Inherited inherited(
      ComponentUse.@Nullable Lifecycle options) {
    return options == null
        ? ComponentDeclaration.Inherited.NONE
        : new ComponentDeclaration.Inherited(
            Optional.ofNullable(options.preventDestroy),
            Optional.ofNullable(options.destroy),
            Optional.ofNullable(options.deletedWith));
  }

  /// An unknown word is reported elsewhere, and nothing is planned then.
  public static ResourceAddress.Mode mode(ResourceSpec.@Nullable Mode written) {
    return switch (written) {
      case Data -> ResourceAddress.Mode.DATA;
      case Ephemeral -> ResourceAddress.Mode.EPHEMERAL;
      case Managed -> ResourceAddress.Mode.MANAGED;
      case null -> ResourceAddress.Mode.MANAGED;
    };
  }

  /// A number, or text that may hold an expression.
  public static Optional<Value> count(@Nullable IntOrString written) {
    if (written == null) return Optional.empty();
    var number = written.getIntVal();
    return Optional.of(number != null ? Value.number(number) : Value.text(written.getStrVal()));
  }

  private LifecycleDeclaration lifecycle(
      ResourceSpec.@Nullable Lifecycle options, Subject subject) {
    if (options == null) return LifecycleDeclaration.PLAIN;
    return new LifecycleDeclaration(
        Boolean.TRUE.equals(options.createBeforeDestroy),
        Boolean.TRUE.equals(options.deleteBeforeReplace),
        Boolean.TRUE.equals(options.preventDestroy),
        !Boolean.FALSE.equals(options.destroy),
        options.onPartialCreate == ResourceSpec.OnPartialCreate.Update
            ? PartialCreate.UPDATE
            : PartialCreate.REPLACE,
        options.ignoreChanges == null ? List.of() : options.ignoreChanges,
        options.replaceOnChanges == null ? List.of() : options.replaceOnChanges,
        options.sensitive == null ? List.of() : options.sensitive,
        options.replaceTriggeredBy == null ? List.of() : options.replaceTriggeredBy,
        value(options.replaceTrigger, subject, "lifecycle.replaceTrigger"),
        Optional.ofNullable(options.deletedWith),
        timeouts(options.timeouts),
        rules(options.preconditions),
        rules(options.postconditions));
  }

  private static Timeouts timeouts(ResourceSpec.@Nullable Timeouts declared) {
    return declared == null
        ? Timeouts.NONE
        : new Timeouts(
            timeout(declared.create),
            timeout(declared.update),
            timeout(declared.delete),
            timeout(declared.read));
  }

  private static Optional<Duration> timeout(@Nullable String text) {
    return Optional.ofNullable(text).map(Durations::parse);
  }

  public static List<StackDeclaration.CheckRule> rules(@Nullable List<CheckSpec> declared) {
    return declared == null
        ? List.of()
        : declared.stream()
            .map(each ->
                new StackDeclaration.CheckRule(
                    Value.text(each.condition), Value.text(each.errorMessage)))
            .toList();
  }

  /// @param written null if there are none
  /// @param providers the provider configuration that what is read uses
  public SortedMap<String, StackDeclaration.Check> checks(
      @Nullable List<StackSpec.Check> written,
      Function<ResourceAddress, Optional<String>> providers) {
    var checks = new TreeMap<String, StackDeclaration.Check>();
    if (written == null) return checks;
    for (var each : written) {
      int before = problems.size();
      var data = Optional.ofNullable(each.data).map(of -> data(each.name, of, providers));
      if (problems.size() == before)
        checks.put(each.name, new StackDeclaration.Check(data, rules(each.assertions)));
    }
    return checks;
  }

  private ResourceDeclaration data(
      String check,
      StackSpec.CheckData written,
      Function<ResourceAddress, Optional<String>> providers) {
    var address = address(written);
    var config = value(written.config, Subject.part("check", check), "config");
    var read =
        new ResourceDeclaration(
            address,
            (Mapping) config.orElseGet(() -> Value.object(Map.of())),
            Optional.empty(),
            Optional.empty(),
            written.dependsOn == null ? List.of() : written.dependsOn,
            LifecycleDeclaration.PLAIN);
    return providers.apply(address).map(read::using).orElse(read);
  }

  static ResourceAddress address(StackSpec.CheckData written) {
    return new ResourceAddress(ResourceAddress.Mode.DATA, written.type, written.name);
  }

  public SortedMap<String, Value> locals(@Nullable Map<String, JsonNode> declared) {
    var locals = new TreeMap<String, Value>();
    if (declared != null)
      declared.forEach((name, tree) ->
          value(tree, Subject.part("local", name), "").ifPresent(each -> locals.put(name, each)));
    return locals;
  }

  /// The value that is written; empty where it cannot be read. It is not null then: arguments must
  /// not become null, and a value that is passed on must not either.
  public Optional<Value> value(@Nullable JsonNode tree, Subject subject, String path) {
    if (tree == null) return Optional.empty();
    try {
      return Optional.of(JsonValues.read(tree));
    } catch (JsonValues.NotAValue e) {
      problems.add(
          Diagnostic.error(
                  Code.INVALID_CONFIG, subject, "Not a value", String.valueOf(e.getMessage()))
              .at(AttributePath.parse(path).then(e.path())));
      boolean mayBeNull = !path.isEmpty() && !path.equals("config");
      return Optional.of(Value.nothing(Types.DYNAMIC)).filter(_ -> mayBeNull);
    }
  }
}

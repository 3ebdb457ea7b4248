package io.keelson.operator.stack.declaration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ImportLimit;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.operator.api.ImportAllow;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.ResourceSpec;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Turns the custom resources of a Stack into declarations of the engine.
public final class Declarations {
  private final ProviderChoice providers;
  private final DeclaredParts parts = new DeclaredParts();
  private final List<Diagnostic> problems = parts.problems();
  private final SortedSet<ResourceAddress> frozen = new TreeSet<>();
  private final SortedSet<String> frozenOutputs = new TreeSet<>();

  private Declarations(ProviderChoice providers) {
    this.providers = providers;
  }

  /// @param frozen addresses whose declaration cannot be read
  /// @param frozenOutputs outputs whose declaration cannot be read
  record Read(
      StackDeclaration declaration,
      SortedSet<ResourceAddress> frozen,
      SortedSet<String> frozenOutputs,
      List<Diagnostic> problems) {}

  /// @param variables the values of the Stack's variables
  /// @param providers chooses the provider configuration of each Resource
  static Read read(
      Stack stack,
      List<Resource> resources,
      SortedMap<String, Value> variables,
      ProviderChoice providers) {
    var reading = new Declarations(providers);
    var declared = resources.stream().map(reading::resource).toList();
    var declaration =
        new StackDeclaration(
            declared,
            reading.parts.locals(stack.getSpec().locals),
            reading.outputs(stack),
            variables,
            identity(stack),
            moves(stack),
            removals(stack),
            reading.imports(stack, resources),
            reading.parts.checks(stack.getSpec().checks, providers::standard),
            providers.declared(),
            List.of(),
            new TreeMap<>(),
            reading.parts.transforms(stack.getSpec().transforms, Subject.stack()));
    return new Read(declaration, reading.frozen, reading.frozenOutputs, reading.problems);
  }

  public static ResourceAddress address(Resource resource) {
    var spec = resource.getSpec();
    var name = spec.name != null ? spec.name : resource.getMetadata().getName().replace('-', '_');
    return new ResourceAddress(DeclaredParts.mode(spec.mode), spec.type, name);
  }

  /// Whether the resource is open only while a plan is made or carried out.
  public static boolean isEphemeral(Resource resource) {
    return resource.getSpec().mode == ResourceSpec.Mode.Ephemeral;
  }

  /// Whether the resource only reads.
  public static boolean isData(Resource resource) {
    return resource.getSpec().mode == ResourceSpec.Mode.Data;
  }

  private static List<StackDeclaration.Move> moves(Stack stack) {
    var declared = stack.getSpec().moves;
    return declared == null
        ? List.of()
        : declared.stream().map(each -> new StackDeclaration.Move(each.from, each.to)).toList();
  }

  private static List<StackDeclaration.Removal> removals(Stack stack) {
    var declared = stack.getSpec().removed;
    return declared == null
        ? List.of()
        : declared.stream()
            .map(each -> new StackDeclaration.Removal(each.from, each.destroy))
            .toList();
  }

  private List<StackDeclaration.Import> imports(Stack stack, List<Resource> resources) {
    var imports = new ArrayList<StackDeclaration.Import>();
    var declared = stack.getSpec().imports;
    if (declared != null)
      for (int i = 0; i < declared.size(); i++) {
        var each = declared.get(i);
        var path = AttributePath.of("imports").index(i);
        var forEach =
            parts.value(each.forEach, Subject.stack(), path.attribute("forEach").toString());
        var by = importedBy(each.id, each.identity, Subject.stack(), path);
        imports.add(new StackDeclaration.Import(each.to, by, limit(each.allow), forEach, path));
      }
    for (Resource resource : resources) {
      var each = resource.getSpec().imported;
      if (each == null) continue;
      var path = AttributePath.of("import");
      var by = importedBy(each.id, each.identity, Subject.of(address(resource)), path);
      imports.add(
          new StackDeclaration.Import(
              address(resource) + key(each.key), by, limit(each.allow), Optional.empty(), path));
    }
    return imports;
  }

  /// The object to import. The API server makes sure that exactly one of id and identity is given.
  /// Where neither is, nothing is found, and so nothing is created in place of the object that was
  /// meant.
  private StackDeclaration.Import.By importedBy(
      @Nullable String id, @Nullable ObjectNode identity, Subject subject, AttributePath path) {
    if (identity == null)
      return new StackDeclaration.Import.By.Id(Value.text(id == null ? "" : id));
    var at = path.attribute("identity");
    if (id != null) {
      problems.add(
          Diagnostic.error(
                  Code.IMPORT,
                  subject,
                  "Import by id and by identity",
                  "Both say which object is taken over. Keep one of them.")
              .at(at));
      return new StackDeclaration.Import.By.Identity(Value.nothing(Types.DYNAMIC));
    }
    return new StackDeclaration.Import.By.Identity(
        parts
            .value(identity, subject, at.toString())
            .orElseGet(() -> Value.nothing(Types.DYNAMIC)));
  }

  /// An unknown word is reported elsewhere, and nothing is planned then.
  private static ImportLimit limit(@Nullable ImportAllow allow) {
    return switch (allow) {
      case Any -> ImportLimit.ANY;
      case InPlace -> ImportLimit.IN_PLACE;
      case Nothing -> ImportLimit.NOTHING;
      case null -> ImportLimit.NOTHING;
    };
  }

  private static String key(@Nullable IntOrString key) {
    if (key == null) return "";
    var index = key.getIntVal();
    return index == null ? new InstanceKey.Key(key.getStrVal()).toString() : "[" + index + "]";
  }

  private static SortedMap<String, Value> identity(Stack stack) {
    var identity = new TreeMap<String, Value>();
    identity.put("name", Value.text(stack.getMetadata().getName()));
    identity.put("namespace", Value.text(stack.getMetadata().getNamespace()));
    return identity;
  }

  private ResourceDeclaration resource(Resource resource) {
    var spec = resource.getSpec();
    var address = address(resource);
    int before = problems.size();
    var subject = Subject.of(address);
    var leftOut = LeftOut.why(resource);
    leftOut.ifPresent(why ->
        problems.add(
            Diagnostic.error(Code.LIMIT, subject, "Too much is declared", why)
                .at(AttributePath.of("config"))));
    problems.addAll(UnknownWords.in(spec, subject));
    var read = parts.resource(address, spec, spec.config, providers.of(resource));
    if (problems.size() > before) frozen.add(address);
    return read;
  }

  private SortedMap<String, StackDeclaration.Output> outputs(Stack stack) {
    var outputs = new TreeMap<String, StackDeclaration.Output>();
    if (stack.getSpec().outputs != null)
      for (var output : stack.getSpec().outputs)
        parts
            .value(output.value, Subject.part("output", output.name), "")
            .ifPresentOrElse(
                value -> outputs.put(output.name, output(output, value)),
                () -> frozenOutputs.add(output.name));
    return outputs;
  }

  private static StackDeclaration.Output output(StackOutput output, Value value) {
    return new StackDeclaration.Output(
        value,
        Optional.empty(),
        Boolean.TRUE.equals(output.sensitive),
        DeclaredParts.rules(output.preconditions),
        output.dependsOn == null ? List.of() : output.dependsOn);
  }
}

package io.keelson.engine.config.load;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.Glob;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Callable;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.InheritedOptions;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.TypeScope;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.TransformDeclaration;
import io.keelson.engine.config.transform.Transform;
import io.keelson.engine.config.transform.Transform.Setting;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Excerpt;
import io.keelson.engine.diagnostic.Problems;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Extent;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Compiles the transforms of one place.
///
/// @rule R-TRF-1
/// @rule R-TRF-2
final class TransformLoader {
  /// How many may stand in one place.
  private static final int MOST = 20;

  private static final AttributePath TRANSFORMS = AttributePath.of("transforms");

  private final ExpressionCompiler compiler;
  private final DeclaredTypes types;
  private final TypeScope names;
  private final Subject subject;
  private final Problems problems;

  /// @param types the resources beside the place
  /// @param names what its expressions see
  /// @param subject the stack, or the component that is used
  TransformLoader(
      ExpressionCompiler compiler,
      DeclaredTypes types,
      TypeScope names,
      Subject subject,
      Problems problems) {
    this.compiler = compiler;
    this.types = types;
    this.names = new Names(names);
    this.subject = subject;
    this.problems = problems.part();
  }

  /// All of them; what is wrong with one makes it unusable.
  List<Transform> load(List<TransformDeclaration> declared) {
    boolean many = declared.size() > MOST;
    if (many)
      problem(
          Code.LIMIT,
          TRANSFORMS,
          "Too many transforms",
          "%d stand here, and %d may. Nothing is planned for what they are about. Put together those that are about the same resources."
              .formatted(declared.size(), MOST));
    var all = new ArrayList<Transform>();
    for (int i = 0; i < declared.size(); i++)
      all.add(load(declared.get(i), TRANSFORMS.index(i), many));
    return all;
  }

  private Transform load(TransformDeclaration declared, AttributePath place, boolean unusable) {
    int before = problems.found().size();
    var patterns = new ArrayList<Glob>();
    var addresses = new ArrayList<ResourceAddress>();
    for (int i = 0; i < declared.addresses().size(); i++)
      address(
          declared.addresses().get(i), place.attribute("addresses").index(i), patterns, addresses);
    var settings = new ArrayList<Setting>();
    settings(declared.set(), true, place.attribute("set"), settings);
    settings(declared.standIns(), false, place.attribute("default"), settings);
    var options = options(declared.options(), place.attribute("lifecycle"));
    return new Transform(
        place,
        declared.types().stream().map(Glob::new).toList(),
        patterns,
        addresses,
        settings,
        options,
        !unusable && declared.whole() && problems.found().size() == before);
  }

  private void address(
      String text, AttributePath place, List<Glob> patterns, List<ResourceAddress> addresses) {
    // One that is wrong is kept as a pattern: without it the transform might be about everything.
    if (text.contains("*")) patterns.add(new Glob(text));
    else
      try {
        var address = ResourceAddress.parse(text);
        if (address.mode() == ResourceAddress.Mode.MANAGED) addresses.add(address);
        else {
          patterns.add(new Glob(text));
          problem(
              Code.BAD_REFERENCE,
              place,
              "Not a managed resource",
              address
                  + " is only read or opened, and transforms change managed resources. Remove the"
                  + " address.");
        }
      } catch (IllegalArgumentException e) {
        patterns.add(new Glob(text));
        problem(
            Code.BAD_ADDRESS,
            place,
            "Not an address",
            e.getMessage() + ". Write type.name without a key, or a pattern such as **.");
      }
  }

  private void settings(
      SortedMap<String, Value> trees,
      boolean overrules,
      AttributePath place,
      List<Setting> settings) {
    trees.forEach((text, tree) -> {
      var at = place.key(text);
      AttributePath path;
      try {
        path = AttributePath.parse(text);
      } catch (IllegalArgumentException e) {
        problem(
            Code.INVALID_CONFIG,
            at,
            "Not an attribute path",
            OptionPath.NO_PATH + "\n" + Excerpt.of(text, PathPattern.place(text, 0)));
        return;
      }
      if (path.isRoot() || !(path.steps().getFirst() instanceof AttributePath.Step.Attribute)) {
        problem(
            Code.INVALID_CONFIG,
            at,
            "Not an attribute path",
            "'" + text + "' does not start with an attribute. Write name, or name.part.");
        return;
      }
      switch (compiler.compile(
          tree, Types.DYNAMIC, names, new ExpressionCompiler.Place(subject, at))) {
        case ExpressionCompiler.Compiled.Ok(var value) ->
            settings.add(
                new Setting(
                    path, value, overrules, Extent.characters(tree, Integer.MAX_VALUE), at));
        case ExpressionCompiler.Compiled.Failed(var found) -> problems.addAll(found);
      }
    });
  }

  private InheritedOptions options(ComponentDeclaration.Inherited written, AttributePath place) {
    return switch (new DeletedWithLoader(types, subject).read(written.deletedWith())) {
      case DeletedWithLoader.Read.Of(var container) ->
          new InheritedOptions(written.preventDestroy(), written.destroy(), container);
      case DeletedWithLoader.Read.Wrong(var diagnostic) -> {
        problems.add(diagnostic.at(place.attribute("deletedWith")));
        yield InheritedOptions.NONE;
      }
    };
  }

  private void problem(Code code, AttributePath place, String summary, String detail) {
    problems.add(Diagnostic.error(code, subject, summary, detail).at(place));
  }

  /// What is seen where they are written, and what they are about.
  private record Names(TypeScope around) implements TypeScope {
    @Override
    public Typing typeOf(Root root) {
      if (!(root instanceof Root.Named)) return around.typeOf(root);
      var attributes = new TreeMap<String, Type>();
      attributes.put("type", Types.STRING);
      attributes.put("name", Types.STRING);
      return new Typing.Typed(Type.object(attributes));
    }

    @Override
    public Set<String> names() {
      return Set.of(Transform.RESOURCE);
    }

    @Override
    public Callable functionOf(String provider, String name) {
      return around.functionOf(provider, name);
    }
  }
}

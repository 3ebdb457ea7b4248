package io.keelson.engine.config.load;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.ExpressionCompiler.Place;
import io.keelson.engine.config.InheritedOptions;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Schemas;
import io.keelson.engine.config.load.body.BodyPlace;
import io.keelson.engine.config.transform.Transform;
import io.keelson.engine.config.transform.Transform.Match;
import io.keelson.engine.config.transform.Transform.Setting;
import io.keelson.engine.config.transform.TransformedBody;
import io.keelson.engine.config.transform.TransformedBody.Edit;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Nearest;
import io.keelson.engine.diagnostic.Problems;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Changes linked resources as the transforms around them say, the nearest use first. The compiled
/// body of a definition stays as it is: what is changed lies on top of it.
///
/// @rule R-TRF-1
/// @rule R-TRF-3
final class TransformedResources {
  private static final AttributePath CONFIG = AttributePath.of("config");

  /// What a resource says beside its configuration, and no transform can change.
  private static final Set<String> FIXED = Set.of("type", "name", "count", "forEach", "enabled");

  private final Schemas schemas;
  private final Problems problems;

  /// What names something fixed, and whether some type has an argument of that name.
  private final Map<Place, Boolean> fixed = new LinkedHashMap<>();

  /// @param schemas of what is linked
  TransformedResources(Schemas schemas, Problems problems) {
    this.schemas = schemas;
    this.problems = problems.part();
  }

  /// A transform where it holds.
  ///
  /// @param written the component whose names it uses
  /// @param about the component in which it changes something
  record Placed(Transform transform, ComponentPath written, ComponentPath about) {
    Match match(ResourceAddress resource) {
      return transform.match(resource.local().within(resource.in().from(about.depth())));
    }

    private Subject subject() {
      return about.isRoot() ? Subject.stack() : Subject.of(about);
    }

    private String origin() {
      return transform.place() + " of " + (about.isRoot() ? "the stack" : about.toString());
    }

    private Place place(AttributePath path) {
      return new Place(subject(), path);
    }
  }

  /// The transforms of one place.
  static List<Placed> placed(
      List<Transform> transforms, ComponentPath written, ComponentPath about) {
    return transforms.stream().map(each -> new Placed(each, written, about)).toList();
  }

  /// The resource as it is changed; empty if nobody knows how.
  ///
  /// @param transforms those around it, the nearest first
  Optional<ResourceConfig> of(ResourceConfig resource, List<Placed> transforms) {
    if (transforms.isEmpty() || resource.address().mode() != ResourceAddress.Mode.MANAGED)
      return Optional.of(resource);
    var mine =
        transforms.stream().filter(each -> each.match(resource.address()) != Match.NOT).toList();
    if (mine.isEmpty()) return Optional.of(resource);
    if (!mine.stream().allMatch(each -> each.transform().usable())) return Optional.empty();
    int before = problems.found().size();
    var changed = options(resource, mine);
    var edits = edits(resource, mine);
    if (problems.found().size() > before) return Optional.empty();
    return Optional.of(
        edits.isEmpty()
            ? changed
            : changed.transformed(
                new TransformedBody(changed.body(), edits),
                mine.stream()
                    .flatMap(each -> each.transform().settings().stream())
                    .mapToLong(Setting::written)
                    .sum()));
  }

  private ResourceConfig options(ResourceConfig resource, List<Placed> transforms) {
    var changed = resource;
    for (var each : transforms) {
      var options = options(each, resource.address());
      changed =
          changed.overruledBy(
              options.within(each.written()),
              options
                  .deletedWith()
                  .flatMap(Target::block)
                  .map(container ->
                      new Root.Outer(each.written().depth(), new Root.Resource(container))));
    }
    return changed;
  }

  /// Nothing goes with itself: where a pattern matched, what it names is left as it is.
  ///
  /// @rule R-PUL-30
  private InheritedOptions options(Placed placed, ResourceAddress resource) {
    var options = placed.transform().options();
    var container = options.within(placed.written()).deletedWith();
    if (container.filter(each -> each.mayCover(resource)).isEmpty()) return options;
    if (placed.match(resource) == Match.BY_ADDRESS) problems.add(goesWithItself(resource, placed));
    return new InheritedOptions(options.preventDestroy(), options.destroy(), Optional.empty());
  }

  private List<Edit> edits(ResourceConfig resource, List<Placed> transforms) {
    var edits = new ArrayList<Edit>();
    // Where the schema is missing, loading the resource has already reported why.
    var schema = schemas.of(resource.address(), resource.providerConfiguration());
    if (schema.isEmpty()) return edits;
    for (var each : transforms)
      for (var setting : each.transform().settings())
        edit(resource, schema.get(), each, setting).ifPresent(edits::add);
    return edits;
  }

  private Optional<Edit> edit(
      ResourceConfig resource, Schema schema, Placed placed, Setting setting) {
    var address = resource.address();
    var place = placed.place(setting.place());
    boolean meant = placed.match(address) == Match.BY_ADDRESS;
    var target = BodyPlace.of(schema, setting.path());
    if (FIXED.contains(setting.path().toString()))
      fixed.merge(place, target.isPresent() || meant, Boolean::logicalOr);
    if (target.isEmpty()) {
      if (meant) problems.add(noPlace(address, schema, setting, place));
      return Optional.empty();
    }
    var value = setting.meant(placed.written(), address);
    if (namesItself(resource, value)) problems.add(selfReference(address, setting, place));
    var at = new Place(Subject.of(address), CONFIG.then(setting.path()));
    return Optional.of(
        new Edit(
            setting.path(),
            TransformedBody.traced(target.get().fitted(value, at), at.subject(), placed.origin()),
            setting.overrules(),
            target.get().isBlock(),
            meant ? Optional.of(nothingThere(address, setting, place)) : Optional.empty()));
  }

  private static boolean namesItself(ResourceConfig resource, Expression value) {
    var address = resource.address();
    return value.references().stream()
        .map(Reference::root)
        .anyMatch(root ->
            root instanceof Root.Resource(var named) && named.within(address.in()).equals(address));
  }

  private static Diagnostic noPlace(
      ResourceAddress address, Schema schema, Setting setting, Place place) {
    var reason =
        switch (OptionPath.read(setting.path().toString(), schema)) {
          case OptionPath.Wrong(var why) -> why;
          case OptionPath.Usable _ -> "Only the provider gives this attribute its value.";
        };
    return problem(
        place,
        "No such argument",
        "The transform is to set '%s' of %s, which has no such argument. Correct the path, or remove it. %s"
            .formatted(setting.path(), address, reason));
  }

  private static Diagnostic nothingThere(ResourceAddress address, Setting setting, Place place) {
    return problem(
        place,
        "Nothing to set it in",
        "The transform is to set '%s' of %s, where nothing is declared that this would be a part of. Set the whole of it, or remove the path."
            .formatted(setting.path(), address));
  }

  private static Diagnostic selfReference(ResourceAddress address, Setting setting, Place place) {
    return Diagnostic.error(
            Code.SELF_REFERENCE,
            place.subject(),
            "Reference to itself",
            "The transform is to set '%s' of %s to something that this resource gives, so its value would be needed before it exists. Limit the transform to other resources, or refer to something else."
                .formatted(setting.path(), address))
        .at(place.path());
  }

  private static Diagnostic goesWithItself(ResourceAddress address, Placed placed) {
    var place =
        placed.place(placed.transform().place().attribute("lifecycle").attribute("deletedWith"));
    return Diagnostic.error(
            Code.SELF_REFERENCE,
            place.subject(),
            "Nothing goes with itself",
            "The transform lets %s go with itself, or with a component that it stands in. Limit the transform to other resources, or name something else."
                .formatted(address))
        .at(place.path());
  }

  private static Diagnostic problem(Place place, String summary, String detail) {
    return Diagnostic.error(Code.INVALID_CONFIG, place.subject(), summary, detail).at(place.path());
  }

  /// Reports the problems that are only known when everything is linked.
  ///
  /// @param all those of all places
  /// @param linked everything
  void check(List<Placed> all, LinkedComponents linked) {
    all.forEach(each -> check(each, linked));
    fixed.forEach((place, isThere) -> {
      if (!isThere)
        problems.add(
            problem(
                place,
                "It cannot be changed",
                "A transform changes the configuration of resources. Their types, names and"
                    + " repetition stay as they are declared, and none of these resources has an"
                    + " argument of this name. Remove the path."));
    });
  }

  private void check(Placed placed, LinkedComponents linked) {
    var addresses = placed.transform().addresses();
    for (var address : addresses) {
      var resource = address.within(placed.about());
      if (linked.mayDeclare(resource)) continue;
      var known = new TreeSet<String>();
      for (var each : linked.resources().keySet())
        if (each.in().equals(resource.in())) known.add(each.local().within(address.in()) + "");
      problems.add(
          Diagnostic.error(
                  Code.UNDECLARED,
                  placed.subject(),
                  "Undeclared resource",
                  "There is no resource %s for the transform to change. Correct the address, or remove it. %s"
                      .formatted(resource, Nearest.advice(address.toString(), known)))
              .at(placed.transform().place().attribute("addresses")));
    }
  }
}

package io.keelson.engine.config;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// One declared resource, checked against its schema. What it names is relative to the component
/// that it stands in; only its own address is not.
///
/// @param body evaluates to an object of the schema's type: every attribute is there, unset ones
///   null
/// @param dependsOn resources and components that come first although nothing names them
/// @param providerConfiguration which of the stack's provider configurations it uses; empty for
///   what needs none. In the body of a component, the slot of the definition
/// @param written about the characters that are declared for each instance
/// @param remedies the policies that correct what is declared, each seeing what the former did
public record ResourceConfig(
    ResourceAddress address,
    Expression body,
    Repetition repetition,
    List<Root> dependsOn,
    Lifecycle lifecycle,
    Optional<String> providerConfiguration,
    long written,
    List<PolicyConfig> remedies) {
  public ResourceConfig {
    remedies = Collections.unmodifiableList(new ArrayList<>(remedies));
    dependsOn = Collections.unmodifiableList(new ArrayList<>(dependsOn));
  }

  /// This resource of a component's body, where the component is used.
  ///
  /// @rule R-CMP-1
  public ResourceConfig within(ComponentPath path) {
    if (path.isRoot()) return this;
    return edited(draft -> {
      draft.address = address.within(path);
      draft.body = PlacedExpression.of(body, path);
      draft.repetition = repetition.within(path);
      draft.lifecycle = lifecycle.within(path);
    });
  }

  /// This resource, using what fills the slot that it names.
  ///
  /// @rule R-CMP-21
  public ResourceConfig using(String configuration) {
    return edited(draft -> draft.providerConfiguration = Optional.of(configuration));
  }

  /// This resource with what it inherits from the components around it.
  ///
  /// @param protection whether it leaves open if it may be destroyed
  /// @param end whether it leaves open what becomes of objects that go
  /// @rule R-CMP-30
  public ResourceConfig inheriting(InheritedOptions options, boolean protection, boolean end) {
    if (options.equals(InheritedOptions.NONE) || address.mode() != ResourceAddress.Mode.MANAGED)
      return this;
    return edited(draft -> {
      draft.dependsOn = after(options);
      draft.lifecycle = lifecycle.inheriting(options, protection, end);
    });
  }

  /// It comes after what it goes with, as if it said so itself: in the same instances of what is
  /// around both.
  ///
  /// @rule R-PUL-30
  private List<Root> after(InheritedOptions options) {
    var named = options.deletedWith().flatMap(Target::block);
    if (lifecycle.deletedWith().isPresent() || named.isEmpty()) return dependsOn;
    var container = named.get();
    int depth = container.in().shared(address.in());
    var needed = new ArrayList<>(dependsOn);
    needed.add(
        new Root.Outer(
            depth, new Root.Resource(container.local().within(container.in().from(depth)))));
    return needed;
  }

  /// This resource with options that stand in the place of its own.
  ///
  /// @param container what its objects go with, if the options say so: it comes first
  /// @rule R-TRF-1
  public ResourceConfig overruledBy(InheritedOptions options, Optional<Root.Outer> container) {
    if (options.equals(InheritedOptions.NONE)) return this;
    var needed = new ArrayList<>(dependsOn);
    container.ifPresent(needed::add);
    return edited(draft -> {
      draft.dependsOn = needed;
      draft.lifecycle = lifecycle.overruledBy(options);
    });
  }

  /// This resource with another body.
  ///
  /// @param more about the characters that the body has more for each instance
  /// @rule R-TRF-2
  public ResourceConfig transformed(Expression other, long more) {
    return edited(draft -> {
      draft.body = other;
      draft.written = written + more;
    });
  }

  /// This resource, corrected by those of the policies that are about its type.
  ///
  /// @param policies those that correct anything
  /// @rule R-POL-3
  ResourceConfig remediedBy(List<PolicyConfig> policies) {
    if (address.mode() != ResourceAddress.Mode.MANAGED) return this;
    var mine = policies.stream().filter(each -> each.isAbout(address.type())).toList();
    if (mine.isEmpty() && remedies.isEmpty()) return this;
    long more = mine.stream().mapToLong(PolicyConfig::written).sum();
    return edited(draft -> {
      draft.written = written + more;
      draft.remedies = mine;
    });
  }

  private ResourceConfig edited(Consumer<Draft> edit) {
    var draft = new Draft(this);
    edit.accept(draft);
    return new ResourceConfig(
        draft.address,
        draft.body,
        draft.repetition,
        draft.dependsOn,
        draft.lifecycle,
        draft.providerConfiguration,
        draft.written,
        draft.remedies);
  }

  /// A resource while it gets its place, and what others say about it.
  private static final class Draft {
    private ResourceAddress address;
    private Expression body;
    private Repetition repetition;
    private List<Root> dependsOn;
    private Lifecycle lifecycle;
    private Optional<String> providerConfiguration;
    private long written;
    private List<PolicyConfig> remedies;

    Draft(ResourceConfig resource) {
      address = resource.address;
      body = resource.body;
      repetition = resource.repetition;
      dependsOn = resource.dependsOn;
      lifecycle = resource.lifecycle;
      providerConfiguration = resource.providerConfiguration;
      written = resource.written;
      remedies = resource.remedies;
    }
  }

  public List<CheckRule> preconditions() {
    return lifecycle.preconditions();
  }

  public List<CheckRule> postconditions() {
    return lifecycle.postconditions();
  }

  public boolean hasConditions() {
    return !preconditions().isEmpty() || !postconditions().isEmpty();
  }

  /// Everything the resource refers to: body, repetition, triggers and conditions, without repeats.
  ///
  /// @rule R-GRAPH-10
  public List<Reference> references() {
    var all = new LinkedHashSet<>(repetition.references());
    all.addAll(body.references());
    all.addAll(lifecycle.replaceTriggeredBy());
    lifecycle.replaceTrigger().map(Expression::references).ifPresent(all::addAll);
    all.addAll(CheckRule.references(preconditions()));
    all.addAll(CheckRule.references(postconditions()));
    return new ArrayList<>(all);
  }
}

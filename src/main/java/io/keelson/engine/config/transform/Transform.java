package io.keelson.engine.config.transform;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.Glob;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Constant;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.InheritedOptions;
import io.keelson.engine.config.PlacedExpression;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// What a stack or the use of a component changes in what is declared inside, compiled. Its
/// addresses are relative to what it is about, its expressions to where it is written.
///
/// @param place such as `transforms[0]`
/// @param types those it is about; nothing means all
/// @param patterns of addresses that it is about
/// @param addresses likewise, each of one resource; neither means all
/// @param options that overrule those of resources, relative to where it is written
/// @param usable whether there is nothing wrong with it: otherwise nobody knows what it would do
/// @rule R-TRF-1
public record Transform(
    AttributePath place,
    List<Glob> types,
    List<Glob> patterns,
    List<ResourceAddress> addresses,
    List<Setting> settings,
    InheritedOptions options,
    boolean usable) {
  /// The name by which values know the resource that they are for.
  public static final String RESOURCE = "resource";

  public Transform {
    types = Collections.unmodifiableList(new ArrayList<>(types));
    patterns = Collections.unmodifiableList(new ArrayList<>(patterns));
    addresses = Collections.unmodifiableList(new ArrayList<>(addresses));
    settings = Collections.unmodifiableList(new ArrayList<>(settings));
  }

  /// One value.
  ///
  /// @param path in the configuration of a resource
  /// @param overrules whether it counts also where the resource says something
  /// @param written about its characters
  /// @param place such as `transforms[0].set["tags.team"]`
  public record Setting(
      AttributePath path, Expression value, boolean overrules, long written, AttributePath place) {
    /// The value for a resource further inside. It still names what there is where it is written.
    public Expression meant(ComponentPath placed, ResourceAddress resource) {
      return value instanceof Constant
          ? value
          : new OuterExpression(PlacedExpression.of(value, placed), placed.depth(), resource);
    }
  }

  /// How a resource is meant, if it is.
  public enum Match {
    NOT,
    /// Together with others: what makes no sense for it is left out.
    BY_PATTERN,
    /// By its address: what makes no sense for it is a mistake.
    BY_ADDRESS
  }

  /// @param resource relative to what this is about
  public Match match(ResourceAddress resource) {
    if (resource.mode() != ResourceAddress.Mode.MANAGED || !fit(types, resource.type()))
      return Match.NOT;
    if (addresses.contains(resource)) return Match.BY_ADDRESS;
    if (patterns.isEmpty() && !addresses.isEmpty()) return Match.NOT;
    return fit(patterns, resource.toString()) ? Match.BY_PATTERN : Match.NOT;
  }

  private static boolean fit(List<Glob> globs, String name) {
    return globs.isEmpty() || globs.stream().anyMatch(each -> each.matches(name));
  }
}

package io.keelson.provider.pulumi.program;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.program.ProgramRequest.Surroundings;
import io.keelson.engine.program.Registration;
import io.keelson.engine.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/// All that one run of a program was told the names of: only that it can refer to.
///
/// @rule R-PRG-21
/// @rule R-PRG-26
final class Session {
  private static final String TWICE =
      "is read, and something else has the same URN. Give it another name";

  private final String scope;
  private final Urn parent;
  private final Map<String, Handed> handed = new ConcurrentHashMap<>();
  private final Map<String, List<String>> claims = new ConcurrentHashMap<>();
  private final Set<String> looked = ConcurrentHashMap.newKeySet();
  private final Map<List<String>, String> components = new ConcurrentHashMap<>();
  private final Map<List<String>, Registration.Group> groups = new ConcurrentHashMap<>();
  private final Map<String, String> providers = new ConcurrentHashMap<>();
  private final Map<String, String> packages = new ConcurrentHashMap<>();

  /// @param token that nobody can guess
  Session(Surroundings surroundings, String token) {
    this.scope = "urn:pulumi:" + surroundings.stack() + "::" + surroundings.namespace();
    this.parent = Urn.stack(scope, surroundings.stack() + "-" + token);
    hand(
        new Handed(
            parent,
            Handed.Kind.SESSION,
            List.of(),
            Optional.empty(),
            Optional.empty(),
            ParentOptions.NONE));
  }

  /// The parent under which the component registers itself. It is the only name with the token.
  String parent() {
    return parent.toString();
  }

  private void hand(Handed each) {
    handed.put(each.urn().toString(), each);
  }

  /// The name of a resource outside of the component.
  String outside(ResourceAddress at) {
    var urn = Urn.outside(scope, at);
    hand(Handed.outside(urn, Optional.of(at)));
    return urn.toString();
  }

  /// The reference to a provider that the component has a configuration for.
  String provider(String pack) {
    var urn = Urn.provider(scope, pack);
    hand(Handed.outside(urn, Optional.empty()));
    var id = UUID.nameUUIDFromBytes(urn.toString().getBytes(StandardCharsets.UTF_8));
    var reference = urn + "::" + id;
    providers.put(reference, urn.toString());
    return reference;
  }

  boolean isProvider(String reference) {
    return providers.containsKey(reference);
  }

  /// The id that a provider goes by; empty for everything else.
  Optional<String> providerId(String urn) {
    return providers.entrySet().stream()
        .filter(each -> each.getValue().equals(urn))
        .map(each -> each.getKey().substring(urn.length() + 2))
        .findFirst();
  }

  /// The reference to a package that takes no parameters.
  String pack(String name, String version) {
    return packages.computeIfAbsent(name + "@" + version, each -> "package-" + each);
  }

  boolean isPackage(String reference) {
    return packages.containsValue(reference);
  }

  Optional<Handed> find(String urn) {
    return Optional.ofNullable(handed.get(urn));
  }

  /// A component that is there already, with its outputs.
  Urn receiver(String type, String name, Value outputs) {
    var urn = parent.child(type, name);
    hand(Handed.component(urn, List.of(), ParentOptions.NONE).giving(outputs));
    return urn;
  }

  /// What a registration has for a parent.
  Handed parent(Registrant who, String urn) throws Refusal {
    var found = find(urn).filter(each -> each.kind() != Handed.Kind.OUTSIDE);
    if (found.isPresent()) return found.get();
    throw who.refusal(
        urn.isEmpty()
            ? "has no parent. Give it the component as its parent"
            : "has a parent that this run of the program did not register. Give it the component,"
                + " or something inside of it, as its parent");
  }

  /// Registers a component that is only a name for others to stand in.
  Urn component(Registrant who, Handed parent, RegistrationOptions options) throws Refusal {
    var urn = parent.urn().child(who.type(), who.name());
    var in = new ArrayList<>(parent.in());
    boolean own = parent.kind() == Handed.Kind.SESSION;
    if (!own) in.add(ResourceAddress.identifier(who.name()));
    if (own && !claim(List.of(), urn))
      throw who.refusal(
          "is a second component beside the one that was asked for. Give it that one as its"
              + " parent");
    if (!own && (!claim(in, urn) || handed.containsKey(urn.toString())))
      throw who.refusal(
          "has the address of another component in it: names may only differ in more than what"
              + " is written as '_'. Give it another name");
    if (!own) groups.put(List.copyOf(in), options.group());
    hand(Handed.component(urn, in, options.handedOn()));
    return urn;
  }

  /// Notes the outputs of a component that is only a name for others to stand in.
  void gives(Handed component, Value outputs) {
    if (component.kind() == Handed.Kind.COMPONENT) hand(component.giving(outputs));
  }

  /// The components on a way, with their former names.
  List<Registration.Group> groups(List<String> in) {
    var all = new ArrayList<Registration.Group>();
    for (int depth = 1; depth <= in.size(); depth++)
      all.add(Objects.requireNonNull(groups.get(in.subList(0, depth))));
    return all;
  }

  private boolean claim(List<String> in, Urn urn) {
    return components.putIfAbsent(List.copyOf(in), urn.toString()) == null;
  }

  /// The name of a resource that is going to be registered. The same name may come again: the
  /// engine sees that it does.
  Urn claim(Registrant who, Handed parent) throws Refusal {
    if (parent.kind() == Handed.Kind.SESSION)
      throw who.refusal("stands beside the component. Give it the component as its parent");
    var urn = parent.urn().child(who.type(), who.name());
    if (looked.contains(urn.toString())) throw who.refusal(TWICE);
    var other = claims.putIfAbsent(urn.toString(), parent.in());
    if (other != null && !other.equals(parent.in()))
      throw who.refusal(
          "has the same URN as another resource, which stands in another component. Give it"
              + " another name");
    return urn;
  }

  /// The name of an object of others that is looked up. Nobody can need it, and nothing else may be
  /// called so.
  ///
  /// @param object its attributes
  Urn found(Registrant who, Handed parent, Value object) throws Refusal {
    var urn = claim(who, parent);
    if (!looked.add(urn.toString()) || find(urn.toString()).isPresent()) throw who.refusal(TWICE);
    made(urn, parent, Optional.empty(), Optional.of(object), parent.options());
    return urn;
  }

  void made(
      Urn urn,
      Handed parent,
      Optional<ResourceAddress> at,
      Optional<Value> object,
      ParentOptions options) {
    hand(new Handed(urn, Handed.Kind.OBJECT, parent.in(), at, object, options));
  }

  /// The resources behind names that a registration depends on. Nothing in the component can be
  /// made after all of it.
  SortedSet<ResourceAddress> needs(Registrant who, Collection<String> urns) throws Refusal {
    var needs = new TreeSet<ResourceAddress>();
    for (Handed each : told(who, urns)) if (!isWhole(each)) needs.addAll(behind(each));
    return needs;
  }

  private static boolean isWhole(Handed each) {
    return each.kind() == Handed.Kind.COMPONENT && each.in().isEmpty();
  }

  /// The resources behind names that something is asked for after; of the component itself, those
  /// that are there so far.
  SortedSet<ResourceAddress> before(Registrant who, Collection<String> urns) throws Refusal {
    var needs = new TreeSet<ResourceAddress>();
    for (Handed each : told(who, urns)) needs.addAll(behind(each));
    return needs;
  }

  private List<Handed> told(Registrant who, Collection<String> urns) throws Refusal {
    var all = new ArrayList<Handed>();
    for (String urn : urns)
      all.add(
          find(urn)
              .orElseThrow(() ->
                  who.refusal(
                      "depends on something that this run of the program neither was told of nor"
                          + " registered. Depend on inputs of the component, or on what is inside"
                          + " of it")));
    return all;
  }

  private SortedSet<ResourceAddress> behind(Handed each) {
    var behind = each.kind() == Handed.Kind.COMPONENT ? in(each) : new TreeSet<ResourceAddress>();
    each.at().ifPresent(behind::add);
    return behind;
  }

  private SortedSet<ResourceAddress> in(Handed component) {
    var inside = new TreeSet<ResourceAddress>();
    int depth = component.in().size();
    for (Handed each : handed.values())
      if (each.kind() == Handed.Kind.OBJECT
          && each.in().size() >= depth
          && each.in().subList(0, depth).equals(component.in())) each.at().ifPresent(inside::add);
    return inside;
  }
}

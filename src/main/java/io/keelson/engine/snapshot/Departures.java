package io.keelson.engine.snapshot;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.evaluation.Expansion;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds the objects that have to go, and whether each is destroyed or forgotten.
public final class Departures {
  private final StackConfig config;

  public Departures(StackConfig config) {
    this.config = config;
  }

  /// Why an instance goes whose key is not among those of its resource.
  ///
  /// @rule R-PLAN-33
  public static Reason keyReason(Expansion expansion, InstanceKey key) {
    var kind = expansion.kind();
    return switch (key) {
      case InstanceKey.None _ when kind == Expansion.Kind.ENABLED -> Reason.ENABLED_FALSE;
      case InstanceKey.Index _ when kind == Expansion.Kind.COUNT -> Reason.COUNT_INDEX;
      case InstanceKey.Key _ when kind == Expansion.Kind.FOR_EACH -> Reason.EACH_KEY;
      case InstanceKey.None _, InstanceKey.Index _, InstanceKey.Key _ -> Reason.WRONG_REPETITION;
      case InstanceKey.InComponent(var components, var own) ->
          expansion.isIn(components) ? keyReason(expansion, own) : Reason.NO_COMPONENT;
    };
  }

  /// Every object of an instance.
  public List<Departure> all(InstanceAddress at, InstanceState instance, Reason reason) {
    var all = new ArrayList<Departure>();
    instance.current().ifPresent(object -> all.add(current(at, object, reason)));
    all.addAll(deposed(at, instance, reason));
    return all;
  }

  /// The deposed objects of an instance. No flag protects them from being destroyed.
  ///
  /// @param reason why the whole instance goes; [Reason#DEPOSED] if it stays
  /// @rule R-PLAN-41
  /// @rule R-PLAN-42
  public List<Departure> deposed(InstanceAddress at, InstanceState instance, Reason reason) {
    var all = new ArrayList<Departure>();
    instance
        .deposed()
        .forEach((key, object) -> {
          var ref = ObjectRef.deposed(at, key);
          var forgotten = forgotten(ref, object, reason);
          var otherwise = reason == Reason.DESTROY_MODE ? reason : Reason.DEPOSED;
          all.add(
              new Departure(ref, forgotten.orElse(otherwise), forgotten.isPresent(), false, false));
        });
    return all;
  }

  /// The declared protection counts while there is a declaration, the stored one after that.
  ///
  /// @rule R-PD-2
  /// @rule DEV-3
  private Departure current(InstanceAddress at, ObjectState object, Reason reason) {
    var declared = config.resources().get(at.resource());
    boolean byState = declared == null && object.flags().preventDestroy();
    boolean byConfig = declared != null && declared.lifecycle().preventDestroy();
    var ref = ObjectRef.current(at);
    var forgotten = forgotten(ref, object, reason);
    return new Departure(
        ref, forgotten.orElse(reason), forgotten.isPresent(), byState || byConfig, byState);
  }

  /// Whether the current object of an instance that nothing declares is left alone.
  boolean leavesOrphan(InstanceAddress at, ObjectState object) {
    return forgotten(ObjectRef.current(at), object, Reason.NO_RESOURCE_CONFIG).isPresent();
  }

  /// Why an object is left alone; empty if it is destroyed. A removal statement counts first. Then
  /// `destroy: false` counts, whether it is declared or stored: the edit that took an instance away
  /// may have changed the option, too. Only where everything is destroyed, the declared option
  /// overrides the one that is stored with the current object, and a removal statement spares
  /// nothing.
  ///
  /// @rule R-REM-2
  /// @rule R-REM-4
  /// @rule R-PD-8
  private Optional<Reason> forgotten(ObjectRef object, ObjectState state, Reason reason) {
    var resource = object.instance().resource();
    boolean everything = reason == Reason.DESTROY_MODE;
    var removal = config.removals().destroys(resource);
    if (removal.isPresent() && removal.get()) return Optional.empty();
    if (removal.isPresent() && !everything) return Optional.of(reason);
    var declared = config.resources().get(resource);
    if (declared != null && !declared.lifecycle().destroy())
      return Optional.of(Reason.FORGET_BY_CONFIG);
    boolean overridden = declared != null && everything && object.deposed().isEmpty();
    return state.flags().skipDestroy() && !overridden
        ? Optional.of(Reason.FORGET_BY_STATE)
        : Optional.empty();
  }
}

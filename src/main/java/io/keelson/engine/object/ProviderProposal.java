package io.keelson.engine.object;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.provider.PlannedState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// How a provider would complete a configuration.
///
/// @param config what the user declared, without marks; with ignored changes taken out
/// @param planned the planned state without marks
/// @param marked the planned state with its marks
/// @param promise how exactly the object will be as planned
/// @param forcedBy where a change cannot be made in place
/// @param told where the object changes, if the provider says itself that it does, whatever the
///   values are
/// @param destroysFirst whether the provider knows that there cannot be two
/// @param replaced why it is a replacement, if it is one
record ProviderProposal(
    Unmarked config,
    Value planned,
    Value marked,
    Bytes privateData,
    PlannedState.Promise promise,
    SortedSet<AttributePath> forcedBy,
    Optional<SortedSet<AttributePath>> told,
    boolean destroysFirst,
    Reason replaced,
    List<Diagnostic> warnings) {
  ProviderProposal marked(Value value) {
    return new ProviderProposal(
        config,
        planned,
        value,
        privateData,
        promise,
        forcedBy,
        told,
        destroysFirst,
        replaced,
        warnings);
  }

  /// The same, where the declaration makes a replacement of what could be updated.
  ProviderProposal replacedFor(SortedSet<AttributePath> paths) {
    return replacedFor(paths, Reason.BY_OPTION);
  }

  /// Those of some places whose values differ that change by the provider's word as well: of what
  /// it does not foresee, nobody knows whether it changes.
  SortedSet<AttributePath> changing(SortedSet<AttributePath> places) {
    if (told.isEmpty()) return places;
    var changes = told.get().stream().map(PathPattern::only).toList();
    var changing = new TreeSet<>(places);
    changing.removeIf(place -> changes.stream().noneMatch(each -> each.meets(place)));
    return changing;
  }

  /// The same, where no attribute is the reason.
  ProviderProposal replacedFor(Reason reason) {
    return replacedFor(forcedBy, reason);
  }

  private ProviderProposal replacedFor(SortedSet<AttributePath> paths, Reason reason) {
    return new ProviderProposal(
        config,
        planned,
        marked,
        privateData,
        promise,
        paths,
        told,
        destroysFirst,
        reason,
        warnings);
  }
}

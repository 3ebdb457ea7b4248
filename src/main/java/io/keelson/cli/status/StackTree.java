package io.keelson.cli.status;

import io.keelson.operator.api.Progress;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/// A Stack with everything in it.
///
/// @param instances ready and declared ones, such as 2/3; empty where nobody has counted them
/// @param deleting whether somebody has deleted it, and it is not gone yet
/// @param members components and resources, those that need a look first
/// @param unread what a right is missing for
public record StackTree(
    String namespace,
    String name,
    State state,
    boolean deleting,
    String instances,
    Optional<ShownPlan> plan,
    Optional<Progress> progress,
    List<Node> members,
    SortedSet<Unread> unread) {

  /// How the Stack says that it is.
  public Health health() {
    return state.health();
  }

  /// Whether the operator has looked at all of it since something was carried out: it reports on
  /// the Stack first and then on its members.
  public boolean isSettled() {
    return !state.isPassing()
        && members.stream()
            .allMatch(each ->
                health() == Health.READY ? each.worst() == Health.READY : !each.isPassing());
  }
}

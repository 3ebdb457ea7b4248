package io.keelson.cli.status;

import java.util.List;
import java.util.stream.Stream;

/// Something in the tree of a Stack.
///
/// @param address what plans and messages call it
/// @param object the name of its object; empty if it has none of its own
/// @param instances ready and declared ones, such as 2/3; empty where nobody counts them
/// @param children those that need a look first; of the same need in the order of their addresses
public record Node(
    Kind kind, String address, String object, State state, String instances, List<Node> children) {
  /// What a node stands for. Constants are spelled as the JSON has them.
  public enum Kind {
    Component,
    Resource,
    Instance
  }

  /// How it is itself, whatever is in it.
  public Health health() {
    return state.health();
  }

  /// How it and everything in it is at the worst.
  public Health worst() {
    return children.isEmpty() ? health() : health().with(children.getFirst().worst());
  }

  /// Whether something in it is soon said to be otherwise.
  boolean isPassing() {
    return state.isPassing() || children.stream().anyMatch(Node::isPassing);
  }

  /// How its instances are, and those of what is in it.
  Stream<State> instanceStates() {
    return kind == Kind.Instance
        ? Stream.of(state)
        : children.stream().flatMap(Node::instanceStates);
  }

  /// Whether it is a resource that is not repeated: it and its instance are one to people.
  public boolean isItsOnlyInstance() {
    return kind == Kind.Resource
        && children.size() == 1
        && children.getFirst().address.equals(address);
  }

  /// What tells how both are, where it is its only instance: the one that is worse, and the
  /// instance while the resource says no more than that a plan is being carried out.
  public Node teller() {
    if (!isItsOnlyInstance()) return this;
    var instance = children.getFirst();
    boolean tells = state.isApplying() || instance.health().compareTo(health()) <= 0;
    return tells ? instance : this;
  }
}

package io.keelson.engine.evaluation;

import java.util.Optional;

/// How many instances may be declared. They are counted before they are made; what is recorded can
/// be destroyed however much it is.
///
/// @param perResource of one resource
/// @param perStack of all resources of one stack
/// @param perNamespace of all stacks of one namespace
/// @param elsewhere how many other stacks of the namespace have
/// @param characters of the values of one plan, made and written, all together
/// @rule R-LIM-1
public record Limits(
    int perResource, int perStack, int perNamespace, int elsewhere, long characters) {
  /// What an operator holds with the memory that the chart gives it.
  public static final Limits DEFAULT = new Limits(10_000, 10_000, 20_000, 0);

  /// What the values of a plan may have.
  public static final long CHARACTERS = 64_000_000;

  private static final String STAYS = " Nothing of it is planned, and what exists of it stays.";

  public Limits(int perResource, int perStack, int perNamespace, int elsewhere) {
    this(perResource, perStack, perNamespace, elsewhere, CHARACTERS);
  }

  public Limits {
    if (perResource < 1 || perStack < 1 || perNamespace < 1 || elsewhere < 0)
      throw new IllegalArgumentException("a limit is at least 1");
  }

  /// The same beside so many instances of other stacks.
  public Limits beside(int others) {
    return new Limits(perResource, perStack, perNamespace, others, characters);
  }

  /// The same with so much for the values of a plan.
  public Limits making(long most) {
    return new Limits(perResource, perStack, perNamespace, elsewhere, most);
  }

  /// How many instances this stack may have.
  public int ofStack() {
    return Math.min(perStack, Math.max(0, perNamespace - elsewhere));
  }

  /// Why one resource may not have so many instances.
  ///
  /// @param countText the number as people may see it
  public Optional<String> objection(int instances, String countText) {
    if (instances <= perResource) return Optional.empty();
    return Optional.of(
        "There would be %s instances, and one Resource may have at most %d."
                .formatted(countText, perResource)
            + STAYS
            + " Declare fewer, or split it; whoever runs the operator can raise the limit with"
            + " --max-instances-per-resource.");
  }

  /// Why a resource may not have so many instances beside the others.
  ///
  /// @param taken how many the stack has already
  String exhausted(String countText, int taken) {
    var would = "There would be %s instances of it".formatted(countText);
    if (perStack <= perNamespace - elsewhere)
      return would
          + ", beside %d of other Resources, and one Stack may have at most %d."
              .formatted(taken, perStack)
          + STAYS
          + " Declare fewer, or split the Stack; whoever runs the operator can raise the limit with"
          + " --max-instances-per-stack.";
    return would
        + ", beside %d of other Resources and %d of other Stacks, and one namespace may have at most %d."
            .formatted(taken, elsewhere, perNamespace)
        + STAYS
        + " Declare fewer, or use another namespace; whoever runs the operator can raise the limit"
        + " with --max-instances-per-namespace.";
  }
}

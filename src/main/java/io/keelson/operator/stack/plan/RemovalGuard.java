package io.keelson.operator.stack.plan;

import java.util.Optional;

/// Demands a person, in every approval mode, if more instances leave than was agreed to.
///
/// @param baseline instances when a person last approved
/// @param removed instances that have left since then
/// @param limit a number, or per cent of the baseline such as `10%`
public record RemovalGuard(int baseline, int removed, String limit) {

  /// Why a person has to approve the removals; empty if none has to.
  ///
  /// @param recorded how many instances exist now
  public Optional<String> objection(int removals, int recorded) {
    if (removals == 0) return Optional.empty();
    if (removals >= recorded)
      return Optional.of(
          recorded == 1
              ? "it destroys or forgets the only instance that exists, which a person has to"
                  + " approve"
              : "it destroys or forgets all %d instances that exist, which a person has to approve"
                  .formatted(recorded));
    int allowed = allowed();
    if (removed + removals <= allowed) return Optional.empty();
    return Optional.of(
        "it destroys or forgets %d of %d instances, %d since a person last approved; spec.maxRemovals allows %s (%d)"
            .formatted(removals, recorded, removed + removals, limit, allowed));
  }

  /// Per cent are rounded up.
  private int allowed() {
    if (!limit.endsWith("%")) return Integer.parseInt(limit.strip());
    int perCent = Integer.parseInt(limit.substring(0, limit.length() - 1).strip());
    return (int) Math.min(Integer.MAX_VALUE, ((long) baseline * perCent + 99) / 100);
  }
}

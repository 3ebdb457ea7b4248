package io.keelson.engine.plan;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.Deferral;

/// Why a plan leaves something to a later plan although nothing is wrong with it.
public sealed interface DeferralCause {
  /// Its provider cannot tell yet.
  record ByProvider(Deferral.Reason reason) implements DeferralCause {}

  /// It needs something that waits itself.
  record Needs(Subject waiting) implements DeferralCause {}

  /// Its object is to go, and something that waits was made with it.
  record StillUsed(InstanceAddress by) implements DeferralCause {}

  /// Its object is to go, and something that a limited plan leaves out was made with it.
  record UsedByLeftOut(InstanceAddress by) implements DeferralCause {}

  /// It is the other end of the move of something that waits.
  record MovesWith(Subject waiting) implements DeferralCause {}

  /// The cause in words, for the end of a sentence.
  default String sentence() {
    return switch (this) {
      case ByProvider(var reason) -> reason.sentence();
      case Needs(var waiting) -> "it needs " + waiting + ", which waits";
      case StillUsed(var by) -> by + ", which waits, was made with it";
      case UsedByLeftOut(var by) -> by + ", which the plan leaves out, was made with it";
      case MovesWith(var waiting) -> "it moves with " + waiting + ", which waits";
    };
  }

  /// One word for programs.
  default String word() {
    return switch (this) {
      case ByProvider(var reason) ->
          switch (reason) {
            case RESOURCE_CONFIG_UNKNOWN -> "resource-config-unknown";
            case PROVIDER_CONFIG_UNKNOWN -> "provider-config-unknown";
            case ABSENT_PREREQUISITE -> "absent-prerequisite";
            case UNSPECIFIED -> "unspecified";
          };
      case Needs _ -> "needs-deferred";
      case StillUsed _ -> "used-by-deferred";
      case UsedByLeftOut _ -> "used-by-left-out";
      case MovesWith _ -> "moves-with-deferred";
    };
  }
}

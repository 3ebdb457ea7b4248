package io.keelson.engine.plan;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/// Why an action was chosen, where the action alone does not say it.
///
/// @rule R-PLAN-10
public enum Reason {
  NONE(""),
  TAINTED("the object is tainted: its creation did not finish"),
  /// @rule R-PUL-21
  UNFINISHED("its creation did not finish"),
  BY_REQUEST("its replacement was asked for"),
  BY_TRIGGERS("something named in replaceTriggeredBy changes"),
  /// @rule R-PUL-14
  BY_TRIGGER_VALUE("replaceTrigger has another value"),
  /// @rule R-PUL-31
  BY_CONTAINER("what it goes with (deletedWith) is replaced"),
  /// @rule R-PUL-61
  PROVIDER_CHANGED("its provider works on another system now"),
  /// @rule R-PUL-10
  BY_OPTION("replaceOnChanges has an attribute that changes"),
  /// @rule R-PRG-3
  BY_PROVIDER("its provider says that it differs"),
  CANNOT_UPDATE("an attribute cannot change in place"),
  NO_RESOURCE_CONFIG("nothing declares it any more"),
  NO_MOVE_TARGET("it moved to an address that nothing declares"),
  /// @rule R-PRG-23
  NOT_REGISTERED("the program of its component does not register it any more"),
  /// @rule R-CMP-6
  NO_COMPONENT("nothing declares its instance of the component any more"),
  WRONG_REPETITION("its key does not fit the declared repetition"),
  COUNT_INDEX("its index is not below count"),
  EACH_KEY("its key is not in forEach"),
  ENABLED_FALSE("enabled is false"),
  /// @rule R-PD-8
  FORGET_BY_CONFIG("lifecycle.destroy is false"),
  /// @rule R-PD-8
  FORGET_BY_STATE("lifecycle.destroy was false when it was last declared"),
  MISSING("the provider says that the object is gone"),
  DEPOSED("it was replaced, and is still to be destroyed"),
  /// @rule R-DATA-1
  CONFIG_UNKNOWN("its configuration is only known after apply"),
  /// @rule R-DATA-2
  DEPENDENCY_PENDING("it looks at something that this plan changes"),
  /// @rule R-PRG-22
  PROGRAM("its program registers what this plan changes"),
  DESTROY_MODE("everything is to be destroyed");

  private static final Set<Reason> OUTSIDE =
      Collections.unmodifiableSet(
          EnumSet.of(BY_TRIGGERS, BY_TRIGGER_VALUE, BY_CONTAINER, BY_REQUEST));

  private final String sentence;

  Reason(String sentence) {
    this.sentence = sentence;
  }

  /// Whether the reason lies outside of the object and its configuration, so that a plan may not
  /// find it again when a part of the replacement is done.
  public boolean isOutside() {
    return OUTSIDE.contains(this);
  }

  /// The reason in words; empty for [#NONE].
  public String sentence() {
    return sentence;
  }
}

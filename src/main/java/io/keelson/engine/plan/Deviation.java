package io.keelson.engine.plan;

import io.keelson.engine.address.InstanceAddress;

/// Where a chosen difference from Terraform changed what is planned or done for an instance.
public record Deviation(Kind kind, InstanceAddress at) implements Comparable<Deviation> {
  /// The differences that can change what comes out, by the names that the documentation lists them
  /// under.
  public enum Kind {
    /// An object is set aside only when it is sure that its successor can be made.
    SET_ASIDE_WHEN_SURE("DEV-1"),
    /// An instance is protected although its declaration is gone.
    PROTECTED_UNDECLARED("DEV-3"),
    /// The inherited create-before-destroy flag is stored whatever else is part of the run.
    CREATE_FIRST_STORED("DEV-4"),
    /// A trigger without instances, or that is gone, triggers nothing.
    TRIGGER_OF_NOTHING("DEV-5"),
    /// A missing object keeps its record.
    MISSING_KEEPS_RECORD("DEV-9"),
    /// A deposed object is ordered by its own dependencies.
    OWN_DEPENDENCIES("DEV-15"),
    /// What a destroyed object needs is known under its new address.
    NEEDS_AT_NEW_ADDRESS("DEV-16"),
    /// An object that only exists in the state forces its dependencies to be created first, or goes
    /// before they are made anew.
    CREATED_FIRST_BY_STATE("DEV-17"),
    /// What an object needs that goes last goes last, too, whatever its own flag says.
    NEEDED_LAST("goes after what still needs it"),
    /// What a targeted plan destroys of the target's dependencies is destroyed, not only planned.
    TARGET_DELETES("deletions of a targeted plan are carried out"),
    /// A trigger that is created triggers too, as in OpenTofu.
    TRIGGER_CREATED("replaceTriggeredBy counts Create");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    public String title() {
      return title;
    }
  }

  @Override
  public int compareTo(Deviation other) {
    int byKind = kind.compareTo(other.kind);
    return byKind != 0 ? byKind : at.compareTo(other.at);
  }
}

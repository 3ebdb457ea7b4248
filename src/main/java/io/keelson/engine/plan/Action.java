package io.keelson.engine.plan;

import io.keelson.engine.address.AttributePath;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// What applying a plan does to one object.
public sealed interface Action {
  /// Nothing.
  record NoOp() implements Action {}

  /// Reads a data source whose turn comes only while the plan is applied.
  ///
  /// @rule R-DATA-1
  record Read() implements Action {}

  /// Makes an object where the state has none.
  record Create() implements Action {}

  /// Makes an object again that the state has but the provider has not.
  ///
  /// @rule DEV-9
  record Recreate() implements Action {}

  /// Changes the object in place.
  record Update() implements Action {}

  /// Makes a new object in the place of this one, which is destroyed or forgotten.
  ///
  /// @param forcedBy the attributes that cannot change in place; empty if something else forces it
  record Replace(ReplaceOrder order, SortedSet<AttributePath> forcedBy) implements Action {
    public Replace {
      forcedBy = Collections.unmodifiableSortedSet(new TreeSet<>(forcedBy));
    }
  }

  /// Destroys the object.
  record Delete() implements Action {}

  /// Drops the record and leaves the world alone.
  record Forget() implements Action {}

  /// Whether the object is no longer managed after this, but exists on.
  default boolean leavesAlone() {
    return switch (this) {
      case Forget _ -> true;
      case Replace(var order, _) -> order == ReplaceOrder.FORGET_FIRST;
      case NoOp _, Read _, Create _, Recreate _, Update _, Delete _ -> false;
    };
  }

  /// Whether something that exists, or is recorded, goes away.
  default boolean destructive() {
    return switch (this) {
      case NoOp _, Read _, Create _, Update _ -> false;
      case Recreate _, Replace _, Delete _, Forget _ -> true;
    };
  }

  /// Whether an object is made or changed at its address: there is a converge step.
  default boolean converges() {
    return switch (this) {
      case Create _, Recreate _, Update _, Replace _ -> true;
      case NoOp _, Read _, Delete _, Forget _ -> false;
    };
  }

  /// The sign that plan texts show.
  default String symbol() {
    return switch (this) {
      case NoOp _ -> " ";
      case Read _ -> "<=";
      case Create _, Recreate _ -> "+";
      case Update _ -> "~";
      case Replace(var order, _) ->
          switch (order) {
            case DESTROY_FIRST -> "-/+";
            case CREATE_FIRST -> "+/-";
            case FORGET_FIRST -> "./+";
          };
      case Delete _ -> "-";
      case Forget _ -> ".";
    };
  }

  /// One word for records and digests.
  default String word() {
    return kind().toString();
  }

  /// Which of all actions it is.
  default Kind kind() {
    return switch (this) {
      case NoOp _ -> Kind.NO_OP;
      case Read _ -> Kind.READ;
      case Create _ -> Kind.CREATE;
      case Recreate _ -> Kind.RECREATE;
      case Update _ -> Kind.UPDATE;
      case Replace(var order, _) ->
          switch (order) {
            case DESTROY_FIRST -> Kind.DESTROY_THEN_CREATE;
            case CREATE_FIRST -> Kind.CREATE_THEN_DESTROY;
            case FORGET_FIRST -> Kind.FORGET_THEN_CREATE;
          };
      case Delete _ -> Kind.DELETE;
      case Forget _ -> Kind.FORGET;
    };
  }

  /// An action without what it is about. Its text is the word of [#word].
  enum Kind {
    NO_OP("no-op"),
    READ("read"),
    CREATE("create"),
    RECREATE("recreate"),
    UPDATE("update"),
    DESTROY_THEN_CREATE("destroy-then-create"),
    CREATE_THEN_DESTROY("create-then-destroy"),
    FORGET_THEN_CREATE("forget-then-create"),
    DELETE("delete"),
    FORGET("forget");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /// @throws IllegalArgumentException if it is the word of none
    public static Kind of(String word) {
      for (Kind each : values()) if (each.word.equals(word)) return each;
      throw new IllegalArgumentException("no action: '" + word + "'");
    }

    /// Whether the object gets a successor.
    boolean replaces() {
      return switch (this) {
        case RECREATE, DESTROY_THEN_CREATE, CREATE_THEN_DESTROY, FORGET_THEN_CREATE -> true;
        case NO_OP, READ, CREATE, UPDATE, DELETE, FORGET -> false;
      };
    }

    @Override
    public String toString() {
      return word;
    }
  }
}

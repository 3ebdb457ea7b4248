package io.keelson.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.keelson.engine.config.PolicyConfig.PlanNumber;
import org.jspecify.annotations.Nullable;

/// How many changes of each kind a plan makes.
@ApiObject
public class PlanCounts {

  @JsonPropertyDescription("Objects to create that replace nothing.")
  public @Nullable Integer add;

  @JsonPropertyDescription("Objects to update in place.")
  public @Nullable Integer change;

  @JsonPropertyDescription("What is left to a later plan.")
  public @Nullable Integer deferred;

  @JsonPropertyDescription("Objects to replace; in neither add nor destroy.")
  public @Nullable Integer replace;

  @JsonPropertyDescription("Objects to destroy without replacement.")
  public @Nullable Integer destroy;

  @JsonPropertyDescription("Objects to leave alone and forget.")
  public @Nullable Integer forget;

  @JsonPropertyDescription("Objects found missing, to create again.")
  public @Nullable Integer recreate;

  @JsonPropertyDescription("Deposed objects to destroy.")
  public @Nullable Integer deposed;

  @JsonPropertyDescription("Instances that get a new address, whatever else is done to them.")
  public @Nullable Integer move;

  @JsonPropertyDescription("Objects to take over, whatever else is done to them.")
  public @Nullable Integer imports;

  @JsonPropertyDescription(
      "Changes that destroy, replace, recreate or forget something; what approval policies look"
          + " at.")
  public @Nullable Integer destructive;

  @JsonPropertyDescription("Instances that leave the state or the world; what maxRemovals limits.")
  public @Nullable Integer removals;

  /// @return 0 if it is not told
  public int of(PlanNumber number) {
    var told =
        switch (number) {
          case IMPORT -> imports;
          case ADD -> add;
          case CHANGE -> change;
          case REPLACE -> replace;
          case DESTROY -> destroy;
          case DEPOSED -> deposed;
          case RECREATE -> recreate;
          case FORGET -> forget;
          case MOVE -> move;
          case DEFERRED -> deferred;
          case DESTRUCTIVE -> destructive;
          case REMOVALS -> removals;
        };
    return told == null ? 0 : told;
  }
}

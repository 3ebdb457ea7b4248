package io.keelson.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/// A problem as people read it in a status: what happened, where, why, and what to do.
@ApiObject
public class StatusDiagnostic {

  @JsonPropertyDescription("Whether something does not work, or is only told.")
  @ApiEnum
  public @Nullable Severity severity;

  @JsonPropertyDescription("Which kind of problem this is; a fixed word.")
  public @Nullable String code;

  @JsonPropertyDescription("What it is about, in a few words.")
  public @Nullable String summary;

  @JsonPropertyDescription("Why it matters and what to do; with a caret line for an expression.")
  public @Nullable String detail;

  @JsonPropertyDescription(
      "What it is about: an address such as aws_instance.web[\"a\"], variable.region, or stack.")
  public @Nullable String subject;

  @JsonPropertyDescription("The attribute it is about, such as config.subnet_id.")
  public @Nullable String path;

  /// Whether it stops anything.
  public enum Severity {
    Error,
    Warning
  }
}

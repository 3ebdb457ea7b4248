package io.keelson.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import org.jspecify.annotations.Nullable;

/// How far an apply is, in operations of its plan: a replacement is two of them, reading a data
/// source is none.
///
/// Written at most once a second. When an apply goes on, after a failure or in another process, its
/// numbers go on: what was done before counts as done, what failed or ran before counts anew. After
/// a crash, the numbers of the last second before it are missing until then.
@ApiObject
@SuppressWarnings("NullAway.Init")
public class Progress {

  @JsonPropertyDescription("Operations that were carried out.")
  @Required
  public Integer done;

  @JsonPropertyDescription("Operations that are being carried out now.")
  @Required
  public Integer running;

  @JsonPropertyDescription("Operations that failed.")
  @Required
  public Integer failed;

  @JsonPropertyDescription("All operations of the plan.")
  @Required
  public Integer total;

  @JsonPropertyDescription("When the apply began (RFC 3339).")
  @Required
  public String startedAt;

  @JsonPropertyDescription("The operation that has been running for the longest time.")
  public @Nullable Operation longest;

  /// `120/500`, or `120/500, 2 failed`.
  public String shown() {
    return done + "/" + total + (failed == 0 ? "" : ", " + failed + " failed");
  }

  /// Nothing runs any more.
  ///
  /// @param applied whether all of it was done
  public void settle(boolean applied) {
    running = 0;
    longest = null;
    if (!applied) return;
    done = total;
    failed = 0;
  }

  /// An operation that is being carried out.
  @ApiObject
  @SuppressWarnings("NullAway.Init")
  public static class Operation {
    @JsonPropertyDescription("The address of the object.")
    @Required
    @Size(max = Formats.ADDRESS_LENGTH)
    public String address;

    @JsonPropertyDescription("What is done to it.")
    @Required
    @ApiEnum
    public Action action;

    @JsonPropertyDescription("Since when (RFC 3339).")
    @Required
    public String since;
  }

  /// What an operation does to an object.
  public enum Action {
    Create,
    Update,
    Destroy,
    Forget
  }
}

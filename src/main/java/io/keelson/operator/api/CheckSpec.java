package io.keelson.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/// A condition that has to hold, with the message where it does not.
@ApiObject
@SuppressWarnings("NullAway.Init")
public class CheckSpec {
  @JsonPropertyDescription("An expression that gives true or false, such as ${self.output != ''}.")
  @Required
  @Pattern(Formats.TEXT)
  @Size(min = 1, max = Formats.CONDITION_LENGTH)
  public String condition;

  @JsonPropertyDescription(
      "What to tell where the condition is false; may hold ${} expressions. A message with a"
          + " sensitive value is not shown.")
  @Required
  @Pattern(Formats.TEXT)
  @Size(min = 1, max = Formats.CONDITION_LENGTH)
  public String errorMessage;
}

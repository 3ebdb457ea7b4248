package io.keelson.operator.api.record;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.keelson.operator.api.ApiObject;
import io.keelson.operator.api.Formats;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which instance this record is about.
@ApiObject
@SuppressWarnings("NullAway.Init")
public class ResourceInstanceSpec {

  @JsonPropertyDescription("The Stack that this record belongs to.")
  @Required
  @Size(min = 1, max = Formats.NAME_LENGTH)
  @ValidationRule(
      value = "self == oldSelf",
      message = "spec.stack of a record cannot be changed: its sealed values open only there")
  public String stack;

  @JsonPropertyDescription("The instance's address, such as aws_instance.frontend[\"a\"].")
  @Required
  @Size(min = 1, max = Formats.ADDRESS_LENGTH)
  public String address;

  @JsonPropertyDescription("Addresses this instance had before, the latest last.")
  @Size(max = 100)
  public @Nullable List<@Size(min = 1, max = Formats.ADDRESS_LENGTH) String> previousAddresses;

  @JsonPropertyDescription("The resource type.")
  @Required
  @Size(min = 1, max = Formats.IDENTIFIER_LENGTH)
  public String type;

  @JsonPropertyDescription(
      "The operation for which this record was created; the only journal entry until the first"
          + " status is written.")
  public @Nullable JournalEntry intent;

  @JsonPropertyDescription(
      "UID of the namespace kube-system where this record was written; in another cluster nothing"
          + " is applied.")
  @Size(max = 64)
  public @Nullable String cluster;
}

package io.keelson.provider.pulumi.schema;

import io.keelson.engine.schema.Schema;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// What a package says of one resource type.
///
/// @param token what the provider calls it
/// @param component whether its objects are made of others, by a program
/// @param rules what a host does without being asked by the provider
/// @param aliases tokens that the type had before
public record ResourceSchema(
    String token, Schema schema, boolean component, SdkRules rules, SortedSet<String> aliases) {
  public ResourceSchema {
    aliases = Collections.unmodifiableSortedSet(new TreeSet<>(aliases));
  }
}

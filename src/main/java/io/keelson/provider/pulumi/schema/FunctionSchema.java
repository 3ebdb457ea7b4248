package io.keelson.provider.pulumi.schema;

import io.keelson.engine.schema.Schema;

/// What a package says of one function, which is a data source here: its arguments are set, its
/// results computed.
///
/// @param token what the provider calls it
/// @param single whether it returns one value that is no object of its own: the attribute
///   [#RESULT], which the provider may give any name
/// @param rules what a host does without being asked by the provider
public record FunctionSchema(String token, Schema schema, boolean single, SdkRules rules) {
  public static final String RESULT = "result";
}

package io.keelson.provider.pulumi;

/// What a stack is called to Pulumi's providers.
///
/// @param name of the stack
/// @param project what it belongs to: its namespace
/// @param uid which one it is of all that ever had the name
public record StackNames(String name, String project, String uid) {
  /// What all URNs of the stack begin with.
  String scope() {
    return "urn:pulumi:" + name + "::" + project;
  }

  RandomSeed seeds() {
    return new RandomSeed(uid);
  }
}

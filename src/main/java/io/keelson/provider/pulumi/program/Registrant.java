package io.keelson.provider.pulumi.program;

/// Who registers: what it is called in messages.
record Registrant(String type, String name) {
  /// @param what went wrong and what to do, as it follows the name
  Refusal refusal(String what) {
    return new Refusal(this + " " + what + ".");
  }

  /// An option that this host does not have.
  ///
  /// @param instead what to do
  Refusal option(String option, String instead) {
    return refusal("has the option '" + option + "', which is not supported here. " + instead);
  }

  @Override
  public String toString() {
    return "'" + name + "' of the type " + type;
  }
}

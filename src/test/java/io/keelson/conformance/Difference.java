package io.keelson.conformance;

/// Something that a scenario expects of a step, and that the product does not do.
///
/// @param address what it is about, short: `b["k"]`; the name of an output; empty if it is the
///   whole step
/// @param part which part of that: an operation, the id of an object, an attribute
/// @param expected `absent` if it is not in a list where it was found
/// @param actual `absent` if it was not found in a list
record Difference(
    int step, Aspect aspect, String address, String part, String expected, String actual) {
  static final String ABSENT = "absent";
  static final String PRESENT = "present";

  /// What is compared.
  enum Aspect {
    /// How a step ends: `ok`, `plan_error`, `apply_error`.
    RESULT("result"),
    ERROR_CLASS("error class"),
    /// The text of a condition that does not hold.
    MESSAGE("message"),
    CHANGE("change"),
    NO_OP("no-op"),
    APPLYABLE("applyable"),
    ACTIONS("actions"),
    REASON("reason"),
    PREVIOUS_ADDRESS("previous address"),
    IMPORT("import"),
    REPLACE_PATH("replace path"),
    PLANNED("planned"),
    /// A path of what is planned that is not to be shown.
    SENSITIVE("sensitive"),
    OUTPUT_CHANGE("output change"),
    ORDER("order"),
    RAN("ran"),
    NOT_RUN("not run"),
    OUTPUT("output"),
    /// An object that is in the state.
    OBJECT("object"),
    /// `current` or `deposed`.
    ROLE("role"),
    VALUE("value"),
    TYPE("type"),
    TAINTED("tainted"),
    CREATE_BEFORE_DESTROY("stored create_before_destroy"),
    DEPENDENCY("stored dependency"),
    OPEN_OPERATION("open operation"),
    /// What every plan that Terraform refuses, but the product carries out, is held to.
    SETTLED("settled"),
    THROWN("thrown");

    private final String words;

    Aspect(String words) {
      this.words = words;
    }
  }

  /// That an operation, such as `delete a !failed`, was not carried out.
  static Difference notRun(int step, String operation) {
    var part = operation.split(" ", 2)[0];
    return new Difference(
        step, Aspect.RAN, ComponentDeviations.address(operation), part, PRESENT, ABSENT);
  }

  boolean isMissing() {
    return expected.equals(PRESENT) && actual.equals(ABSENT);
  }

  boolean isExtra() {
    return expected.equals(ABSENT) && actual.equals(PRESENT);
  }

  @Override
  public String toString() {
    var text = new StringBuilder("step ").append(step).append(": ").append(aspect.words);
    if (!address.isEmpty()) text.append(' ').append(address);
    if (!part.isEmpty()) text.append(' ').append(part);
    return text + ": expected " + expected + ", was " + actual;
  }
}

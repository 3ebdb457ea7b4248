package io.keelson.conformance.pulumi;

import com.fasterxml.jackson.databind.JsonNode;

/// What is done to one resource, in the words of scenarios.
///
/// @param what such as `replace-create-first`; `none` also for what is only read, recorded or
///   skipped
/// @param old what becomes of the object that is replaced, where it is not deleted
/// @param failed whether it ends with an error
record PulumiAction(String what, String old, boolean failed) {
  static final String REPLACE_CREATE_FIRST = "replace-create-first";
  static final String REPLACE_DESTROY_FIRST = "replace-destroy-first";
  static final String GOES_WITH = "goes-with";
  static final String FORGOTTEN = "forget";
  static final String HELD = "held";
  private static final String BEGUN = "only the first leg";
  static final PulumiAction NONE = new PulumiAction("none", "", false);

  static PulumiAction of(String what) {
    return new PulumiAction(what, "", false);
  }

  static PulumiAction recorded(JsonNode json) {
    var what = normal(json.get("do").textValue());
    return new PulumiAction(
        what, json.path("old").asText(""), json.has("status") && !what.equals(NONE.what));
  }

  /// At the provider nothing is done in all these cases.
  private static String normal(String what) {
    return switch (what) {
      case "read", "skipped", "bookkeeping" -> "none";
      default -> what;
    };
  }

  /// @param other what this product does: an action, `held`, or `old: …` for the old object only
  PulumiAction instead(String other) {
    if (other.equals(HELD)) return NONE.failing();
    if (!other.startsWith("old: ")) return of(normal(other));
    var fate = other.substring("old: ".length());
    return new PulumiAction(what, fate.equals("delete") ? "" : fate, failed);
  }

  PulumiAction destroyingFirst() {
    return new PulumiAction(REPLACE_DESTROY_FIRST, old, failed);
  }

  PulumiAction failing() {
    return new PulumiAction(what, old, true);
  }

  private boolean replaces() {
    return what.startsWith("replace-");
  }

  private PulumiAction previewed() {
    return switch (what) {
      case FORGOTTEN, GOES_WITH -> of("delete");
      default -> of(what);
    };
  }

  /// What is recorded of a replacement whose first leg alone was carried out: some recordings call
  /// it skipped.
  PulumiAction begun() {
    return new PulumiAction(what, BEGUN, false);
  }

  /// Whether this is what is expected. An old object that stays is forgotten before its successor
  /// is made, so that there is no order to compare.
  boolean agrees(PulumiAction expected) {
    if (old.equals(BEGUN))
      return !expected.failed && (expected.equals(NONE) || expected.replaces());
    // What becomes of a former object there is a matter of its own.
    if (what.equals(GOES_WITH)) return expected.what.equals(what) && expected.failed == failed;
    if (replaces() && old.equals(FORGOTTEN))
      return expected.replaces() && expected.old.equals(old) && expected.failed == failed;
    return equals(expected);
  }

  /// Whether this is what a preview says, which does not tell what becomes of objects that go.
  boolean agreesWithPreview(PulumiAction expected) {
    if (replaces() && old.equals(FORGOTTEN)) return expected.replaces();
    return previewed().equals(expected.previewed());
  }

  @Override
  public String toString() {
    return what + (old.isEmpty() ? "" : " (old: " + old + ")") + (failed ? " !failed" : "");
  }
}

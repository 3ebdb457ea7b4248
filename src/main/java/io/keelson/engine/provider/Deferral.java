package io.keelson.engine.provider;

import io.keelson.engine.diagnostic.Diagnostic;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// A provider's answer that it cannot tell yet. That is no error: the rest of the plan, or somebody
/// else, may make what is missing.
///
/// @param warnings the warnings of the answer
public record Deferral(Reason reason, List<Diagnostic> warnings) {
  public Deferral {
    warnings = Collections.unmodifiableList(new ArrayList<>(warnings));
  }

  /// What is missing.
  public enum Reason {
    RESOURCE_CONFIG_UNKNOWN("something in its configuration is not known yet"),
    PROVIDER_CONFIG_UNKNOWN("something in the configuration of its provider is not known yet"),
    ABSENT_PREREQUISITE("something that has to exist first is missing"),
    UNSPECIFIED("its provider does not say what it waits for");

    private final String sentence;

    Reason(String sentence) {
      this.sentence = sentence;
    }

    /// The reason in words.
    public String sentence() {
      return sentence;
    }
  }
}

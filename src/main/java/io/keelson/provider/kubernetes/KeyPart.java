package io.keelson.provider.kubernetes;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.Optional;
import java.util.regex.Pattern;

/// What the words that name an object may be. They become part of an address of the API server,
/// where one that no object can have would be no address, or that of something else.
enum KeyPart {
  API_VERSION(
      "apiVersion",
      "([a-z0-9]([-.a-z0-9]{0,251}[a-z0-9])?/)?[a-z]([-a-z0-9]{0,61}[a-z0-9])?",
      "It is VERSION or GROUP/VERSION in small letters, digits, '-' and '.', such as v1 or"
          + " apps/v1."),
  KIND(
      "kind",
      "[A-Za-z]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?",
      "It is one word of letters, digits and '-', such as ConfigMap."),
  NAMESPACE(
      "namespace",
      "[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?",
      "It is one word of at most 63 small letters, digits and '-', such as team-shop."),
  // Each kind has its own rules; these are for all of them.
  NAME(
      "name",
      "(?!\\.{1,2}\\z)[^/%\\p{Cntrl}]{1,253}",
      "It has at most 253 characters, none of them '/', '%', a line break or another control"
          + " character, and is neither '.' nor '..'.");

  /// As the field of an object.
  final String word;

  private final Pattern form;
  private final String rule;

  KeyPart(String word, String form, String rule) {
    this.word = word;
    this.form = Pattern.compile(form);
    this.rule = rule;
  }

  boolean fits(String text) {
    return form.matcher(text).matches();
  }

  /// What is wrong with a text that is not empty.
  ///
  /// @param at where it is written
  Optional<Diagnostic> problem(String text, AttributePath at) {
    return fits(text)
        ? Optional.empty()
        : Optional.of(
            Diagnostic.error(
                    Code.INVALID_CONFIG,
                    Subject.stack(),
                    "No object can have this " + word,
                    rule + " Take out what else is in it, such as a space or a line break.")
                .at(at));
  }
}

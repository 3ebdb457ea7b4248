package io.keelson.engine.value;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Texts that nobody may see, and the search for them in messages: whole, in parts that are long
/// enough to be no coincidence, and however they are spelled there.
///
/// A text of very few characters is found only where it stands by itself, since it would tear words
/// apart.
///
/// @rule R-SENS-5
public final class HiddenTexts {
  /// The text that a message shows in their place.
  public static final String INSTEAD = "(sensitive value)";

  /// A part of a text that is shorter counts as a coincidence.
  public static final int SHORTEST_PART = 8;

  /// Shorter texts are only found where no letter or digit is next to them.
  private static final int SHORTEST = 4;

  /// If the texts have more characters together, whole messages are hidden without a search.
  private static final int MOST_CHARACTERS = 4_000_000;

  private static final int HASHES = 1 << 20;

  private final Set<String> texts = new HashSet<>();
  private final Set<String> small = new HashSet<>();
  private final List<String> large = new ArrayList<>();

  /// The hashes of the parts of the longer texts: most messages have none of them.
  private final BitSet hashes = new BitSet();

  private long characters;

  /// The texts of these values that carry a mark, keys of maps included.
  public static HiddenTexts in(Collection<Value> values) {
    var texts = new HiddenTexts();
    values.forEach(each -> texts.addAll(marked(each)));
    return texts;
  }

  /// The texts and numbers of a value that carry a mark, and the keys of maps that do.
  public static Set<String> marked(Value value) {
    var found = new LinkedHashSet<String>();
    collect(value, false, found);
    return found;
  }

  private static void collect(Value value, boolean within, Set<String> found) {
    boolean hidden = within || !value.marks().isEmpty();
    if (!hidden && !value.marked()) return;
    switch (value) {
      case Value.Text text when hidden -> found.add(text.text());
      case Value.Num num when hidden -> found.add(num.number().toPlainString());
      case Sequence sequence -> sequence.elements().forEach(each -> collect(each, hidden, found));
      case Mapping mapping ->
          mapping
              .entries()
              .forEach((key, each) -> {
                if (hidden && (!mapping.isObject() || key.length() >= SHORTEST_PART))
                  found.add(key);
                collect(each, hidden, found);
              });
      case Value.Text _, Value.Num _, Value.Null _, Value.Unknown _, Value.Truth _ -> {}
    }
  }

  /// How a text looks inside of another: each spelling once, the text itself first.
  public static Set<String> spellings(String text) {
    return Spellings.of(text);
  }

  /// Hides these texts from now on as well.
  public void addAll(Collection<String> more) {
    more.forEach(this::add);
  }

  private void add(String text) {
    if (text.isEmpty() || !texts.add(text)) return;
    characters += text.length();
    if (characters > MOST_CHARACTERS) return;
    if (text.length() < SHORTEST) small.add(text);
    else
      for (String each : Spellings.of(text)) {
        if (each.length() < SHORTEST_PART) small.add(each);
        else {
          large.add(each);
          for (int i = 0; i + SHORTEST_PART <= each.length(); i++) hashes.set(bit(hash(each, i)));
        }
      }
  }

  /// The number of the texts.
  public int size() {
    return texts.size();
  }

  /// The number of characters of all texts together.
  public long characters() {
    return characters;
  }

  /// A message in which all these texts are hidden.
  public static String without(String said, Collection<HiddenTexts> all) {
    var hidden = new BitSet(said.length());
    for (var each : all) {
      if (each.characters > MOST_CHARACTERS) return INSTEAD;
      each.find(said, hidden);
    }
    for (int at = said.indexOf(INSTEAD); at >= 0; at = said.indexOf(INSTEAD, at + 1))
      hidden.clear(at, at + INSTEAD.length());
    return hidden.isEmpty() ? said : replaced(said, hidden);
  }

  private void find(String said, BitSet hidden) {
    for (String each : small) find(each, said, hidden);
    var candidates = new HashSet<Long>();
    for (int i = 0; i + SHORTEST_PART <= said.length(); i++) {
      long hash = hash(said, i);
      if (hashes.get(bit(hash))) candidates.add(hash);
    }
    if (candidates.isEmpty()) return;
    var shared = new HashSet<Long>();
    for (String each : large)
      for (int i = 0; i + SHORTEST_PART <= each.length(); i++) {
        long hash = hash(each, i);
        if (candidates.contains(hash)) shared.add(hash);
      }
    for (int i = 0; i + SHORTEST_PART <= said.length(); i++)
      if (shared.contains(hash(said, i))) hidden.set(i, i + SHORTEST_PART);
  }

  /// The hash of one part. A text that has the same hash by chance is hidden as well.
  private static long hash(String text, int at) {
    long hash = 0;
    for (int i = at; i < at + SHORTEST_PART; i++)
      hash = (hash ^ text.charAt(i)) * 0x9E3779B97F4A7C15L;
    return hash ^ hash >>> 32;
  }

  private static int bit(long hash) {
    return (int) (hash & HASHES - 1);
  }

  private static void find(String secret, String said, BitSet hidden) {
    for (int at = said.indexOf(secret); at >= 0; at = said.indexOf(secret, at + 1)) {
      int end = at + secret.length();
      boolean alone = !isWord(said, at - 1) && !isWord(said, end);
      if (secret.length() >= SHORTEST || alone) hidden.set(at, end);
    }
  }

  private static boolean isWord(String text, int at) {
    return at >= 0 && at < text.length() && Character.isLetterOrDigit(text.charAt(at));
  }

  private static String replaced(String said, BitSet hidden) {
    var redacted = new StringBuilder();
    for (int at = 0; at < said.length(); ) {
      int next = hidden.nextSetBit(at);
      if (next < 0) return redacted.append(said, at, said.length()).toString();
      redacted.append(said, at, next).append(INSTEAD);
      at = hidden.nextClearBit(next);
    }
    return redacted.toString();
  }
}

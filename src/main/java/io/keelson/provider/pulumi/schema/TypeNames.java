package io.keelson.provider.pulumi.schema;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What types of a Pulumi package are called in addresses: package, module and type.
/// `random:index/randomPet:RandomPet` is `random_RandomPet`.
///
/// Types that would be called the same are called by all parts of their tokens:
/// `random_index_randomPet_RandomPet`. Those that would still be called the same have no name.
///
/// @rule R-PRG-6
public final class TypeNames {
  private static final int MOST_ROUNDS = 8;

  private final SortedMap<String, String> byToken = new TreeMap<>();
  private final SortedMap<String, String> byName = new TreeMap<>();

  /// What one type may be called.
  private record Choice(String brief, String whole) {
    static Choice of(Token token, ModuleFormat format) {
      return new Choice(
          TypeNames.name(token, format.shown(token.module())),
          TypeNames.name(token, token.module()));
    }
  }

  private TypeNames(SortedMap<String, Choice> choices) {
    var whole = new HashSet<String>();
    var claims = claims(choices, whole);
    // A long name may be the short one of another type, which then has to give it up.
    for (int round = 0; round < MOST_ROUNDS && whole.addAll(contested(claims)); round++)
      claims = claims(choices, whole);
    claims.forEach((name, claimants) -> {
      if (claimants.size() > 1) return;
      byName.put(name, claimants.getFirst());
      byToken.put(claimants.getFirst(), name);
    });
  }

  /// @param tokens those of one kind; what is no token gets no name
  static TypeNames of(ModuleFormat format, Collection<String> tokens) {
    return of(format, tokens, List.of());
  }

  /// @param methods what is no token of a method gets no name
  static TypeNames of(ModuleFormat format, Collection<String> tokens, Collection<String> methods) {
    var choices = new TreeMap<String, Choice>();
    for (String text : tokens)
      Token.parse(text).ifPresent(token -> choices.put(text, Choice.of(token, format)));
    for (String text : methods)
      Token.method(text).ifPresent(token -> choices.put(text, Choice.of(token, format)));
    return new TypeNames(choices);
  }

  /// What a type is called; empty if it is none of these.
  public Optional<String> name(String token) {
    return Optional.ofNullable(byToken.get(token));
  }

  /// The type that is called so; empty if there is none.
  public Optional<String> token(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /// Whether a type may be called so, in short or by all parts of its token.
  static boolean mayBe(String name, String token, ModuleFormat format) {
    return Token.parse(token)
        .map(each -> Choice.of(each, format))
        .filter(choice -> choice.brief.equals(name) || choice.whole.equals(name))
        .isPresent();
  }

  /// In text order.
  public SortedSet<String> names() {
    return new TreeSet<>(byName.keySet());
  }

  /// @param whole the tokens whose types are called by all of their parts
  private static SortedMap<String, SortedSet<String>> claims(
      SortedMap<String, Choice> choices, Set<String> whole) {
    var claims = new TreeMap<String, SortedSet<String>>();
    choices.forEach((token, choice) -> {
      var name = whole.contains(token) ? choice.whole : choice.brief;
      claims.computeIfAbsent(name, _ -> new TreeSet<>()).add(token);
    });
    return claims;
  }

  private static Set<String> contested(SortedMap<String, SortedSet<String>> claims) {
    var contested = new HashSet<String>();
    claims.values().stream().filter(each -> each.size() > 1).forEach(contested::addAll);
    return Collections.unmodifiableSet(contested);
  }

  private static String name(Token token, String module) {
    var name = new StringBuilder(token.pkg());
    if (!module.isEmpty()) name.append('_').append(module);
    name.append('_').append(token.name());
    for (int i = 0; i < name.length(); i++) if (!isPlain(name.charAt(i))) name.setCharAt(i, '_');
    return isDigit(name.charAt(0)) ? "_" + name : name.toString();
  }

  private static boolean isPlain(char each) {
    return each >= 'a' && each <= 'z' || each >= 'A' && each <= 'Z' || isDigit(each);
  }

  private static boolean isDigit(char each) {
    return each >= '0' && each <= '9';
  }
}

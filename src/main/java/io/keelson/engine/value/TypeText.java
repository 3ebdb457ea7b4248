package io.keelson.engine.value;

/// A type as people write it, such as `map(list(string))`. A text that is too long to read ends
/// with `…`: a type may hold the same part many times over.
final class TypeText {
  private static final int LONGEST = 10_000;

  private final StringBuilder text = new StringBuilder();

  private TypeText() {}

  static String of(Type type) {
    var whole = new TypeText();
    whole.add(type);
    return whole.text.toString();
  }

  private void add(Type type) {
    switch (type) {
      case Type.Primitive _, Type.Dynamic _ -> text.append(type);
      case Type.ListOf(var element) -> around("list(", element);
      case Type.SetOf(var element) -> around("set(", element);
      case Type.MapOf(var element) -> around("map(", element);
      case Type.TupleOf(var elements) -> {
        text.append("tuple(");
        for (int i = 0; i < elements.size(); i++) if (goesOn(i)) add(elements.get(i));
        text.append(')');
      }
      case Type.ObjectOf object -> {
        text.append("object({");
        for (int i = 0; i < object.size(); i++)
          if (goesOn(i)) {
            text.append(object.name(i)).append(": ");
            add(object.type(i));
          }
        text.append("})");
      }
    }
  }

  private void around(String open, Type element) {
    text.append(open);
    add(element);
    text.append(')');
  }

  /// Begins another part; where the text is too long, ends it with one `…` instead.
  private boolean goesOn(int position) {
    if (text.length() > LONGEST) {
      if (text.charAt(text.length() - 1) != '…') text.append('…');
      return false;
    }
    text.append(position == 0 ? "" : ", ");
    return true;
  }
}

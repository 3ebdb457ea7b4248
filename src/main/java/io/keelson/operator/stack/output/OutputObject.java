package io.keelson.operator.stack.output;

import io.keelson.apiserver.ApiResource;
import io.keelson.apiserver.ObjectKey;
import io.keelson.engine.value.Bytes;
import io.keelson.operator.api.StackStatus.PublishedObject;
import java.util.Comparator;

/// A Secret or ConfigMap in a Stack's namespace that outputs are written to.
record OutputObject(Kind kind, String name) implements Comparable<OutputObject> {
  private static final Comparator<OutputObject> ORDER =
      Comparator.comparing(OutputObject::kind).thenComparing(OutputObject::name);

  /// Which kind of object it is.
  enum Kind {
    SECRET("Secret", "secrets"),
    CONFIG_MAP("ConfigMap", "configmaps");

    private final String word;
    private final String plural;

    Kind(String word, String plural) {
      this.word = word;
      this.plural = plural;
    }
  }

  static OutputObject of(PublishedObject published) {
    return new OutputObject(
        Kind.SECRET.word.equals(published.kind) ? Kind.SECRET : Kind.CONFIG_MAP, published.name);
  }

  /// @param word the kind, such as `Secret`
  boolean is(String word, String other) {
    return kind.word.equals(word) && name.equals(other);
  }

  /// The kind as a word, such as `Secret`.
  String word() {
    return kind.word;
  }

  /// Where the API server has it.
  String path(String namespace) {
    return new ApiResource("v1", kind.word, kind.plural, true, false)
        .path(new ObjectKey("v1", kind.word, namespace, name));
  }

  /// A text as the object holds it.
  String written(String text) {
    return kind == Kind.SECRET ? Bytes.utf8(text).asBase64() : text;
  }

  /// The reference by which [io.keelson.operator.stack.declaration.References] names the object.
  String reference() {
    return kind.word + "/" + name;
  }

  @Override
  public int compareTo(OutputObject other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return kind.word + " '" + name + "'";
  }
}

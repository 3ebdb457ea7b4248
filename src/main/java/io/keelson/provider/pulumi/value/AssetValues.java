package io.keelson.provider.pulumi.value;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.provider.pulumi.wire.Property;
import io.keelson.provider.pulumi.wire.Property.AssetContent;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Files as values: objects with one attribute, whose name says what the file is made of. A path of
/// a file is refused, because it would be one of the operator.
///
/// @rule R-PRG-1
final class AssetValues {
  private static final String TEXT = "stringAsset";
  private static final String REMOTE = "remoteAsset";
  private static final String MEMBERS = "assetArchive";
  private static final String REMOTE_ARCHIVE = "remoteArchive";

  /// What is left of a file that is not sent again.
  private static final String HASH = "assetHash";

  private AssetValues() {}

  static Value value(Property.Asset asset) {
    return switch (asset.content()) {
      case AssetContent.Inline(var text) -> one(TEXT, Value.text(text));
      case AssetContent.Address(var uri) ->
          one(asset.archive() ? REMOTE_ARCHIVE : REMOTE, Value.text(uri));
      case AssetContent.File _, AssetContent.Omitted _ ->
          one(HASH, Value.text(asset.hash().orElse("")));
      case AssetContent.Members(var members) -> {
        var values = new TreeMap<String, Value>();
        members.forEach((name, member) -> {
          if (member instanceof Property.Asset each) values.put(name, value(each));
        });
        yield one(MEMBERS, Value.object(values));
      }
    };
  }

  private static Value one(String name, Value value) {
    return Value.object(Map.of(name, value));
  }

  /// The file that an object stands for; empty if it is any other object.
  static Optional<Property> property(Mapping object) {
    if (object.size() != 1) return Optional.empty();
    var value = object.value(0);
    return switch (object.key(0)) {
      case TEXT -> text(value).map(text -> asset(false, new AssetContent.Inline(text)));
      case REMOTE -> text(value).map(uri -> asset(false, new AssetContent.Address(uri)));
      case REMOTE_ARCHIVE -> text(value).map(uri -> asset(true, new AssetContent.Address(uri)));
      case MEMBERS -> value instanceof Mapping members ? members(members) : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static Optional<Property> members(Mapping members) {
    var assets = new TreeMap<String, Property>();
    for (int i = 0; i < members.size(); i++) {
      var member =
          members.value(i) instanceof Mapping each ? property(each) : Optional.<Property>empty();
      if (member.isEmpty()) return Optional.empty();
      assets.put(members.key(i), member.get());
    }
    return Optional.of(asset(true, new AssetContent.Members(assets)));
  }

  /// Providers tell contents apart by their hashes, and do not make them.
  private static Property asset(boolean archive, AssetContent content) {
    return new Property.Asset(archive, AssetHash.of(content), content);
  }

  private static Optional<String> text(Value value) {
    return value instanceof Value.Text text ? Optional.of(text.text()) : Optional.empty();
  }
}

package io.keelson.provider.pulumi;

import com.google.protobuf.Struct;
import io.keelson.provider.pulumi.wire.Accepted;
import io.keelson.provider.pulumi.wire.Property;
import io.keelson.provider.pulumi.wire.PropertyWriter;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a provider is configured with, in both forms that the call has.
///
/// @param checked with secrets marked
record ConfigurationArguments(Property.Fields checked) {
  /// Secrets are told as such, whatever the provider accepts: it has not said it yet.
  Struct sealed() {
    return new PropertyWriter(Accepted.EVERYTHING).write(checked);
  }

  /// Each argument as a text, under the key that a program of old would have looked for.
  ///
  /// @param pack the package of the provider
  SortedMap<String, String> variables(String pack) {
    var variables = new TreeMap<String, String>();
    checked
        .fields()
        .forEach((name, value) -> {
          if (!name.equals("version"))
            variables.put(pack + ":config:" + name, PropertyJson.text(value));
        });
    return variables;
  }
}

package io.keelson.provider.pulumi.wire;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A value of Pulumi's protocol. Immutable.
///
/// @rule R-PRG-1
public sealed interface Property {
  record Null() implements Property {}

  record Truth(boolean truth) implements Property {}

  /// A double: whole numbers beyond 2^53 travel as texts.
  record Num(double number) implements Property {}

  record Text(String text) implements Property {}

  record Elements(List<Property> elements) implements Property {
    public Elements {
      elements = List.copyOf(elements);
    }

    /// Whether another list has the same elements, in whichever order.
    public boolean hasSame(Elements other) {
      return elements.size() == other.elements.size() && counted().equals(other.counted());
    }

    private Map<Property, Long> counted() {
      return elements.stream()
          .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }
  }

  /// An object or a map: the protocol has one form for both.
  record Fields(SortedMap<String, Property> fields) implements Property {
    public static final Fields EMPTY = new Fields(Map.of());

    public Fields {
      fields = Collections.unmodifiableSortedMap(fields);
    }

    public Fields(Map<String, Property> fields) {
      this((SortedMap<String, Property>) new TreeMap<>(fields));
    }

    /// What has a name; null of the protocol where nothing has.
    public Property at(String name) {
      return fields.getOrDefault(name, new Null());
    }
  }

  /// Not decided until apply, whatever its type.
  record Unknown() implements Property {}

  /// A value that is hidden from whoever may not see it.
  record Secret(Property value) implements Property {
    /// What it hides, with each of its parts as a secret in its place.
    public Property parts() {
      return switch (value) {
        case Fields(var fields) -> {
          var parts = new TreeMap<>(fields);
          parts.replaceAll((_, each) -> new Secret(each));
          yield new Fields(parts);
        }
        case Elements(var elements) ->
            new Elements(elements.stream().<Property>map(Secret::new).toList());
        default -> value;
      };
    }

    @Override
    public String toString() {
      return "Secret[…]";
    }
  }

  /// A resource as a value.
  ///
  /// @param id empty for a component, which has none; an empty text while it is unknown
  /// @param packageVersion empty if it is not said
  record Reference(String urn, Optional<String> id, Optional<String> packageVersion)
      implements Property {}

  /// A value with what it depends on.
  ///
  /// @param value empty while it is unknown
  /// @param dependencies URNs
  record Output(Optional<Property> value, boolean secret, SortedSet<String> dependencies)
      implements Property {
    public Output {
      dependencies = Collections.unmodifiableSortedSet(new TreeSet<>(dependencies));
    }
  }

  /// Bytes that need not be text.
  ///
  /// @param base64 as they travel
  record ByteText(String base64) implements Property {}

  /// A file, or many of them.
  ///
  /// @param hash of the content, SHA-256 in hexadecimal letters; empty if it is not said
  record Asset(boolean archive, Optional<String> hash, AssetContent content) implements Property {}

  /// What is in an asset.
  sealed interface AssetContent {
    /// Left out: the hash says which it was.
    record Omitted() implements AssetContent {}

    record Inline(String text) implements AssetContent {}

    record File(String path) implements AssetContent {}

    record Address(String uri) implements AssetContent {}

    /// Of an archive: assets and archives by name.
    record Members(SortedMap<String, Property> assets) implements AssetContent {
      public Members {
        assets = Collections.unmodifiableSortedMap(assets);
      }
    }
  }
}

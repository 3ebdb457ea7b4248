package io.keelson.testing;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.Option;
import com.jayway.jsonpath.spi.json.JacksonJsonNodeJsonProvider;
import com.jayway.jsonpath.spi.mapper.JacksonMappingProvider;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// What a JSON path leads to, as the text that `kubectl -o jsonpath` prints.
public final class JsonPaths {
  private static final Configuration CONFIGURATION =
      Configuration.builder()
          .jsonProvider(new JacksonJsonNodeJsonProvider())
          .mappingProvider(new JacksonMappingProvider())
          .options(Option.ALWAYS_RETURN_LIST, Option.SUPPRESS_EXCEPTIONS)
          .build();

  /// Several members at the end, each of which may be a path: `.items[*]['kind', 'metadata.name']`.
  private static final Pattern UNION = Pattern.compile("(.*)\\['([^']+'(?: *, *'[^']+)+)'\\]");

  private JsonPaths() {}

  /// @param path such as `.status.conditions[?(@.type=="Ready")].reason`
  /// @return everything that is found, with blanks between; empty if nothing is
  public static String text(JsonNode tree, String path) {
    if (tree.isMissingNode()) return "";
    var union = UNION.matcher(path);
    return union.matches()
        ? Stream.of(union.group(2).split("' *, *'", -1))
            .map(member -> found(tree, union.group(1) + "." + member))
            .collect(joining(" "))
        : found(tree, path);
  }

  private static String found(JsonNode tree, String path) {
    JsonNode found = JsonPath.using(CONFIGURATION).parse(tree).read("$" + path);
    return StreamSupport.stream(found.spliterator(), false)
        .map(each -> each.isValueNode() ? each.asText() : each.toString())
        .collect(joining(" "));
  }
}

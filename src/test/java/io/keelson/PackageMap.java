package io.keelson;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The table of packages in `docs/architecture.md`: what each is for, and what it may use.
final class PackageMap {
  static final Path PAGE = Path.of("docs/architecture.md");
  private static final String ROOT = "io.keelson.";
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([a-z.]+)` \\| (.+?) \\| ([a-z.` ]*) \\| ([a-z.`]*) ?\\|$");
  private static final Pattern NAME = Pattern.compile("`([a-z.]+)`");

  private final SortedMap<String, Row> rows = new TreeMap<>();

  private PackageMap() {}

  /// @param name without that of the project
  /// @param purpose one or more sentences
  /// @param uses the packages that it may use, and all that those may use
  /// @param openTo the package inside of which alone it may be used; empty if all may
  record Row(String name, String purpose, List<String> uses, List<String> openTo) {
    @Override
    public String toString() {
      return name + " -> " + String.join(", ", uses);
    }
  }

  static PackageMap read() {
    var map = new PackageMap();
    ROW.matcher(text(PAGE))
        .results()
        .forEach(row ->
            map.rows.put(
                row.group(1),
                new Row(row.group(1), row.group(2), names(row.group(3)), names(row.group(4)))));
    return map;
  }

  private static List<String> names(String cell) {
    return NAME.matcher(cell).results().map(name -> name.group(1)).toList();
  }

  Collection<Row> rows() {
    return rows.values();
  }

  SortedSet<String> names() {
    return new TreeSet<>(rows.keySet());
  }

  /// The full names of all packages of ours that one may use, itself included.
  String[] allowed(Row row) {
    var allowed = new TreeSet<String>();
    var open = new ArrayList<>(List.of(row.name()));
    while (!open.isEmpty()) {
      var name = open.removeLast();
      if (allowed.add(ROOT + name) && rows.containsKey(name)) open.addAll(rows.get(name).uses());
    }
    return allowed.toArray(String[]::new);
  }

  /// What the packages say themselves that they are for: the first paragraph of the comment.
  static SortedMap<String, String> contracts() {
    var root = Path.of("src/main/java/io/keelson");
    var contracts = new TreeMap<String, String>();
    try (var folders = Files.walk(root)) {
      for (var folder : folders.filter(each -> !each.equals(root)).toList()) {
        var file = folder.resolve("package-info.java");
        if (Files.exists(file))
          contracts.put(root.relativize(folder).toString().replace('/', '.'), firstParagraph(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return contracts;
  }

  private static String firstParagraph(Path file) {
    return text(file)
        .lines()
        .takeWhile(line -> line.startsWith("/// "))
        .map(line -> line.substring("/// ".length()).strip())
        .collect(Collectors.joining(" "));
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

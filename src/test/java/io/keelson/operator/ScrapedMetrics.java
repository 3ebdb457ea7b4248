package io.keelson.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// What an operator answers to a scrape.
record ScrapedMetrics(String text, List<Sample> samples) {
  private static final Pattern LINE = Pattern.compile("(\\w+)(?:\\{(.*)})? (\\S+)");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

  /// One line of it.
  record Sample(String name, SortedMap<String, String> labels, double value) {}

  static ScrapedMetrics of(String text) {
    var samples = new ArrayList<Sample>();
    for (String line : text.lines().filter(each -> !each.startsWith("#")).toList()) {
      var parts = LINE.matcher(line);
      if (!parts.matches()) throw new AssertionError("not a sample: " + line);
      var labels = new TreeMap<String, String>();
      if (parts.group(2) != null)
        LABEL
            .matcher(parts.group(2))
            .results()
            .forEach(each -> labels.put(each.group(1), each.group(2)));
      samples.add(new Sample(parts.group(1), labels, Double.parseDouble(parts.group(3))));
    }
    return new ScrapedMetrics(text, samples);
  }

  /// The sum of all samples with this name, and with these labels: name and value in turn.
  double sum(String name, String... labels) {
    return samples.stream()
        .filter(each -> each.name().equals(name) && has(each, labels))
        .mapToDouble(Sample::value)
        .sum();
  }

  private static boolean has(Sample sample, String... labels) {
    for (int at = 0; at < labels.length; at += 2)
      if (!labels[at + 1].equals(sample.labels().get(labels[at]))) return false;
    return true;
  }
}

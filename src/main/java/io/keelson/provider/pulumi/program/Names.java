package io.keelson.provider.pulumi.program;

import io.keelson.engine.address.ComponentInstance;
import java.util.ArrayList;
import java.util.List;

/// Names of components and of what is in them, here and in programs.
public final class Names {
  private Names() {}

  /// What a program calls the component that it is run for: programs make names of real objects of
  /// it.
  public static String of(ComponentInstance at) {
    var steps = steps(at);
    return within(steps.subList(0, steps.size() - 1), steps.getLast());
  }

  /// The name of something in components, with theirs in front of its own. What a program has named
  /// has that already.
  public static String within(List<String> around, String own) {
    boolean told = around.isEmpty() || own.startsWith(around.getFirst() + "-");
    return told ? own : String.join("-", around) + "-" + own;
  }

  /// The name of each component on the way to one, with its key.
  public static List<String> steps(ComponentInstance at) {
    var names = new ArrayList<String>();
    for (int i = 0; i < at.path().depth(); i++)
      names.add(plain(at.path().names().get(i) + at.keys().get(i)));
    return names;
  }

  /// A part of an address as a part of a name.
  public static String plain(String part) {
    return part.replaceAll("[^A-Za-z0-9_.-]+", "-").replaceAll("-+$", "");
  }
}

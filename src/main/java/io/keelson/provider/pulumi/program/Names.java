package io.keelson.provider.pulumi.program;

import io.keelson.engine.address.ComponentInstance;
import java.util.ArrayList;
import java.util.List;

/// Names of components and of what is in them, here and in programs.
public final class Names {
  private Names() {}

  /// What a program calls the component that it is run for: no two components of a stack are called
  /// the same, because programs make names of real objects of it.
  public static String of(ComponentInstance at) {
    return String.join("-", steps(at));
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

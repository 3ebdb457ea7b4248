package io.keelson.engine.program;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// An object that others manage, which a program reads.
///
/// @param in names of the components between the program's own and what it is read for, the
///   outermost first
/// @param token what its type is called in its package, such as `keel:index:Thing`
/// @param name what the program calls it
/// @param key an object with the `id`, unknown and marked as the program gives it
/// @param needs what has to be done before it is read
/// @rule R-PRG-8
/// @rule R-PRG-26
public record Lookup(
    List<String> in, String token, String name, Value key, SortedSet<ResourceAddress> needs) {
  public Lookup {
    in = Collections.unmodifiableList(new ArrayList<>(in));
    needs = Collections.unmodifiableSortedSet(new TreeSet<>(needs));
  }
}

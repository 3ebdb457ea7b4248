package io.keelson.provider.plugin.wire;

import io.keelson.engine.address.AttributePath;

/// How deep values may be nested, so that hostile bytes cannot exhaust the stack.
final class NestingLimit {
  static final int DEEPEST = 200;

  private NestingLimit() {}

  static void check(int depth, AttributePath path) throws MalformedValue {
    if (depth > DEEPEST)
      throw new MalformedValue(path, "it is nested more than " + DEEPEST + " levels deep");
  }
}

package io.keelson.operator.api;

import io.keelson.engine.address.InstanceAddress;

/// Patterns, lengths and paths that more than one field uses.
public final class Formats {
  /// What the printer column READY shows. A kind that has this column gets REASON beside it, AGE
  /// after the columns that are always shown, and MESSAGE at the end.
  public static final String READY = ".status.conditions[?(@.type==\"Ready\")].status";

  public static final String DURATION = "^([0-9]{1,6}(s|m|h))+$";
  public static final String IDENTIFIER = "^[A-Za-z_][A-Za-z0-9_]*$";

  private static final String PART = "[A-Za-z_][A-Za-z0-9_-]*\\.[A-Za-z_][A-Za-z0-9_-]*";

  /// An instance key: `[0]`, or text in quotes as JSON writes it.
  private static final String KEY =
      "(\\[(0|[1-9][0-9]{0,8})\\]"
          + "|\\[\"([^\"\\\\]|\\\\([\"\\\\/bfnrt]|u[0-9a-fA-F]{4}))*\"\\])?";

  /// An address of a resource or a component, without instance keys.
  public static final String RESOURCE_ADDRESS =
      "^(component\\.[A-Za-z_][A-Za-z0-9_-]*\\.)*(data\\.)?" + PART + "$";

  /// An address with instance keys, or without.
  public static final String ADDRESS =
      "^(component\\.[A-Za-z_][A-Za-z0-9_-]*" + KEY + "\\.)*(data\\.)?" + PART + KEY + "$";

  /// An address whose last brackets may hold an expression.
  public static final String IMPORT_TARGET =
      "^(component\\.[A-Za-z_][A-Za-z0-9_-]*"
          + KEY
          + "\\.)*"
          + PART
          + "(\\[[^\\x00-\\x1f\\x7f]+\\])?$";

  /// `[host/]namespace/type`; the reconciler reports where the finer rules are violated.
  public static final String PROVIDER_ADDRESS =
      "^([^/\\s\\x00-\\x1f\\x7f]+/){0,2}[^/\\s\\x00-\\x1f\\x7f]+$";

  /// The hash of a package's files or of its archive, as lock files have it.
  public static final String PACKAGE_HASH = "^(h1:[A-Za-z0-9+/]{43}=|zh:[0-9a-f]{64})$";

  public static final String DIGEST = "^(sha256:)?[0-9a-f]{64}$";

  /// The name of an object in Kubernetes: a Secret, a service account, one of our own kinds.
  public static final String OBJECT_NAME = "^[a-z0-9]([-.a-z0-9]*[a-z0-9])?$";

  /// The name of a Stack, as [#NAME_RULE] demands it.
  public static final String STACK_NAME = "^[a-z]([-a-z0-9]*[a-z0-9])?$";

  /// Names and references that appear within a sentence, such as paths and addresses.
  public static final String LINE = "^[^\\x00-\\x1f\\x7f]*$";

  /// What people write at length: lines and tabs, and no other control characters.
  public static final String TEXT = "^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f]*$";

  public static final String NAMESPACE = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$";

  /// `name` or `namespace/name`.
  public static final String CONFIG_NAME =
      "^([a-z0-9]([-a-z0-9]*[a-z0-9])?/)?[a-z0-9]([-.a-z0-9]*[a-z0-9])?$";

  public static final int CONFIG_NAME_LENGTH = 317;
  public static final int PROVIDER_ADDRESS_LENGTH = 400;
  public static final int PACKAGE_HASH_LENGTH = 67;
  public static final int NAME_LENGTH = 63;
  public static final int OBJECT_NAME_LENGTH = 253;
  public static final int DURATION_LENGTH = 20;
  public static final int IDENTIFIER_LENGTH = 128;
  public static final int DIGEST_LENGTH = 71;
  public static final int ADDRESS_LENGTH = InstanceAddress.LONGEST;
  public static final int PATH_LENGTH = 512;
  public static final int MESSAGE_LENGTH = 1024;
  public static final int CONDITION_LENGTH = 2048;

  /// The rule for `metadata.name` of Stack and Resource: it is also a label value, part of other
  /// names, and the default identifier.
  public static final String NAME_RULE =
      "self.metadata.name.size() <= 63"
          + " && self.metadata.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')";

  private Formats() {}
}

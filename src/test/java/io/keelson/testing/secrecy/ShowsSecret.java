package io.keelson.testing.secrecy;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// This test, or each test of this class, lets out what is in a Secret of its namespace, on
/// purpose.
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(ShowsSecret.All.class)
public @interface ShowsSecret {
  /// Where it is then, as [SecretWatch] names the place, such as `ConfigMap/made` or `log`; with
  /// `*` at its end whatever begins so.
  String in();

  /// Why that is no leak.
  String because();

  /// Several of them.
  @Target({ElementType.TYPE, ElementType.METHOD})
  @Retention(RetentionPolicy.RUNTIME)
  @interface All {
    ShowsSecret[] value();
  }
}

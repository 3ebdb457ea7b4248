package io.keelson.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The tests of this class get a control plane that no other class uses at the same time: they
/// change what the whole cluster shares, such as Providers, which every operator of a cluster takes
/// care of.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface OwnControlPlane {
  /// Whether no other class has used it or will, because something stays changed.
  boolean once() default false;

  /// Whether it keeps a log of the requests of service accounts. Such a one starts anew, and is of
  /// no use to the next class, which must not be slowed by the log.
  boolean audited() default false;
}

/// Carries a plan out: one operation after the other, each journalled, checked and stored.
@NullMarked
package io.keelson.engine.apply;

import org.jspecify.annotations.NullMarked;

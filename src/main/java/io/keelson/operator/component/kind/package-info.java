/// Kinds that stand for one definition each: for each object of such a kind a Component is kept.
@NullMarked
package io.keelson.operator.component.kind;

import org.jspecify.annotations.NullMarked;

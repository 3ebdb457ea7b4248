/// Kinds of their own for definitions: for each object of one a Component is kept.
@NullMarked
package io.keelson.operator.component.kind;

import org.jspecify.annotations.NullMarked;

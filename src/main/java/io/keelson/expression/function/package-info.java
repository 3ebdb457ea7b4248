/// The functions and operators of the language.
@NullMarked
package io.keelson.expression.function;

import org.jspecify.annotations.NullMarked;

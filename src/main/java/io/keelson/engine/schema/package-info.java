/// What a type looks like.
@NullMarked
package io.keelson.engine.schema;

import org.jspecify.annotations.NullMarked;

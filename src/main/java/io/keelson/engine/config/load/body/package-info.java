/// Trees of literals laid over the schema of a type: a body is an object of that type.
@NullMarked
package io.keelson.engine.config.load.body;

import org.jspecify.annotations.NullMarked;

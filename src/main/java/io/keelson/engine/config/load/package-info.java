/// Makes a written stack into a declared one: compiled against schemas, with all of its problems.
@NullMarked
package io.keelson.engine.config.load;

import org.jspecify.annotations.NullMarked;

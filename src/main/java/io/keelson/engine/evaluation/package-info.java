/// What expressions see of a stack: the values of its resources, how many instances these have,
/// whether conditions hold, and how much may be made.
@NullMarked
package io.keelson.engine.evaluation;

import org.jspecify.annotations.NullMarked;

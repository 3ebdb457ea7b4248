/// What a whole plan is refused for, although each of its objects can be planned.
@NullMarked
package io.keelson.engine.planning.refusal;

import org.jspecify.annotations.NullMarked;

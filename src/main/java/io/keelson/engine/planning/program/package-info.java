/// Plans stacks with programs: runs them, and plans what they register, round by round.
@NullMarked
package io.keelson.engine.planning.program;

import org.jspecify.annotations.NullMarked;

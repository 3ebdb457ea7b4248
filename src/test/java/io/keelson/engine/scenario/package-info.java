/// Situations as files a user could read, played through planner and applier.
@NullMarked
package io.keelson.engine.scenario;

import org.jspecify.annotations.NullMarked;

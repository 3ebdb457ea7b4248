/// Makes a plan: visits what is declared and what exists in dependency order, decides about every
/// object, and puts the plan together.
@NullMarked
package io.keelson.engine.planning;

import org.jspecify.annotations.NullMarked;

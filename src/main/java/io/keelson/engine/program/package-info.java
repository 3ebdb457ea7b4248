/// The port to programs: components whose resources a program of a provider registers.
@NullMarked
package io.keelson.engine.program;

import org.jspecify.annotations.NullMarked;

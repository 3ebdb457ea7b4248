/// What is declared beside what exists, and what follows from both alone: dependencies, moves,
/// departures, the selection.
@NullMarked
package io.keelson.engine.snapshot;

import org.jspecify.annotations.NullMarked;

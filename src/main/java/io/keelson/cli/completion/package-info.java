/// Completion of command lines in shells.
@NullMarked
package io.keelson.cli.completion;

import org.jspecify.annotations.NullMarked;

/// Definitions of files, as they would be published, and whom that would reach.
@NullMarked
package io.keelson.cli.definition;

import org.jspecify.annotations.NullMarked;

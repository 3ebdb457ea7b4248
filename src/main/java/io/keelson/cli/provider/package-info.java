/// Provider programs for commands and the operator: found, installed, started, and what they have
/// schemas for.
@NullMarked
package io.keelson.cli.provider;

import org.jspecify.annotations.NullMarked;

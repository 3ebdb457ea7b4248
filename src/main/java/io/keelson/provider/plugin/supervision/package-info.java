/// Keeps provider processes running: one for each program with one configuration, whatever protocol
/// it speaks.
@NullMarked
package io.keelson.provider.plugin.supervision;

import org.jspecify.annotations.NullMarked;

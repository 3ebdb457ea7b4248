/// Installs provider programs: chooses a version, gets it, verifies it, and keeps it for the next
/// time.
@NullMarked
package io.keelson.provider.plugin.install;

import org.jspecify.annotations.NullMarked;

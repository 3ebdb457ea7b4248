/// A release of a provider: how it is named, which of them is meant, and how it is known to be the
/// real one.
@NullMarked
package io.keelson.provider.plugin.install.release;

import org.jspecify.annotations.NullMarked;

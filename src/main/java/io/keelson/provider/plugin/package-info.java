/// Providers of the Terraform world: their unmodified programs are started as processes, and asked
/// over plugin protocol 5 or 6.
@NullMarked
package io.keelson.provider.plugin;

import org.jspecify.annotations.NullMarked;

/// Where provider packages come from: registries, mirrors and folders.
@NullMarked
package io.keelson.provider.plugin.install.source;

import org.jspecify.annotations.NullMarked;

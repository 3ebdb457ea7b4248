/// Provider processes: how they are started, listened to, and ended.
@NullMarked
package io.keelson.provider.plugin.process;

import org.jspecify.annotations.NullMarked;

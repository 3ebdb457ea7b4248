/// The calls of the plugin protocol, majors 5 and 6, over one connection.
@NullMarked
package io.keelson.provider.plugin.rpc;

import org.jspecify.annotations.NullMarked;

/// What a definition promises to those who use it, and which changes of it break that.
@NullMarked
package io.keelson.engine.config.contract;

import org.jspecify.annotations.NullMarked;

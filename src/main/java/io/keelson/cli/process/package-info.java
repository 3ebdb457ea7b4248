/// The process of an operator: it gives memory back while idle, and is asked whether it is ready.
@NullMarked
package io.keelson.cli.process;

import org.jspecify.annotations.NullMarked;

/// How a Stack is, for people: its tree, the plan that waits, how far an apply is; read, watched,
/// drawn.
@NullMarked
package io.keelson.cli.status;

import org.jspecify.annotations.NullMarked;

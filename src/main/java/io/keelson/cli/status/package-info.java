/// How a Stack is, with everything in it and the plan that waits: read once, or kept up to date.
@NullMarked
package io.keelson.cli.status;

import org.jspecify.annotations.NullMarked;

/// What is declared for one Stack, as this process knows it: members, variables, provider
/// configurations.
@NullMarked
package io.keelson.operator.stack.declaration;

import org.jspecify.annotations.NullMarked;

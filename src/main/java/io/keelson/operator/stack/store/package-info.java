/// What is stored of one Stack: its key, its records, its status, its saved outputs; opened for as
/// long as the Stack is the same object.
@NullMarked
package io.keelson.operator.stack.store;

import org.jspecify.annotations.NullMarked;

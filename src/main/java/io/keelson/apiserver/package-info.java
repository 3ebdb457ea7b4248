/// The API server: which kinds it has, and what became of each request to it.
@NullMarked
package io.keelson.apiserver;

import org.jspecify.annotations.NullMarked;

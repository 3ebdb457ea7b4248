/// The language inside `${…}`: CEL, checked against schemas and evaluated over the engine's values.
///
/// Implements [io.keelson.engine.config.ExpressionCompiler]. All use of cel-java stays in here, and
/// plain traversals (`server.web["eu"].id`) never load it.
@NullMarked
package io.keelson.expression;

import org.jspecify.annotations.NullMarked;

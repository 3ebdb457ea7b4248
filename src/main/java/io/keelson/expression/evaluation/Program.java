package io.keelson.expression.evaluation;

import io.keelson.engine.config.Reference;
import io.keelson.engine.value.Type;
import java.util.List;

/// One declared string, planned. Says nothing of where the string stands, so equal strings share
/// one program.
///
/// @param declared the string as declared, which positions count in
/// @param type of every result, as far as it can be told before evaluation
/// @param references in order of appearance, without repeats
public record Program(String declared, Node node, Type type, List<Reference> references) {}

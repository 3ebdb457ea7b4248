package io.keelson.engine.provider;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Value;
import java.util.List;

/// A stored state in the current schema.
public record Upgraded(Value value, List<Diagnostic> warnings) {}

package io.keelson.engine.scenario;

import io.keelson.engine.config.declaration.StackDeclaration;

/// What a [Laboratory] can plan.
interface DeclaredStack {
  StackDeclaration declaration();
}

package io.keelson.cli;

import io.keelson.cli.Manifests.Declared;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.Stack;
import io.keelson.operator.stack.Preview;
import io.keelson.operator.stack.StackKey;
import java.util.List;
import java.util.Optional;

/// A Stack and its Resources, as files declare them.
record DeclaredStack(Declared<Stack> stack, List<Declared<Resource>> members) {
  StackKey key() {
    return StackKey.of(stack.object());
  }

  List<Resource> resources() {
    return members.stream().map(Declared::object).toList();
  }

  List<Finding> findings(List<Diagnostic> diagnostics) {
    return diagnostics.stream().map(this::finding).toList();
  }

  /// What is no Resource of the files is told where the Stack is declared.
  private Finding finding(Diagnostic diagnostic) {
    var origin = diagnostic.subject().about().map(this::origin).orElse(Optional.of(stack.origin()));
    return new Finding(origin, diagnostic);
  }

  /// Empty where nothing declares the address any more.
  private Optional<Origin> origin(ResourceAddress address) {
    return members.stream()
        .filter(each -> Preview.address(each.object()).equals(address))
        .map(Declared::origin)
        .findFirst();
  }
}

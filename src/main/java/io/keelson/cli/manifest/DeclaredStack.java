package io.keelson.cli.manifest;

import io.keelson.cli.manifest.Manifests.Declared;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.Stack;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.offline.Preview;
import java.util.List;
import java.util.Optional;

/// A Stack and its Resources, as files declare them.
public record DeclaredStack(Declared<Stack> stack, List<Declared<Resource>> members) {
  public StackKey key() {
    return StackKey.of(stack.object());
  }

  public List<Resource> resources() {
    return members.stream().map(Declared::object).toList();
  }

  public List<Finding> findings(List<Diagnostic> diagnostics) {
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

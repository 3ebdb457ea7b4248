package io.keelson.engine.config.load;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// Reads which resources come first although no expression names them.
final class DependsOnLoader {
  private static final AttributePath DEPENDS_ON = AttributePath.of("dependsOn");

  private final DeclaredTypes types;
  private final Subject subject;
  private final List<Diagnostic> problems = new ArrayList<>();

  /// @param subject what waits for them
  DependsOnLoader(DeclaredTypes types, Subject subject) {
    this.types = types;
    this.subject = subject;
  }

  /// Errors, after loading.
  List<Diagnostic> problems() {
    return problems;
  }

  /// @param written addresses; a key is left out, as dependencies are between resources
  SortedSet<ResourceAddress> load(List<String> written) {
    var resources = new TreeSet<ResourceAddress>();
    for (int i = 0; i < written.size(); i++) {
      var path = DEPENDS_ON.index(i);
      try {
        var resource = InstanceAddress.parse(written.get(i)).resource();
        if (types.has(resource)) resources.add(resource);
        else undeclared(resource, path);
      } catch (IllegalArgumentException e) {
        error(Code.BAD_ADDRESS, path, "Not an address", e.getMessage() + ".");
      }
    }
    return resources;
  }

  private void undeclared(ResourceAddress resource, AttributePath path) {
    var remedy = types.remedy(resource, subject.about());
    error(
        Code.UNDECLARED,
        path,
        "Undeclared resource",
        "The stack has no resource " + resource + "." + (remedy.isEmpty() ? "" : " " + remedy));
  }

  private void error(Code code, AttributePath path, String summary, String detail) {
    problems.add(Diagnostic.error(code, subject, summary, detail).at(path));
  }
}

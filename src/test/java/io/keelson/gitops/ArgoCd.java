package io.keelson.gitops;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;

/// The scripts for Argo CD, in the layout of its own repository.
final class ArgoCd {
  private static final Path SCRIPTS = Path.of("deploy/argocd/resource_customizations/keelson.dev");

  private ArgoCd() {}

  static Path healthScript(String kind) {
    return SCRIPTS.resolve(kind).resolve("health.lua");
  }

  static Path actions(String kind) {
    return SCRIPTS.resolve(kind).resolve("actions");
  }

  /// The health of the object. No script is asked of one that is being deleted.
  static JsonNode health(String kind, JsonNode object) {
    if (object.path("metadata").has("deletionTimestamp"))
      return LuaScript.run("return {status = 'Progressing', message = 'Pending deletion'}", object);
    return LuaScript.run(healthScript(kind), object);
  }
}

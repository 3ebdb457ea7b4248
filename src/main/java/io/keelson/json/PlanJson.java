package io.keelson.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.DeposedKey;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.config.PolicyConfig.PlanNumber;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.ComponentChanges;
import io.keelson.engine.plan.ComponentVersions;
import io.keelson.engine.plan.Counts;
import io.keelson.engine.plan.OutputChange;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.provider.ImportKey;
import io.keelson.engine.state.Drift;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/// A plan as JSON for programs: `docs/plan.schema.json` says what is where. Nothing that is
/// sensitive is in it; equal plans give equal JSON.
public final class PlanJson {
  /// The first number changes when older readers would misunderstand it, the second when something
  /// is added.
  public static final String FORMAT = "1.5";

  private PlanJson() {}

  /// @param diagnostics what was found out on the way
  public static ObjectNode of(Plan plan, List<Diagnostic> diagnostics) {
    return of(plan, ComponentVersions.NONE, diagnostics);
  }

  /// The same, with the versions of components.
  public static ObjectNode of(Plan plan, ComponentVersions versions, List<Diagnostic> diagnostics) {
    var json = ExactJson.JSON.createObjectNode();
    json.put("kind", "Plan");
    json.put("formatVersion", FORMAT);
    json.put("digest", plan.digest());
    json.put("applyable", plan.applyable());
    json.put("partial", plan.partial());
    json.put("errored", Diagnostic.anyError(diagnostics));
    counts(plan.counts(), json.putObject("counts"));
    var changes = json.putArray("changes");
    for (Change change : plan.shown())
      // The run of a program is no object.
      if (change.object().instance().resource().mode() != ResourceAddress.Mode.PROGRAM)
        change(change, changes.addObject());
    components(plan, versions, json.putArray("components"));
    drift(plan, json.putArray("drift"));
    var outputs = json.putObject("outputs");
    plan.outputs()
        .forEach((name, change) -> {
          if (change.kind() != OutputChange.Kind.NO_OP) output(change, outputs.putObject(name));
        });
    var checks = json.putArray("checks");
    plan.checks()
        .forEach((subject, status) ->
            checks.addObject().put("subject", subject.toString()).put("status", word(status)));
    var deviations = json.putArray("deviations");
    plan.deviations()
        .forEach(each ->
            deviations
                .addObject()
                .put("id", each.kind().title())
                .put("address", each.at().toString()));
    deferred(plan, json.putArray("deferred"));
    OrderJson.write(plan, json.putArray("order"));
    var problems = json.putArray("diagnostics");
    diagnostics.forEach(each -> diagnostic(each, problems.addObject()));
    return json;
  }

  private static void drift(Plan plan, ArrayNode into) {
    plan.refreshed()
        .instances()
        .forEach((at, state) -> {
          if (!(state.drift() instanceof Drift.None))
            drift(state.drift(), into.addObject().put("address", at.toString()));
        });
  }

  private static void deferred(Plan plan, ArrayNode into) {
    plan.deferred()
        .forEach((subject, cause) ->
            into.addObject()
                .put("address", subject.toString())
                .put("cause", cause.word())
                .put("causeText", cause.sentence()));
  }

  private static void components(Plan plan, ComponentVersions versions, ArrayNode into) {
    for (ComponentChanges changes : ComponentChanges.in(plan)) {
      var path = changes.component().path();
      if (path.isRoot()) continue;
      var component = into.addObject().put("address", changes.component().toString());
      versions
          .of(path)
          .ifPresent(version -> {
            component.put("definition", version.definition()).put("version", version.version());
            version.previous().ifPresent(before -> component.put("previousVersion", before));
          });
      counts(changes.counts(), component.putObject("counts"));
    }
  }

  private static void counts(Counts counts, ObjectNode into) {
    for (PlanNumber each : PlanNumber.CHANGES) into.put(each.word(), counts.of(each));
    into.put(PlanNumber.DESTRUCTIVE.word(), counts.of(PlanNumber.DESTRUCTIVE));
  }

  private static void change(Change change, ObjectNode into) {
    var at = change.object().instance();
    into.put("address", at.toString());
    into.put("resource", at.resource().toString());
    var component = at.component();
    if (!component.path().isRoot()) into.put("component", component.toString());
    into.put("type", at.resource().type());
    into.put("name", at.resource().name());
    switch (at.key().own()) {
      case InstanceKey.None _, InstanceKey.InComponent _ -> {}
      case InstanceKey.Index(int index) -> into.put("key", index);
      case InstanceKey.Key(String key) -> into.put("key", key);
    }
    change.object().deposed().map(DeposedKey::value).ifPresent(key -> into.put("deposedKey", key));
    change
        .movedFrom()
        .map(InstanceAddress::toString)
        .ifPresent(from -> into.put("previousAddress", from));
    change.imported().ifPresent(key -> imported(key, into));
    into.put("action", change.action().word());
    if (change.reason() != Reason.NONE) {
      into.put("reason", word(change.reason()));
      into.put("reasonText", change.reason().sentence());
    }
    if (change.action() instanceof Action.Replace(_, var forcedBy) && !forcedBy.isEmpty())
      pointers("replacePaths", forcedBy, into);
    change.because().map(InstanceAddress::toString).ifPresent(other -> into.put("because", other));
    change.goesWith().map(Target::toString).ifPresent(container -> into.put("goesWith", container));
    if (!change.setBy().isEmpty()) {
      var policies = into.putObject("setBy");
      change.setBy().forEach(policies::put);
    }
    if (!change.transformedBy().isEmpty()) {
      var transforms = into.putObject("transformedBy");
      change.transformedBy().forEach((path, origin) -> transforms.put(path.toString(), origin));
    }
    change.deposeAs().map(DeposedKey::value).ifPresent(key -> into.put("deposeAs", key));
    ShownValues.write(change.before(), change.after(), into);
  }

  private static void imported(ImportKey key, ObjectNode into) {
    switch (key) {
      case ImportKey.Id(var id) -> into.put("importId", id);
      case ImportKey.Identity(var attributes) ->
          into.set("importIdentity", JsonValues.write(attributes));
    }
  }

  private static void pointers(String name, Collection<AttributePath> paths, ObjectNode into) {
    var pointers = into.putArray(name);
    paths.forEach(path -> pointers.add(ShownValues.pointer(path)));
  }

  private static void drift(Drift drift, ObjectNode into) {
    if (drift instanceof Drift.Changed(var paths, _, _)) {
      into.put("kind", "changed");
      pointers("attributes", paths, into);
    } else {
      into.put("kind", "missing");
    }
  }

  private static void output(OutputChange change, ObjectNode into) {
    into.put("action", word(change.kind()));
    ShownValues.write(change.before(), change.after(), into);
  }

  private static void diagnostic(Diagnostic diagnostic, ObjectNode into) {
    into.put("severity", word(diagnostic.severity()));
    into.put("code", diagnostic.code().name());
    into.put("summary", diagnostic.summary());
    into.put("detail", diagnostic.detail());
    into.put("subject", diagnostic.subject().toString());
    if (!diagnostic.path().isRoot()) into.put("path", diagnostic.path().toString());
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}

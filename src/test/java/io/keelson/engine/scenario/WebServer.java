package io.keelson.engine.scenario;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import java.util.Objects;

/// The server that stories about provider calls are about, and what is seen of it.
final class WebServer {
  static final InstanceAddress WEB = InstanceAddress.parse("server.web");
  static final String UPDATE =
      """
      story: A larger server.
      prior:
        server.web: {id: s-1, size: small, private: before}
      config:
        server.web: {size: large}
      """;

  static Change change(Plan plan) {
    return Objects.requireNonNull(plan.changes().get(ObjectRef.current(WEB)));
  }

  static ObjectState current(ApplyOutcome applied) {
    return applied.state().instance(WEB).current().orElseThrow();
  }

  static String text(Value object, String attribute) {
    return ((Value.Text) ((Mapping) object).attribute(attribute)).text();
  }

  private WebServer() {}
}

package io.keelson.provider.plugin;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.FoundData;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Unmarked;
import io.keelson.provider.plugin.proto.Tfplugin.ReadDataSource;
import io.keelson.provider.plugin.proto.Tfplugin.ValidateConfig;
import io.keelson.provider.plugin.rpc.Rpc;
import io.keelson.provider.plugin.supervision.Stage;
import io.keelson.provider.plugin.wire.DynamicValues;
import io.keelson.provider.plugin.wire.EmptyObject;
import io.keelson.provider.plugin.wire.LegacyBlocks;
import io.keelson.provider.plugin.wire.MalformedValue;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// The calls about one data source.
record DataCalls(PluginSession session, String type, Schema schema, Optional<Schema> meta) {

  List<Diagnostic> validate(Unmarked config) {
    hide(config);
    var request =
        ValidateConfig.Request.newBuilder()
            .setTypeName(type)
            .setConfig(DynamicValues.encode(config.value(), schema.type()))
            .build();
    return session
        .ask(Stage.STARTED, Rpc.VALIDATE_DATA, request)
        .either(answer -> session.reports().of(answer.getDiagnosticsList()), why -> why);
  }

  Answer<FoundData> read(Unmarked config) {
    if (session.deferral().isPresent()) return new Answer.Deferred<>(session.deferral().get());
    hide(config);
    var request =
        ReadDataSource.Request.newBuilder()
            .setTypeName(type)
            .setConfig(DynamicValues.encode(config.value(), schema.type()))
            .setClientCapabilities(PluginProcess.CAPABILITIES);
    meta.ifPresent(each ->
        request.setProviderMeta(DynamicValues.encode(EmptyObject.of(each.root()), each.type())));
    return session
        .ask(Stage.CONFIGURED, Rpc.READ_DATA, request.build())
        .either(this::read, Answer.Failed::new);
  }

  private Answer<FoundData> read(ReadDataSource.Response answer) {
    var reported = session.reports().of(answer.getDiagnosticsList());
    if (Diagnostic.anyError(reported)) return new Answer.Failed<>(reported);
    if (answer.hasDeferred())
      return new Answer.Deferred<>(Reports.deferral(answer.getDeferred(), reported));
    try {
      var value =
          LegacyBlocks.mend(schema.root(), DynamicValues.decode(answer.getState(), schema.type()));
      hide(Unmarked.plain(value));
      return Answer.of(new FoundData(value, new TreeSet<>(), reported));
    } catch (MalformedValue e) {
      return Answer.failed(session.reports().malformed(e));
    }
  }

  private void hide(Unmarked value) {
    session.redaction().hide(SecretTexts.in(schema, value));
  }
}

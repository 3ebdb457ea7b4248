package io.keelson.provider.pulumi;

import com.google.protobuf.Empty;
import com.google.protobuf.Struct;
import io.keelson.provider.pulumi.proto.Pulumi.CheckRequest;
import io.keelson.provider.pulumi.proto.Pulumi.CheckResponse;
import io.keelson.provider.pulumi.proto.Pulumi.ConfigureResponse;
import io.keelson.provider.pulumi.proto.Pulumi.CreateRequest;
import io.keelson.provider.pulumi.proto.Pulumi.CreateResponse;
import io.keelson.provider.pulumi.proto.Pulumi.DeleteRequest;
import io.keelson.provider.pulumi.proto.Pulumi.DiffRequest;
import io.keelson.provider.pulumi.proto.Pulumi.DiffResponse;
import io.keelson.provider.pulumi.proto.Pulumi.GetSchemaResponse;
import io.keelson.provider.pulumi.proto.Pulumi.ReadRequest;
import io.keelson.provider.pulumi.proto.Pulumi.ReadResponse;
import io.keelson.provider.pulumi.proto.Pulumi.UpdateRequest;
import io.keelson.provider.pulumi.proto.Pulumi.UpdateResponse;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import io.keelson.provider.pulumi.rpc.ScriptedService;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;

/// What a provider does that does nothing wrong: it makes, changes and deletes objects of one type,
/// `fake_Thing`, which takes secrets. It has previews only where a test answers the handshake.
final class FakeThings {
  private static final String OWN =
      """
      "name": {"type": "string"}, "zone": {"type": "string", "replaceOnChanges": true}, "size": {"type": "number"},
      "token": {"type": "string", "secret": true},
      "ports": {"type": "array", "items": {"$ref": "#/types/fake:index:Port"}},
      "tags": {"type": "object", "additionalProperties": {"type": "string"}},
      "hosts": {"type": "array", "items": {"type": "string"}},
      "file": {"$ref": "pulumi.json#/Asset"}, "any": {"$ref": "pulumi.json#/Any"}\
      """;

  static final String SCHEMA =
      """
      {"name": "fake", "version": "1.0.0",
       "config": {"variables": {"region": {"type": "string"}}},
       "provider": {"inputProperties": {"region": {"type": "string"},
                                        "key": {"type": "string", "secret": true}}},
       "types": {"fake:index:Port": {"type": "object",
                                     "properties": {"number": {"type": "number"},
                                                    "proto": {"type": "string", "const": "tcp"},
                                                    "base": {"type": "number", "replaceOnChanges": true}}}},
       "resources": {"fake:index:Thing": {
         "inputProperties": {%1$s}, "requiredInputs": ["name"],
         "properties": {%1$s, "endpoint": {"type": "string"}}},
        "fake:index:Web": {"isComponent": true,
         "inputProperties": {"zone": {"type": "string"}, "note": {"type": "string"},
                             "key": {"type": "string", "secret": true},
                             "list": {"type": "array", "items": {"type": "string"}}},
         "properties": {"zone": {"type": "string"}, "url": {"type": "string"},
                        "count": {"type": "number"}}}},
       "functions": {"fake:index:Web/describe": {
         "inputs": {"properties": {"__self__": {"$ref": "#/resources/fake:index:Web"},
                                   "greeting": {"type": "string"}},
                    "required": ["__self__", "greeting"]},
         "outputs": {"properties": {"text": {"type": "string"},
                                    "token": {"type": "string", "secret": true}}}}}}
      """
          .formatted(OWN);

  private final SortedMap<String, Struct> objects = new ConcurrentSkipListMap<>();
  private final AtomicInteger made = new AtomicInteger();

  /// The ids of all objects.
  SortedSet<String> ids() {
    return new TreeSet<>(objects.keySet());
  }

  /// Somebody else takes an object away.
  void vanish(String id) {
    objects.remove(id);
  }

  void serve(ScriptedService service) {
    service.on(PulumiRpc.SCHEMA, _ -> GetSchemaResponse.newBuilder().setSchema(SCHEMA).build());
    service.on(PulumiRpc.CHECK_CONFIG, FakeThings::accepted);
    service.on(
        PulumiRpc.CONFIGURE, _ -> ConfigureResponse.newBuilder().setAcceptSecrets(true).build());
    service.on(PulumiRpc.CHECK, FakeThings::accepted);
    service.on(PulumiRpc.DIFF, FakeThings::compared);
    service.on(PulumiRpc.CREATE, this::create);
    service.on(PulumiRpc.UPDATE, this::update);
    service.on(PulumiRpc.READ, this::read);
    service.on(PulumiRpc.DELETE, this::delete);
  }

  private static CheckResponse accepted(CheckRequest request) {
    return CheckResponse.newBuilder().setInputs(request.getNews()).build();
  }

  private static DiffResponse compared(DiffRequest request) {
    boolean same = request.getOldInputs().equals(request.getNews());
    return DiffResponse.newBuilder()
        .setChanges(same ? DiffResponse.Changes.NONE : DiffResponse.Changes.SOME)
        .build();
  }

  /// The answer of a create that does as it is told.
  CreateResponse create(CreateRequest request) {
    if (request.getPreview())
      return CreateResponse.newBuilder()
          .setProperties(Structs.with(request.getProperties(), "endpoint", Structs.UNKNOWN))
          .build();
    var id = "thing-" + made.incrementAndGet();
    var object = Structs.with(request.getProperties(), "endpoint", id + ".example");
    objects.put(id, object);
    return CreateResponse.newBuilder().setId(id).setProperties(object).build();
  }

  UpdateResponse update(UpdateRequest request) {
    var object = Structs.with(request.getNews(), "endpoint", request.getId() + ".example");
    if (!request.getPreview()) objects.put(request.getId(), object);
    return UpdateResponse.newBuilder().setProperties(object).build();
  }

  ReadResponse read(ReadRequest request) {
    var object = objects.get(request.getId());
    return object == null
        ? ReadResponse.getDefaultInstance()
        : ReadResponse.newBuilder()
            .setId(request.getId())
            .setProperties(object)
            .setInputs(object.toBuilder().removeFields("endpoint"))
            .build();
  }

  Empty delete(DeleteRequest request) {
    objects.remove(request.getId());
    return Empty.getDefaultInstance();
  }
}

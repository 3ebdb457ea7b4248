package io.keelson.operator.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.crdv2.generator.CRDPostProcessor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinitionBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaPropsBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.ValidationRule;
import io.fabric8.kubernetes.client.CustomResource;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.api.component.ComponentDefinition;
import io.keelson.operator.api.component.ComponentRevision;
import io.keelson.operator.api.plan.Plan;
import io.keelson.operator.api.plan.PlanApproval;
import io.keelson.operator.api.policy.Policy;
import io.keelson.operator.api.provider.Provider;
import io.keelson.operator.api.provider.ProviderConfig;
import io.keelson.operator.api.record.ResourceInstance;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Generates the CRDs from the resource classes.
///
/// Fabric8's generator does most of it; what its annotations cannot say is added here.
final class CrdGen implements CRDPostProcessor {

  static final List<Class<? extends CustomResource<?, ?>>> KINDS =
      List.of(
          Stack.class,
          Resource.class,
          ResourceInstance.class,
          Plan.class,
          PlanApproval.class,
          Run.class,
          Provider.class,
          ProviderConfig.class,
          Policy.class,
          ComponentDefinition.class,
          ComponentRevision.class,
          Component.class);

  /// What the fields of a condition mean, which is a class of the client library.
  private static final Map<String, String> CONDITION =
      Map.of(
          "type", "What it is about, such as Ready.",
          "status", "Whether that holds: True, False or Unknown.",
          "reason", "Why, in one word; docs/conditions.md explains each.",
          "message", "Why, and what to do, for people.",
          "lastTransitionTime", "When the status became what it is.",
          "observedGeneration", "The generation of the object that it is about.");

  /// The CRDs as YAML, by file name.
  static SortedMap<String, String> generate() {
    var files = new TreeMap<String, String>();
    new CRDGenerator()
        .customResourceClasses(List.copyOf(KINDS))
        .forCRDVersions("v1")
        .withParallelGenerationEnabled(false)
        .withMinQuotes(false) // Off without quotes is a boolean to kubectl
        .withPostProcessor(new CrdGen())
        .withOutput(new InMemory(files))
        .detailedGenerate();
    return files;
  }

  @Override
  public HasMetadata process(HasMetadata generated, String crdVersion) {
    var crd = (CustomResourceDefinition) generated;
    var kind = crd.getSpec().getNames().getKind();
    var type = KINDS.stream().filter(k -> k.getSimpleName().equals(kind)).findFirst().orElseThrow();
    var version = crd.getSpec().getVersions().getFirst();
    version.setAdditionalPrinterColumns(
        withReady(asDeclared(version.getAdditionalPrinterColumns(), type)));
    var schema = version.getSchema().getOpenAPIV3Schema();
    schema.setDescription(type.getAnnotation(JsonClassDescription.class).value());
    schema.setRequired(List.of("spec"));
    everywhere(schema);
    withoutDefaultsInLists(at(schema, "spec"), false);
    addTo(schema, kind);
    unobservedByDefault(at(schema, "status"));
    conditionsSay(type, at(schema, "status"));
    return crd;
  }

  /// What the annotations of one kind cannot say.
  private static void addTo(JSONSchemaProps schema, String kind) {
    switch (kind) {
      case "Stack" -> {
        var maxRemovals = at(schema, "spec", "maxRemovals");
        maxRemovals.setPattern("^([0-9]{1,9}|(100|[0-9]{1,2})%)$");
        maxRemovals.setMaxLength(10L);
        var variables = at(schema, "spec", "variables");
        listMap(variables, "name");
        var variable = variables.getItems().getSchema();
        variable.setAnyOf(List.of(requires("value"), requires("valueFrom"), requires("default")));
        var neither =
            new JSONSchemaPropsBuilder()
                .withNot(anyOf(requires("value"), requires("valueFrom")))
                .build();
        variable.setOneOf(List.of(requires("value"), requires("valueFrom"), neither));
        at(variable, "value").setNullable(true);
        at(variable, "default").setNullable(true);
        atomic(variable);
        listMap(at(schema, "spec", "outputs"), "name");
        atomic(at(schema, "spec", "outputs").getItems().getSchema());
        listMap(at(schema, "spec", "checks"), "name");
      }
      case "Resource" -> {
        repeated(at(schema, "spec"));
      }
      case "Component" -> {
        repeated(at(schema, "spec"));
      }
      case "ComponentDefinition" -> {
        for (String list : List.of("providers", "variables", "components", "outputs", "checks"))
          listMap(at(schema, "spec", list), "name");
        repeated(at(schema, "spec", "resources").getItems().getSchema());
        repeated(at(schema, "spec", "components").getItems().getSchema());
        for (String list : List.of("variables", "outputs"))
          atomic(at(schema, "spec", list).getItems().getSchema());
        // Dropped without a word, a null would mean that a value has to be given.
        at(at(schema, "spec", "variables").getItems().getSchema(), "default").setNullable(true);
        // So many rules would cost more than an API server allows; the operator looks instead.
        withoutRules(at(schema, "spec", "resources"));
      }
      case "ComponentRevision" -> {
        var unchanged = new ValidationRule();
        unchanged.setRule("self == oldSelf");
        unchanged.setMessage("a ComponentRevision is never changed: publish another version");
        at(schema, "spec", "digest").setXKubernetesValidations(List.of(unchanged));
      }
      case "Provider" -> {
        var sources = at(schema, "spec", "sources").getItems().getSchema();
        sources.setOneOf(
            Stream.of("directory", "mirror", "registry", "ociLayout", "archives")
                .map(CrdGen::requires)
                .toList());
        var environment = at(schema, "spec", "environment");
        listMap(environment, "name");
        environment
            .getItems()
            .getSchema()
            .setOneOf(List.of(requires("value"), requires("secretKeyRef")));
        listMap(at(schema, "spec", "createRecovery"), "type");
      }
      case "ProviderConfig" -> {
        listMap(at(schema, "spec", "secrets"), "name");
      }
      case "ResourceInstance" -> listMap(at(schema, "status", "deposed"), "key");
      default -> {}
    }
  }

  /// Something of which there may be any number of instances.
  private static void repeated(JSONSchemaProps spec) {
    spec.setNot(
        anyOf(
            requires("count", "forEach"),
            requires("count", "enabled"),
            requires("forEach", "enabled")));
    at(spec, "count").setMaxLength(4096L);
    // A field that takes text as well as a mapping, as forEach does, cannot be atomic itself.
    atomic(spec);
    // Dropped without a word, a null would mean one instance.
    at(spec, "forEach").setNullable(true);
    at(spec, "enabled").setNullable(true);
  }

  /// Tools that compare with a manifest know no defaults of the API server, and cannot tell which
  /// element of a list is which.
  private static void withoutDefaultsInLists(JSONSchemaProps schema, boolean inList) {
    if (inList) schema.setDefault(null);
    schema.getProperties().values().forEach(each -> withoutDefaultsInLists(each, inList));
    if (schema.getItems() != null) withoutDefaultsInLists(schema.getItems().getSchema(), true);
  }

  private static void withoutRules(JSONSchemaProps schema) {
    schema.setXKubernetesValidations(null);
    schema.getProperties().values().forEach(CrdGen::withoutRules);
    if (schema.getItems() != null) withoutRules(schema.getItems().getSchema());
  }

  /// The generator sorts columns by path; people read them in the order of the annotations.
  private static List<CustomResourceColumnDefinition> asDeclared(
      List<CustomResourceColumnDefinition> columns, Class<?> kind) {
    var names =
        Arrays.stream(kind.getAnnotationsByType(AdditionalPrinterColumn.class))
            .map(AdditionalPrinterColumn::name)
            .toList();
    return columns.stream()
        .sorted(Comparator.comparingInt(column -> names.indexOf(column.getName())))
        .toList();
  }

  /// Adds what stands in every table with a column READY: REASON beside it, AGE after the columns
  /// that are always shown, and MESSAGE at the end.
  private static List<CustomResourceColumnDefinition> withReady(
      List<CustomResourceColumnDefinition> declared) {
    var columns = new ArrayList<>(declared);
    var names = columns.stream().map(CustomResourceColumnDefinition::getName).toList();
    int ready = names.indexOf("READY");
    if (ready < 0) return columns;
    var path = columns.get(ready).getJsonPath();
    columns.add(ready + 1, column("REASON", path.replaceFirst("status$", "reason"), "string", 0));
    int shown = (int) columns.stream().filter(each -> each.getPriority() == 0).count();
    columns.add(shown, column("AGE", ".metadata.creationTimestamp", "date", 0));
    columns.add(column("MESSAGE", path.replaceFirst("status$", "message"), "string", 1));
    return columns;
  }

  private static CustomResourceColumnDefinition column(
      String name, String path, String type, int priority) {
    return new CustomResourceColumnDefinitionBuilder()
        .withName(name)
        .withJsonPath(path)
        .withType(type)
        .withPriority(priority)
        .build();
  }

  /// The field is one class's, what it says is each status's own.
  private static void conditionsSay(Class<?> kind, JSONSchemaProps status) {
    var types = (ParameterizedType) kind.getGenericSuperclass();
    if (!(types.getActualTypeArguments()[1] instanceof Class<?> type)) return;
    var says = type.getAnnotation(ConditionsSay.class);
    if (says != null) at(status, "conditions").setDescription(says.value());
  }

  /// What holds wherever it occurs.
  private static void everywhere(JSONSchemaProps schema) {
    if ("integer".equals(schema.getType())) {
      schema.setFormat("int64");
    }
    // Free-form JSON is replaced as a whole: merged by server-side apply it would be a mixture, and
    // one that was emptied would vanish.
    if ("object".equals(schema.getType())
        && (Boolean.TRUE.equals(schema.getXKubernetesPreserveUnknownFields())
            || schema.getAdditionalProperties() != null)) {
      atomic(schema);
    }
    schema
        .getProperties()
        .forEach((name, property) -> {
          if (name.equals("conditions")) {
            conditions(property);
          }
          everywhere(property);
        });
    if (schema.getItems() != null) {
      everywhere(schema.getItems().getSchema());
    }
    if (schema.getAdditionalProperties() != null) {
      everywhere(schema.getAdditionalProperties().getSchema());
    }
  }

  private static void conditions(JSONSchemaProps list) {
    listMap(list, "type");
    var condition = list.getItems().getSchema();
    condition.setRequired(List.of("lastTransitionTime", "message", "reason", "status", "type"));
    CONDITION.forEach((field, text) -> at(condition, field).setDescription(text));
    at(condition, "lastTransitionTime").setFormat("date-time");
    at(condition, "status")
        .setEnum(
            Stream.of("True", "False", "Unknown")
                .<JsonNode>map(JsonNodeFactory.instance::textNode)
                .toList());
  }

  private static JSONSchemaProps at(JSONSchemaProps schema, String... path) {
    var found = schema;
    for (var name : path) {
      found = Objects.requireNonNull(found.getProperties().get(name), name);
    }
    return found;
  }

  private static void atomic(JSONSchemaProps object) {
    object.setXKubernetesMapType("atomic");
  }

  private static void listMap(JSONSchemaProps list, String key) {
    list.setXKubernetesListType("map");
    list.setXKubernetesListMapKeys(List.of(key));
  }

  private static JSONSchemaProps anyOf(JSONSchemaProps... alternatives) {
    return new JSONSchemaPropsBuilder().withAnyOf(alternatives).build();
  }

  private static JSONSchemaProps requires(String... properties) {
    return new JSONSchemaPropsBuilder().withRequired(properties).build();
  }

  /// Tools that wait for `observedGeneration` must not take a new object for a finished one. A
  /// ComponentRevision has no status, and is finished when it is there.
  private static void unobservedByDefault(JSONSchemaProps status) {
    if (status.getProperties().containsKey("observedGeneration"))
      status.setDefault(JsonNodeFactory.instance.objectNode().put("observedGeneration", -1));
  }

  private record InMemory(Map<String, String> files)
      implements CRDGenerator.CRDOutput<ByteArrayOutputStream> {
    @Override
    public ByteArrayOutputStream outputFor(String crdName) {
      return new ByteArrayOutputStream() {
        @Override
        public void close() throws IOException {
          super.close();
          files.put(crdName.replaceFirst("\\..*", ".yaml"), toString(StandardCharsets.UTF_8));
        }
      };
    }

    @Override
    public void close() {}
  }
}

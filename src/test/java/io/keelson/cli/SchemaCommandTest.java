package io.keelson.cli;

import static io.keelson.testing.Attributes.writeOnly;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import io.keelson.cli.provider.DescribedType;
import io.keelson.cli.provider.SchemaCatalog;
import io.keelson.engine.function.FunctionSignature;
import io.keelson.engine.function.FunctionSignature.Parameter;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Block;
import io.keelson.engine.schema.Documentation;
import io.keelson.engine.schema.Documentation.Note;
import io.keelson.engine.schema.NestedBlock;
import io.keelson.engine.schema.Nesting;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.schema.Shape;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.json.ExactJson;
import io.keelson.provider.plugin.schema.IdentitySchema;
import io.keelson.provider.pulumi.schema.PackageSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What `keelson schema` prints, byte for byte. `-Dgolden=update` writes the files.
final class SchemaCommandTest {
  private static final Path GOLDENS = Path.of("src/test/resources/schemas");

  private static final Documentation DOCUMENTATION =
      new Documentation(
          new Note(
              "A server in a rack, which has been described at some length, so that a line is"
                  + " broken where it is too long to be read.\n\n"
                  + "Second paragraph.",
              ""),
          new TreeMap<>(
              Map.of(
                  "name", new Note("What it is called.", ""),
                  "old", new Note("Was once needed.", "Use name instead."),
                  "disks.size", new Note("In GiB.", ""),
                  "timeouts", new Note("How long to wait.", ""),
                  "timeouts.create", new Note("Such as 10m.", ""))));

  private static final String SITE =
      """
      {"name": "site", "version": "1.0.0", "resources": {"site:index:WebApp": {
        "isComponent": true, "description": "Serves pages.",
        "inputProperties": {"words": {"type": "integer", "description": "How many."}},
        "requiredInputs": ["words"],
        "properties": {"host": {"type": "string"}}, "required": ["host"]}}}
      """;

  private static DescribedType server() {
    var disk =
        new TreeMap<>(
            Map.of(
                "size", Attribute.of(Types.NUMBER, Presence.REQUIRED),
                "id", Attribute.of(Types.STRING, Presence.COMPUTED)));
    var attributes = new TreeMap<String, Attribute>();
    attributes.put("id", Attribute.of(Types.STRING, Presence.COMPUTED));
    attributes.put("name", Attribute.of(Types.STRING, Presence.REQUIRED));
    attributes.put("host", Attribute.of(Types.STRING, Presence.OPTIONAL_COMPUTED));
    attributes.put("old", Attribute.of(Types.BOOL, Presence.OPTIONAL));
    attributes.put("labels", Attribute.of(Type.map(Types.STRING), Presence.OPTIONAL));
    attributes.put("anything", Attribute.of(Types.DYNAMIC, Presence.OPTIONAL));
    attributes.put(
        "ports",
        Attribute.of(
            Type.set(Type.object(Map.of("from", Types.NUMBER, "to", Types.NUMBER))),
            Presence.OPTIONAL));
    attributes.put("password", Attribute.of(Types.STRING, Presence.OPTIONAL).asSensitive());
    attributes.put("token", writeOnly(Attribute.of(Types.STRING, Presence.OPTIONAL).asSensitive()));
    attributes.put(
        "disks",
        new Attribute(new Shape.Nested(Nesting.LIST, disk), Presence.REQUIRED, false, false));
    var timeouts =
        new Block(
            new TreeMap<>(Map.of("create", Attribute.of(Types.STRING, Presence.OPTIONAL))),
            new TreeMap<>());
    var rule =
        new Block(
            new TreeMap<>(Map.of("port", Attribute.of(Types.NUMBER, Presence.REQUIRED))),
            new TreeMap<>());
    var blocks =
        new TreeMap<>(
            Map.of(
                "timeouts", new NestedBlock(Nesting.SINGLE, timeouts, 0, 0),
                "rule", new NestedBlock(Nesting.SET, rule, 1, 3)));
    return new DescribedType(
        DescribedType.Kind.RESOURCE,
        "acme_server",
        "registry.example/acme/acme 1.2.0",
        new Schema(0, new Block(attributes, blocks)),
        DOCUMENTATION);
  }

  private static DescribedType provider() {
    var signature =
        new FunctionSignature(
            List.of(new Parameter("by", Types.STRING, false, false)),
            Optional.of(new Parameter("parts", Types.DYNAMIC, false, false)),
            Types.STRING);
    return new DescribedType(
        DescribedType.Kind.PROVIDER,
        "acme",
        "registry.example/acme/acme 1.2.0",
        Schema.of(0, new TreeMap<>()),
        Documentation.NONE,
        new TreeMap<>(Map.of("join", signature)));
  }

  @Test
  void everyShape_isShownToPeople() throws IOException {
    assertGolden("server.txt", SchemaText.of(server()));
    assertGolden("provider.txt", SchemaText.of(provider()));
  }

  @Test
  void identity_isShownWithWhatAnImportNeedsOfIt() {
    var identity =
        new IdentitySchema(
            0,
            Type.object(new TreeMap<>(Map.of("account", Types.STRING, "name", Types.STRING))),
            new TreeSet<>(List.of("name")));
    var type =
        new DescribedType(
            "acme_server",
            "registry.example/acme/acme 1.2.0",
            Schema.of(0, new TreeMap<>()),
            Documentation.NONE,
            Optional.of(identity));

    assertThat(SchemaText.of(type))
        .contains(
            "Identity, for an import\n  account  string  (optional)\n  name  string  (required)\n");
  }

  @Test
  void everyShape_isShownToEditors() throws IOException {
    assertGolden("server.json", JsonSchema.of(server()).toPrettyString() + "\n");
    assertGolden("provider.json", JsonSchema.of(provider()).toPrettyString() + "\n");
  }

  /// What a Component of a package takes are inputs, and a Resource of such a type is refused.
  @Test
  void componentOfPackage_isShownAsOne() throws IOException {
    var type =
        new SchemaCatalog.OfPulumi("site", "example.org/team/site 1.0.0", PackageSchema.read(SITE))
            .find("site_WebApp")
            .orElseThrow();

    assertThat(SchemaText.of(type))
        .isEqualTo(
            """
            program.site:index:WebApp: component of a program of example.org/team/site 1.0.0
            Serves pages.

            Arguments
              words  number  (required)
                How many.

            Attributes that the provider gives
              host  string  (computed)
            """);
    var json = JsonSchema.of(type);
    assertThat(json.at("/properties/kind/const").asText()).isEqualTo("Component");
    assertThat(json.at("/$defs/inputs/required/0").asText()).isEqualTo("words");
    assertThat(json.at("/properties/spec/properties").has("config")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {name: a, disks: [{size: 1}], rule: [{port: 80}]}                        | true
          {name: a, disks: [{size: '1'}], rule: [{port: '${x.y.z}'}], old: null}   | true
          {name: '${x.y.z}', disks: '${x.y.z}', rule: '${x.y.z}'}                  | true
          {name: a, disks: [{size: 1}], rule: [{port: 80}], timeouts: {create: 1m}} | true
          {name: a, disks: [{size: 1}], rule: [{port: 80}], nmae: b}               | false
          {name: a, disks: [{size: 1}], rule: [{port: 80}], id: b}                 | false
          {name: a, disks: [{size: 1}]}                                            | false
          {name: a, disks: [{}], rule: [{port: 80}]}                               | false
          {name: a, disks: some, rule: [{port: 80}]}                               | false
          {name: [a], disks: [{size: 1}], rule: [{port: 80}]}                      | false
          {name: a, disks: [{size: 1}], rule: [{port: 1}, {port: 2}, {port: 3}, {port: 4}]} | false
          """)
  void manifest_isHeldToIt(String config, boolean fits) {
    var manifest =
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Resource
        metadata: {name: a}
        spec: {stack: s, type: acme_server, config: %s}
        """
            .formatted(config);
    var schema =
        SchemaRegistry.withDialect(Dialects.getDraft202012())
            .getSchema(JsonSchema.of(server()).toString());

    assertThat(schema.validate(manifest, InputFormat.YAML).isEmpty()).as(config).isEqualTo(fits);
  }

  private static void assertGolden(String name, String actual) throws IOException {
    var golden = GOLDENS.resolve(name);
    if ("update".equals(System.getProperty("golden"))) Files.writeString(golden, actual);
    assertThat(actual).isEqualTo(Files.readString(golden));
  }

  @Test
  void typeThatEveryStackHas_needsNoCluster() throws IOException {
    var text = Program.run("schema", "terraform_data");
    assertThat(text.exitCode()).as(text.errors()).isZero();
    assertThat(text.out())
        .startsWith("terraform_data: resource of builtin\n")
        .contains("  triggers_replace  any  (optional)\n")
        .contains("  output  any  (computed)\n");

    var json = Program.run("schema", "data.kubernetes_object", "--json-schema");
    assertThat(json.exitCode()).as(json.errors()).isZero();
    JsonNode schema = ExactJson.JSON.readTree(json.out());
    assertThat(schema.at("/properties/spec/properties/mode/const").asText()).isEqualTo("Data");
    assertThat(schema.at("/$defs/config/properties").size()).isPositive();
  }

  private static final String DEFINITION =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: ComponentDefinition
      metadata: {name: web-app, namespace: platform}
      spec:
        version: 1.4.0
        description: A web app with a database.
        providers: [{name: dns, provider: aws, optional: true}]
        variables:
        - {name: name, type: string, nullable: false, description: What it is called.}
        - {name: replicas, type: number, default: 2}
        - {name: network, type: "object({zone = string, subnets = optional(set(string), [])})"}
        - {name: token, type: string, sensitive: true, default: hidden-word}
        - {name: labels}
        outputs:
        - {name: name, type: string, value: "${variable.name}", description: The same again.}
        - {name: token, value: "${variable.token}", sensitive: true}
      """;

  @Test
  void component_isShownWithWhatItTakesAndGives(@TempDir Path folder) throws IOException {
    var file = Files.writeString(folder.resolve("web-app.yaml"), DEFINITION);

    var text = Program.run("schema", "component/web-app", "-n", "platform", "-f", file.toString());

    assertThat(text.exitCode()).as(text.errors()).isZero();
    assertThat(text.out())
        .isEqualTo(
            """
            component/web-app: A component: version 1.4.0 of namespace platform.
            A web app with a database.

            Inputs
              name  string  (required, not null)
                What it is called.
              replicas  number  (default 2)
              network  object({zone = string, subnets = optional(set(string), [])})  (required)
              token  string  (optional, sensitive)
              labels  any  (required)

            Providers
              dns  aws  (optional)

            Outputs
              name  string
                The same again.
              token  any  (sensitive)
            """);
  }

  @Test
  void componentThatIsNotThere_isAnError(@TempDir Path folder) throws IOException {
    var file = Files.writeString(folder.resolve("web-app.yaml"), DEFINITION);

    var text = Program.run("schema", "component/web", "-n", "platform", "-f", file.toString());

    assertThat(text.exitCode()).isEqualTo(1);
    assertThat(text.errors())
        .contains("no ComponentDefinition 'web' in namespace 'platform' in the files");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {name: a, network: {zone: z}, labels: {any: 1}}                | true
          {name: '${x.y.z}', network: '${x.y.z}', labels: 1, replicas: '3'} | true
          {name: a, network: {zone: z}, labels: 1, replicas: [1]}        | false
          {name: a, network: {zone: z}, labels: 1, relpicas: 1}          | false
          {network: {zone: z}, labels: 1}                                | false
          """)
  void inputsOfAComponent_areHeldToIt(String inputs, boolean fits, @TempDir Path folder)
      throws IOException {
    var file = Files.writeString(folder.resolve("web-app.yaml"), DEFINITION);
    var json =
        Program.run(
            "schema",
            "component/web-app",
            "-n",
            "platform",
            "--json-schema",
            "-f",
            file.toString());
    assertThat(json.exitCode()).as(json.errors()).isZero();
    var manifest =
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Component
        metadata: {name: web}
        spec: {stack: shop, definition: {name: web-app, namespace: platform}, inputs: %s}
        """
            .formatted(inputs);

    var schema = SchemaRegistry.withDialect(Dialects.getDraft202012()).getSchema(json.out());

    assertThat(schema.validate(manifest, InputFormat.YAML).isEmpty()).as(inputs).isEqualTo(fits);
  }

  private static SchemaCatalog methods() {
    return new SchemaCatalog.OfPulumi(
        "site",
        "example.org/team/site 1.0.0",
        PackageSchema.read(
            """
            {"name": "site", "version": "1.0.0",
             "resources": {"site:index:WebApp": {"isComponent": true}},
             "functions": {
               "site:index:WebApp/describe": {
                 "inputs": {"required": ["__self__", "greeting"], "properties": {
                   "__self__": {"$ref": "#/resources/site:index:WebApp"},
                   "greeting": {"type": "string", "description": "Comes first."}}},
                 "outputs": {"properties": {"text": {"type": "string"}}}},
               "site:index:WebApp/compare": {
                 "inputs": {"required": ["__self__"], "properties": {
                   "__self__": {"$ref": "#/resources/site:index:WebApp"},
                   "self": {"type": "string"}}},
                 "outputs": {"properties": {"same": {"type": "boolean"}}}}}}\
            """));
  }

  @Test
  @Tag("R-PRG-26")
  void methodOfAComponent_isADataSourceThatSaysWhichComponentItIsGiven() {
    assertThat(methods().titles())
        .contains("data.site_WebApp_describe", "data.site_WebApp_compare");
    assertThat(SchemaText.of(methods().find("data.site_WebApp_describe").orElseThrow()))
        .contains("  self  any  (required)\n")
        .contains("The component whose method is called, such as ${component.web}.")
        .contains("  greeting  string  (required)\n")
        .contains("  text  string  (computed)\n")
        .doesNotContain("__self__");
  }

  @Test
  @Tag("R-PRG-26")
  void methodWithAnArgumentCalledSelf_hasItsComponentUnderItsLongName() {
    assertThat(SchemaText.of(methods().find("data.site_WebApp_compare").orElseThrow()))
        .contains("  __self__  any  (required)\n")
        .contains("  self  string  (optional)\n");
  }
}

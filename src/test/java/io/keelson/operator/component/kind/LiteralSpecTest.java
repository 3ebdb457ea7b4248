package io.keelson.operator.component.kind;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.json.JsonValues;
import io.keelson.json.LiteralYaml;
import org.junit.jupiter.api.Test;

/// What an object of a kind says becomes the spec of its Component.
final class LiteralSpecTest {
  private static final ComponentKind WEB_APP =
      new ComponentKind("webapps", "WebApp", "v1alpha1", "platform", "web-app");

  private static JsonNode tree(String yaml) throws JsonValues.NotAValue {
    return LiteralYaml.tree(yaml);
  }

  private static JsonNode component(String spec) throws JsonValues.NotAValue {
    return new LiteralSpec(WEB_APP, tree(spec)).tree();
  }

  @Test
  void definition_isThatOfTheKind_inTheVersionOfTheObject() throws Exception {
    assertThat(component("{stack: shop, version: ~> 1.4}"))
        .isEqualTo(
            tree(
                "{stack: shop, definition: {name: web-app, namespace: platform, version: ~>"
                    + " 1.4}}"));
    assertThat(component("{stack: shop, revision: web-app-1.4.0-0a1b2c3d}").at("/definition"))
        .isEqualTo(tree("{name: web-app, namespace: platform, revision: web-app-1.4.0-0a1b2c3d}"));
  }

  @Test
  void textOfInputs_isNoExpression_howeverDeep() throws Exception {
    var spec = component("{inputs: {'${a}': '${b} $${c} $', list: [{deep: 'x${y'}], many: 1.50}}");

    assertThat(spec.get("inputs"))
        .isEqualTo(tree("{'${a}': '$${b} $$${c} $', list: [{deep: 'x$${y'}], many: 1.50}"));
  }

  @Test
  void otherFields_areAsTheyAre_butNotWhatReachesBeyondTheComponent() throws Exception {
    var spec =
        component(
            "{count: '${variable.many}', dependsOn: [terraform_data.a], aliases: [component.b],"
                + " transforms: [], definition: {name: other}}");

    assertThat(spec)
        .isEqualTo(
            tree(
                "{count: '${variable.many}', dependsOn: [terraform_data.a], definition: {name:"
                    + " web-app, namespace: platform}}"));
  }
}

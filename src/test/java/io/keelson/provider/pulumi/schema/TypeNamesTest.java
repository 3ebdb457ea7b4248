package io.keelson.provider.pulumi.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ResourceAddress;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("R-PRG-6")
class TypeNamesTest {
  private static final String BRIDGED = "(.*)(?:/[^/]*)";

  private static TypeNames names(String format, String... tokens) {
    return TypeNames.of(ModuleFormat.of(format), List.of(tokens));
  }

  @ParameterizedTest
  @CsvSource({
    "random:index/randomPet:RandomPet, (.*)(?:/[^/]*), random_RandomPet",
    "random:index/randomPet:RandomPet, (.*), random_RandomPet",
    "command:local:Command, (.*), command_local_Command",
    "aws:s3/bucket:Bucket, (.*)(?:/[^/]*), aws_s3_Bucket",
    "aws:s3/bucket:Bucket, (.*), aws_s3_bucket_Bucket",
    "kubernetes:networking.k8s.io/v1:Ingress, (.*), kubernetes_networking_k8s_io_v1_Ingress",
    "shop-components:index:WebApp, (.*), shop_components_WebApp",
    "mod:m_Resource:Resource, (.*)(?:_[^_]*), mod_m_Resource",
    "two:Parts, (.*), two_Parts",
    "1st:index:Type, (.*), _1st_Type"
  })
  void name_isOfPackageModuleAndType(String token, String format, String name) {
    var names = names(format, token);

    assertThat(names.name(token)).contains(name);
    assertThat(names.token(name)).contains(token);
    assertThat(ResourceAddress.managed(name, "it").type()).isEqualTo(name);
  }

  @Test
  void tokensOfOneName_bothHaveTheLongOne() {
    var names = names(BRIDGED, "a:m/one:T", "a:m/two:T", "a:m/two:U");

    assertThat(names.names()).containsExactly("a_m_U", "a_m_one_T", "a_m_two_T");
    assertThat(names.token("a_m_two_T")).contains("a:m/two:T");
  }

  @Test
  void shortNameThatIsTheLongOneOfAnother_isGivenUp() {
    var names = names(BRIDGED, "a:m/one:T", "a:m/two:T", "a:m/one/x:T");

    assertThat(names.names()).containsExactly("a_m_one_T", "a_m_one_x_T", "a_m_two_T");
    assertThat(names.name("a:m/one/x:T")).contains("a_m_one_x_T");
  }

  @Test
  void tokensThatDifferInNothingButSigns_haveNoName() {
    var names = names("(.*)", "a:m/n:T", "a:m.n:T", "a:m:T");

    assertThat(names.names()).containsExactly("a_m_T");
    assertThat(names.name("a:m/n:T")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "a:", ":b", "a:b:c:d", "a:index:Type/method"})
  void whatIsNoTypesToken_hasNoName(String token) {
    assertThat(names("(.*)", token).names()).isEmpty();
  }

  static List<String> evilFormats() {
    return List.of(
        "(.*",
        "no group",
        "((?:){1000000000}){1000000000}",
        "(((a{1000}){1000}){1000})",
        "(x".repeat(1_000) + ")".repeat(1_000),
        "(.*)\\1");
  }

  @ParameterizedTest
  @MethodSource("evilFormats")
  void formatThatIsNone_isAllOfTheModule(String format) {
    assertThat(names(format, "a:s3/b:T").names()).containsExactly("a_s3_b_T");
  }

  @Test
  @Timeout(60)
  void slowFormat_isAsFastAsAnyOther() {
    var module = "a".repeat(199) + "!";

    assertThat(names("((a|a|a*)*)*$", "p:" + module + ":T").names()).hasSize(1);
  }

  @Test
  void longModule_isShownAsItIs() {
    var module = "a".repeat(10_000) + "/b";

    assertThat(names(BRIDGED, "p:" + module + ":T").names())
        .containsExactly("p_" + module.replace('/', '_') + "_T");
  }
}

package io.keelson.provider.plugin.install.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SourceAddressTest {
  @ParameterizedTest
  @CsvSource({
    "time, registry.opentofu.org/hashicorp/time",
    "gavinbunney/kubectl, registry.opentofu.org/gavinbunney/kubectl",
    "registry.terraform.io/hashicorp/aws, registry.terraform.io/hashicorp/aws",
    "HashiCorp/Time, registry.opentofu.org/hashicorp/time",
    "Example.COM:8443/a/b, example.com:8443/a/b",
    "example.com:443/a/b, example.com/a/b",
    "müller.example/a/b, xn--mller-kva.example/a/b",
    "localhost:5000/a/b, localhost:5000/a/b",
    "a-b/google-beta, registry.opentofu.org/a-b/google-beta",
  })
  void address_isReadIntoItsFullForm(String text, String full) {
    var address = SourceAddress.parse(text);

    assertThat(address).hasToString(full);
    assertThat(SourceAddress.parse(full)).isEqualTo(address);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "a/b/c/d              | it has 4 parts; write [host/]namespace/type, such as"
            + " hashicorp/time",
        "\"\"                   | its type is empty",
        "a/                   | its type is empty",
        "/b                   | its namespace is empty",
        "-/aws                | the namespace '-' stood for an unknown one; write the real one",
        "a--b/c               | its namespace 'a--b' has two dashes in a row",
        "a/-c                 | its type '-c' starts or ends with a dash",
        "a/b.c                | its type 'b.c' has '.'; letters, digits and dashes are allowed",
        "a/b_c                | its type 'b_c' has '_'; letters, digits and dashes are allowed",
        "a/../b               | its host 'a' has no dot; write a full host name, or namespace/type"
            + " for a provider of registry.opentofu.org",
        "ex.com/../b          | its namespace '..' has '.'; letters, digits and dashes are allowed",
        "ex.com:0/a/b         | the port '0' of its host is no number from 1 to 65535",
        "ex.com:x/a/b         | the port 'x' of its host is no number from 1 to 65535",
        "ex_.com/a/b          | its host 'ex_.com' is no host name",
        "a/terraform-provider-b | the type has no prefix 'terraform-provider-'; write 'a/b'",
        "a/terraform-b        | the type has no prefix 'terraform-'; write 'a/b'",
        "terraform.io/builtin/terraform | it is built into the terraform program and not a package;"
            + " terraform_data needs no provider",
      })
  void wrongAddress_isRefusedWithThePartThatIsWrong(String text, String why) {
    assertThatThrownBy(() -> SourceAddress.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'" + text + "' is no provider address: " + why);
  }

  @ParameterizedTest
  @CsvSource({
    "*/*/*, example.com/a/b, true",
    "*/*, example.com/a/b, true",
    "*, example.com/a/b, true",
    "example.com/*/*, example.com/a/b, true",
    "example.com/*/*, example.org/a/b, false",
    "hashicorp/*, registry.opentofu.org/hashicorp/time, true",
    "hashicorp/*, example.com/hashicorp/time, false",
    "*/hashicorp/*, example.com/hashicorp/time, true",
    "hashicorp/time, time, true",
    "time, aws, false",
  })
  void pattern_matchesItsAddresses(String pattern, String address, boolean matches) {
    assertThat(AddressPattern.parse(pattern).matches(SourceAddress.parse(address)))
        .isEqualTo(matches);
  }

  @Test
  void wrongPattern_isRefused() {
    assertThatThrownBy(() -> AddressPattern.parse("a/b*"))
        .hasMessageContaining("its type 'b*' has '*'");
  }

  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, linux_amd64",
    "Linux, x86_64, linux_amd64",
    "Linux, aarch64, linux_arm64",
    "Mac OS X, aarch64, darwin_arm64",
    "Windows 11, amd64, windows_amd64",
    "Linux, i386, linux_386",
    "FreeBSD, arm, freebsd_arm",
  })
  void platform_hasTheNamesOfGo(String os, String arch, String name) {
    assertThat(Platform.of(os, arch)).hasToString(name).isEqualTo(Platform.parse(name));
  }

  @Test
  void wrongPlatform_isRefused() {
    assertThatThrownBy(() -> Platform.parse("linux/amd64"))
        .hasMessage("'linux/amd64' is no platform; write <os>_<arch>, such as linux_amd64");
  }
}

package io.keelson.expression.function;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.expression.Sample;
import io.keelson.expression.Shown;
import io.keelson.expression.Stage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `cidr.*` and `quantity`.
final class NetworkFunctionsTest {
  private final Stage stage = Sample.stage();

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '§',
      textBlock =
          """
          cidr.subnet('10.0.0.0/16', 8, 3)             → "10.0.3.0/24"
          cidr.subnet('10.1.2.3/16', 8, 255)           → "10.1.255.0/24"
          cidr.subnet('10.0.0.0/16', 0, 0)             → "10.0.0.0/16"
          cidr.subnet('0.0.0.0/0', 32, 4294967295.0)   → "255.255.255.255/32"
          cidr.subnet('2001:db8::/32', 32, 1)          → "2001:db8:0:1::/64"
          cidr.subnet('::/0', 128, 1)                  → "::1/128"
          cidr.subnet('fd00::/8', 56, 18446744073709551615.0 - 18374686479671623680.0) → "fdff:ffff:ffff:ffff::/64"
          cidr.subnet('10.0.0.0/16', x.a.num + 1, count.index) → "10.0.1.0/24"
          cidr.subnet(x.a.id, 8, 3)                    → ?<string>*
          cidr.subnet('10.0.0.0/16', 8, x.a.b)         → ?<string>*
          cidr.subnet(sensitive('10.0.0.0/16'), 8, 3)  → "10.0.3.0/24"!{sensitive()}
          cidr.host('10.0.3.0/24', 0)                  → "10.0.3.0"
          cidr.host('10.0.3.0/24', 10)                 → "10.0.3.10"
          cidr.host('10.0.3.0/24', -1)                 → "10.0.3.255"
          cidr.host('10.0.3.7/32', 0)                  → "10.0.3.7"
          cidr.host('2001:db8::/64', 18446744073709551615.0) → "2001:db8::ffff:ffff:ffff:ffff"
          cidr.host('2001:db8::/64', -256)             → "2001:db8::ffff:ffff:ffff:ff00"
          cidr.host('10.0.3.0/24', x.a.num)            → "10.0.3.7"
          cidr.netmask('10.0.0.0/12')                  → "255.240.0.0"
          cidr.netmask('10.0.0.0/0')                   → "0.0.0.0"
          cidr.netmask('10.0.0.0/32')                  → "255.255.255.255"
          cidr.contains('10.0.0.0/8', '10.9.8.7')      → true
          cidr.contains('10.0.0.0/8', '11.0.0.0')      → false
          cidr.contains('10.0.0.0/8', '10.1.0.0/16')   → true
          cidr.contains('10.1.0.0/16', '10.0.0.0/8')   → false
          cidr.contains('10.1.2.3/16', '10.1.9.9')     → true
          cidr.contains('::/0', '10.0.0.1')            → false
          cidr.contains('2001:db8::/32', '2001:DB8:0::1') → true
          cidr.contains('10.0.0.0/8', x.a.id)          → ?<bool>*
          cidr.contains('10.0.0.0/8', sensitive('10.0.0.1')) → true!{sensitive()}
          """)
  void range_isCounted(String source, String expected) {
    assertThat(Shown.of(stage.value(source))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '§',
      textBlock =
          """
          cidr.subnet('10.0.0.0/16', 17, 0)    → wrong argument: there are not enough address bits: a prefix of 16 bits cannot grow by 17 within 32.
          cidr.subnet('10.0.0.0/16', -1, 0)    → wrong argument: there are not enough address bits: a prefix of 16 bits cannot grow by -1 within 32.
          cidr.subnet('10.0.0.0/16', 8, 256)   → wrong argument: the number of the network does not fit into 8 bits.
          cidr.subnet('10.0.0.0/16', 8, -1)    → wrong argument: the number of the network does not fit into 8 bits.
          cidr.subnet('10.0.0.0/16', 8, 1.5)   → wrong argument: a whole number is needed.
          cidr.subnet('10.0.0.0', 8, 1)        → wrong argument: this text is no range of IP addresses.
          cidr.subnet('10.0.0/16', 8, 1)       → wrong argument: this text is no range of IP addresses.
          cidr.subnet('10.0.0.010/16', 8, 1)   → wrong argument: this text is no range of IP addresses.
          cidr.subnet('10.0.0.0/33', 0, 0)     → wrong argument: this text is no range of IP addresses.
          cidr.subnet('10.0.0.0/08', 0, 0)     → wrong argument: this text is no range of IP addresses.
          cidr.subnet('::ffff:10.0.0.1/96', 0, 0) → wrong argument: this text is no range of IP addresses.
          cidr.subnet('fe80::1%eth0/64', 0, 0) → wrong argument: this text is no range of IP addresses.
          cidr.subnet('example.com/16', 0, 0)  → wrong argument: this text is no range of IP addresses.
          cidr.host('10.0.3.0/24', 256)        → wrong argument: a prefix of 24 bits has no address with this number.
          cidr.host('10.0.3.0/24', -257)       → wrong argument: a prefix of 24 bits has no address with this number.
          cidr.host(sensitive('10.0.3.0/24'), 256) → wrong argument: there is no such address.
          cidr.netmask('2001:db8::/32')        → wrong argument: only IPv4 has netmasks.
          cidr.contains('10.0.0.0/8', 'ten')   → wrong argument: the second text is neither an IP address nor a range of them.
          quantity('1GB')                      → value cannot be converted: this text is no quantity.
          quantity('')                         → value cannot be converted: this text is no quantity.
          quantity('1 Gi')                     → value cannot be converted: this text is no quantity.
          quantity(x.a.pw)                     → value cannot be converted: this text is no quantity.
          """)
  void wrongArgument_isRefusedWithTheReason(String source, String expected) {
    assertThat(Shown.of(stage.problem("${" + source + "}"))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '§',
      textBlock =
          """
          quantity('1Gi')                                    → "1Gi"
          quantity('1024Mi')                                 → "1Gi"
          quantity('1.5Gi')                                  → "1536Mi"
          quantity('0.5Ki')                                  → "512"
          quantity('1500m')                                  → "1500m"
          quantity('0.25')                                   → "250m"
          quantity('2000')                                   → "2k"
          quantity('2e3')                                    → "2e3"
          quantity('12E')                                    → "12E"
          quantity('-1.5')                                   → "-1500m"
          quantity('0')                                      → "0"
          quantity('.5')                                     → "500m"
          quantity('5.')                                     → "5"
          quantity('0.0000000001')                           → "1n"
          quantity('123456789012345678901234567890')         → "123456789012345678901234567890"
          quantity('1Gi') + quantity('512Mi')                → "1536Mi"
          quantity('1Gi') - quantity('1Gi')                  → "0"
          quantity('250m') + quantity('1')                   → "1250m"
          quantity('0') + quantity('1Ki')                    → "1Ki"
          quantity('0.5Ki') + quantity('0.5Ki')              → "1Ki"
          quantity('1k') + quantity('1Ki')                   → "2024"
          quantity('1Ki') + quantity('1k')                   → "2024"
          quantity('1Gi') > quantity('1G')                   → true
          quantity('500m') <= quantity('0.5')                → true
          quantity('1Gi') == quantity('1073741824')          → true
          quantity('1Gi') in [quantity('1024Mi')]            → true
          quantity('1Gi') == quantity('1G')                  → false
          quantity(quantity('1')) == quantity('1')           → true
          string(quantity('64Mi')) + '!'                     → "64Mi!"
          toNumber(quantity('1.5Ki'))                        → 1536
          toNumber(quantity('250m'))                         → 0.25
          {'memory': quantity('1Gi') + quantity('1Gi')}      → {memory="2Gi"}
          [quantity('3'), quantity('1')].map(q, string(q))   → ["3", "1"]
          quantity(x.a.id)                                   → ?<any>
          quantity(x.a.id) + quantity('1')                   → ?<any>*
          quantity(x.a.id) > quantity('1')                   → ?<bool>*
          quantity(sensitive('1Gi'))                         → "1Gi"!{sensitive()}
          quantity(sensitive('1Gi')) + quantity('1Gi')       → "2Gi"!{sensitive()}
          """)
  void quantity_isCountedAndWrittenAsKubernetesDoes(String source, String expected) {
    assertThat(Shown.of(stage.value(source))).isEqualTo(expected);
  }
}

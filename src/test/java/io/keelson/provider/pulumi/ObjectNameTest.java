package io.keelson.provider.pulumi;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What objects are called to their providers.
class ObjectNameTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      value = {
        "random_RandomPet.pet, pet",
        "'random_RandomPet.pet[\"eu west\"]', pet-eu-west",
        "random_RandomPet.pet[3], pet-3",
        "data.random_RandomPet.pet[3], pet-3",
        "component.web.random_RandomPet.pet, web-pet",
        "'component.web[\"eu\"].component.db.random_RandomPet.pet', web-eu-db-pet",
        "component.web.random_RandomPet.web-pet, web-pet",
        "'component.web[\"eu\"].component.db.random_RandomPet.web-eu-pet[1]', web-eu-pet-1",
      })
  @Tag("R-PRG-21")
  void name_followsFromTheAddress(String address, String name) {
    var token = "random:index/randomPet:RandomPet";
    var named = ObjectName.of("urn:pulumi:shop::prod", InstanceAddress.parse(address), token);
    assertThat(named.name()).isEqualTo(name);
    assertThat(named.urn()).startsWith("urn:pulumi:shop::prod::").endsWith(token + "::" + name);
  }

  @Test
  @Tag("R-PRG-21")
  void urn_tellsTheComponents() {
    var at =
        InstanceAddress.parse("component.web[\"eu\"].component.db.random_RandomPet.web-eu-pet");
    assertThat(ObjectName.of("urn:pulumi:shop::prod", at, "random:index:RandomPet").urn())
        .isEqualTo(
            "urn:pulumi:shop::prod::keelson:component:web-eu$keelson:component:db$"
                + "random:index:RandomPet::web-eu-pet");
  }
}

package io.keelson.operator.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.ObjectMeta;

/// How objects of the API are written and read by mappers other than the client's own.
public final class ApiJson {
  private ApiJson() {}

  @JsonIgnoreProperties("managedFields")
  private abstract static class WithoutManagedFields {}

  /// A mapper of specs and statuses: a field without a value is left out, and a null inside a value
  /// of the user stays.
  public static JsonMapper.Builder beans() {
    return JsonMapper.builder()
        .defaultPropertyInclusion(
            JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS));
  }

  /// Makes a mapper pass over managed fields: nobody here reads them, and they are the larger part
  /// of a small object.
  ///
  /// @return that mapper
  public static ObjectMapper withoutManagedFields(ObjectMapper mapper) {
    return mapper.addMixIn(ObjectMeta.class, WithoutManagedFields.class);
  }
}

package io.keelson.operator.requests;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.client.dsl.EditReplacePatchable;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A change of some fields of an object, whoever changes the others.
///
/// @param json the text of the patch
public record Patch(PatchType type, String json) {
  /// A JSON merge patch.
  ///
  /// @param fields trees of maps, lists and scalars; a null takes the field away
  public static Patch merge(Map<String, ?> fields) {
    return new Patch(PatchType.JSON_MERGE, Serialization.asJson(fields));
  }

  /// A JSON patch: all of its operations, or none.
  public static Patch of(List<Operation> operations) {
    return new Patch(PatchType.JSON, Serialization.asJson(operations));
  }

  /// @return the object as it is then
  public <T> T on(EditReplacePatchable<T> object) {
    return object.patch(PatchContext.of(type), json);
  }

  /// One operation of a JSON patch.
  ///
  /// @param path such as `/metadata/uid`
  /// @param value null where the operation takes none
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Operation(String op, String path, @Nullable Object value) {
    /// Makes the patch fail where something else stands.
    public static Operation test(String path, Object value) {
      return new Operation("test", path, value);
    }

    public static Operation remove(String path) {
      return new Operation("remove", path, null);
    }
  }
}

package io.keelson.engine.address;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {
  @ParameterizedTest
  @CsvSource({
    "aws_s3_bucket, aws_s3_bucket, true",
    "aws_s3_bucket, aws_s3_bucket_acl, false",
    "aws_s3_*, aws_s3_bucket, true",
    "*, anything, true",
    "*_bucket*, aws_s3_bucket_acl, true",
    "a*b*c, a_b_b_c, true",
    "a*b, ab, true",
    "a*, b, false",
    "admin.*, admin.user, true",
    "admin.*, admin.user.name, false",
    "admin.**, admin.user.name, true",
  })
  void pattern_fitsTheWholeName(String pattern, String name, boolean fits) {
    assertThat(new Glob(pattern).matches(name)).isEqualTo(fits);
  }

  /// A matcher that goes back and tries again would not end within anybody's life.
  @Test
  void manyStars_takeNoTime() {
    assertThat(new Glob("*a".repeat(60) + "b").matches("a".repeat(1000))).isFalse();
  }
}

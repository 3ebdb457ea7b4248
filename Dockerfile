# What `mvn verify` has built: what is in the image is what the checkers compiled and the tests ran.
# dev/release makes the same without a builder; dev/release.d/image.json says what both have.
FROM eclipse-temurin:25 AS build
WORKDIR /src
COPY target/lib lib
COPY dev/Rehearsal.java ./
RUN javac -proc:none -d rehearsal -cp 'lib/*' Rehearsal.java

FROM eclipse-temurin:25-jre
# Libraries change less often than the jar: a layer of their own.
COPY target/lib /opt/keelson/lib
COPY target/keelson.jar /opt/keelson/keelson.jar
COPY --chmod=755 bin/kubectl-keelson /opt/keelson/kubectl-keelson
COPY --chmod=755 bin/kubectl_complete-keelson /opt/keelson/kubectl_complete-keelson
# Beside its heap the JVM takes up to 300 MiB, and less of it where threads share what they have given back.
ENV KEELSON_LOG_FORMAT=json MALLOC_ARENA_MAX=2
# Starting takes half the work when classes come loaded and linked, and with what an earlier start learned.
# Collector and kind of headers have to be those of the entry point.
RUN --mount=from=build,source=/src/rehearsal,target=/rehearsal \
    java -cp '/rehearsal:/opt/keelson/lib/*' Rehearsal operator \
      java --sun-misc-unsafe-memory-access=allow -XX:+UseSerialGC -XX:+UseCompactObjectHeaders -XX:AOTCacheOutput=/opt/keelson/keelson.aot \
      -jar /opt/keelson/keelson.jar operator --health-port=0 --lease-namespace=rehearsal
USER 65532:65532
WORKDIR /tmp
ENTRYPOINT ["java", "-XX:AOTCache=/opt/keelson/keelson.aot", "-Xlog:aot*=error", "--sun-misc-unsafe-memory-access=allow", "-XX:+UseSerialGC", "-XX:MaxRAMPercentage=65", "-Xms32m", "-XX:MinHeapFreeRatio=10", "-XX:MaxHeapFreeRatio=30", "-XX:-ShrinkHeapInSteps", "-XX:+UseCompactObjectHeaders", "-XX:+ExitOnOutOfMemoryError", "-jar", "/opt/keelson/keelson.jar"]
CMD ["operator"]

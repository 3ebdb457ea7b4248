FROM maven:3.9-eclipse-temurin-25 AS build
WORKDIR /src
COPY pom.xml ./
COPY src/main src/main
RUN --mount=type=cache,target=/root/.m2 mvn -B -ntp -Pquick -Dmaven.test.skip=true package

FROM eclipse-temurin:25-jre
# Libraries change less often than the jar: a layer of their own.
COPY --from=build /src/target/quick/lib /opt/keelson/lib
COPY --from=build /src/target/quick/keelson.jar /opt/keelson/keelson.jar
ENV KEELSON_LOG_FORMAT=json
USER 65532:65532
WORKDIR /tmp
ENTRYPOINT ["java", "-XX:+UseSerialGC", "-XX:MaxRAMPercentage=75", "-XX:+UseCompactObjectHeaders", "-XX:+ExitOnOutOfMemoryError", "-jar", "/opt/keelson/keelson.jar"]
CMD ["operator"]

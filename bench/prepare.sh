# Builds what benchmarks run, unless it is there: target/quick/keelson.jar, what a rehearsal of the operator recorded, and
# target/quick/bench-classes. Sourced from the root of the project; sets jdk, the folder of a JDK 25.

source bench/jdk.sh
jdk=$(find_jdk)
if [[ ! -f target/quick/keelson.jar || -n $(find pom.xml src/main -newer target/quick/keelson.jar -print -quit) ]]; then
  command -v mvn >/dev/null || fail "Please install Maven 3.8.7 or newer, which builds target/quick/keelson.jar."
  echo "building target/quick/keelson.jar …" >&2
  mvn -B -q -ntp -Pquick -Dmaven.test.skip=true package
fi

# Compiled first: a compiler in the measured process would count.
libraries='target/quick/keelson.jar:target/quick/lib/*'
rm -rf target/quick/bench-classes
"$jdk/bin/javac" -proc:none -d target/quick/bench-classes -cp "$libraries" bench/layered.d/*.java bench/provider.d/*.java
# The operator starts as in the image: with what a rehearsal has recorded.
dev/rehearse "$jdk" target/quick/keelson.jar

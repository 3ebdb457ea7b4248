# Sourced by the benchmarks.

fail() {
  printf '%s\n' "$*" >&2
  exit 3
}

# The folder of a JDK 25.
find_jdk() {
  local candidate
  for candidate in "${JAVA_HOME:-}" /usr/lib/jvm/* "$HOME"/.sdkman/candidates/java/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    if [[ -x $candidate/bin/javac ]] && "$candidate/bin/javac" -version 2>&1 | grep -q '^javac 25'; then
      echo "$candidate"
      return
    fi
  done
  fail "Please install JDK 25; JAVA_HOME may name it."
}

# The borders between the folders, as a table over #include lines; tests/include_borders.sh feeds it.
# Reports every violation as FILE:LINE and ends with status 1 if there was one.

BEGIN {
  # What each folder may include from the repository, by first part of the path. Nothing points back.
  may["core"] = " core "
  may["generators"] = " core generators "
  may["harness"] = " core generators harness "
  may["cli"] = " core generators harness cli "
  may["fuzz"] = " core generators harness fuzz "
  may["regression"] = " core generators harness regression "
  may["bench"] = " core generators harness bench "
  may["tests"] = " core generators harness cli tests "
}

FNR == 1 {
  file = FILENAME
  sub(/^\.\//, "", file)
  folder = file
  sub(/\/.*/, "", folder)
  is_test = file ~ /_test\.(cpp|h)$/
  is_entry = file ~ /^(core\/rules|generators\/(mutations|controls|compactors)|harness\/zoo)\// && !is_test
  if (!(folder in may)) report("a source in a folder that the table of borders does not know")
}

/^[ \t]*#[ \t]*include/ {
  target = $0
  sub(/^[ \t]*#[ \t]*include[ \t]*/, "", target)
  if (target ~ /^"[^"]+"/) {
    sub(/^"/, "", target)
    sub(/".*/, "", target)
    check_own(target)
  } else if (target ~ /^<[^>]+>/) {
    sub(/^</, "", target)
    sub(/>.*/, "", target)
  } else {
    report("an include that is computed cannot be checked")
    next
  }
  check_foreign(target)
}

END { exit violations > 0 }

function report(text) {
  print file ":" FNR ": " text
  violations++
}

function exists(path, line, status) {
  if (!(path in known)) {
    status = (getline line < path)
    close(path)
    known[path] = status >= 0
  }
  return known[path]
}

function check_own(path, top) {
  top = path
  sub(/\/.*/, "", top)
  if (path ~ /(^|\/)\.\.?\// || path !~ /\// || !exists(path))
    report("\"" path "\" is no path from the repository root")
  else if ((folder in may) && index(may[folder], " " top " ") == 0)
    report(folder "/ may not include " top "/")
  else if (file ~ /^harness\/oracle\.(h|cpp)$/ && path !~ /^(harness\/oracle|core\/manifest)\.h$/)
    report("the oracle judges the core, so it may know nothing of it but the manifest type")
}

function check_foreign(path) {
  if (path ~ /^simdjson(\.h$|\/)/) {
    if (is_entry || file !~ /^(core\/(json|ledger_scan)\.cpp$|core\/sessions\/|bench\/)/)
      report("simdjson belongs to core/json.cpp, core/ledger_scan.cpp and core/sessions/")
  } else if (path ~ /^openssl\//) {
    if (file !~ /^(core\/(sha256|hmac)\.cpp$|bench\/)/) report("OpenSSL belongs to core/sha256.cpp")
  } else if (path ~ /^utf8proc\.h$/) {
    if (file != "core/unicode.cpp") report("utf8proc belongs to core/unicode.cpp")
  } else if (path ~ /^CLI\//) {
    if (folder != "cli") report("CLI11 belongs to cli/")
  } else if (path ~ /^rapidcheck(\.h$|\/)/) {
    if (!is_test && file !~ /^generators\/(arbitrary[^\/]*$|properties\/)/)
      report("RapidCheck belongs to generators/arbitrary.* and to tests")
  } else if (path ~ /^nlohmann\//) {
    if (folder == "core") report("core/ does not know nlohmann/json")
    else if (is_entry) report("too slow to compile for one entry of a registry: nlohmann/json")
  } else if (path ~ /^valijson\//) {
    if (file != "harness/schemas_test.cpp") report("valijson belongs to harness/schemas_test.cpp")
  } else if (path ~ /^(gtest|gmock)\//) {
    if (is_entry) report("too slow to compile for one entry of a registry: GoogleTest")
  } else if (path ~ /^fmt\//) {
    if (folder == "core") report("core/ does not know fmt")
  } else if (path == "ranges" || path == "format" || path == "expected" || path == "source_location") {
    report("<" path "> does not work with both compilers, g++ 12 and clang 14")
  } else if (path == "random") {
    # A test may use an engine's raw numbers, which the standard fixes; its distributions it does not.
    if (folder ~ /^(core|generators|harness)$/ && !is_test)
      report("<random> gives other numbers elsewhere; use generators/random.h")
  }
}

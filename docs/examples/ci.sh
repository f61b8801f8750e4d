#!/bin/sh
# A short sweep with gates for any CI. Leaves dbingest-ci/report.md for a comment, and ends with the exit code of what failed.
#
#   ci.sh --db sqlite --fail-below sqlite:50k          options of 'dbingest run' are added, and win over those below
#
#   DBINGEST          the program (dbingest)
#   DBINGEST_OUT      folder of the results (dbingest-ci)
set -u
program=${DBINGEST:-dbingest}
out=${DBINGEST_OUT:-dbingest-ci}
mkdir -p "$out" || exit 2
report=$out/report.md
rm -f "$report"

has() { case " $given" in *" --$1 "* | *" --$1="*) return 0 ;; esac; return 1; }
given="$* "
has records || set -- "$@" --records 20000
has trials || has precision || set -- "$@" --trials 8
has warmup || set -- "$@" --warmup 2
before=$(ls -d "$out"/2*/ 2>/dev/null)
"$program" run "$@" --out "$out"
code=$?

# The folder that was not there before.
for folder in "$out"/2*/; do
  case "$before" in *"$folder"*) ;; *) [ -f "$folder/report.md" ] && cp "$folder/report.md" "$report" ;; esac
done
[ -f "$report" ] || echo "No report: the sweep ended with exit code $code before it had one." > "$report"

echo "Report: $report; exit code $code"
exit "$code"

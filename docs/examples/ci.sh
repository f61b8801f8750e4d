#!/bin/sh
# A short sweep with gates for any CI. Leaves results/ci/report.md for a comment, and ends with the exit code of what failed.
#
#   ci.sh --db sqlite --fail-below sqlite:50k          options of 'dbingest run' are added, and win over those below
#
#   DBINGEST          the program (dbingest)
#   DBINGEST_OUT      folder of the results, kept from build to build for a history (results/ci)
#   DBINGEST_LAST     fail too when the level fell within the last so many results of that folder (3)
#   DBINGEST_FALL     ... by more than this many per cent (5)
set -u
program=${DBINGEST:-dbingest}
out=${DBINGEST_OUT:-results/ci}
mkdir -p "$out" || exit 2
report=$out/report.md
rm -f "$report"

has() { case " $given" in *" --$1 "* | *" --$1="*) return 0 ;; esac; return 1; }
given="$* "
# A rate in stages (--rate 1k@1m,20k@10s) states the time of each stage.
stages= before=
for word; do
  case "$before $word" in "--rate "*@* | *" --rate="*@*) stages=yes ;; esac
  before=$word
done
# These options decide how long a trial is, and a number of records would cut it short.
if [ -z "$stages" ] && ! has records && ! has duration && ! has find && ! has study && ! has ycsb; then
  set -- "$@" --records 20000
fi
# Where trials are given, the program chooses a warm-up that leaves some of them. A search needs more than 8.
if ! has trials && ! has precision && ! has find; then
  set -- "$@" --trials 8
  has warmup || set -- "$@" --warmup 2
fi
before=$(ls -d "$out"/2*/ 2>/dev/null)
"$program" run "$@" --out "$out"
code=$?

# The folder that was not there before.
for folder in "$out"/2*/; do
  case "$before" in *"$folder"*) ;; *) [ -f "$folder/report.md" ] && cp "$folder/report.md" "$report" ;; esac
done
[ -f "$report" ] || echo "No report: the sweep ended with exit code $code before it had one." > "$report"

# The history of the last 200 complete results: it takes 1,000 at most, and its time grows with their square. With fewer than
# eight there is nothing to find, which its table says. A search (--find) has no place in a history: it measures no point twice.
set --
for folder in "$out"/2*/; do
  [ -f "$folder/trials.jsonl" ] && ! grep -q '^ *"search": ' "$folder/manifest.json" && set -- "$@" "$folder"
done
while [ $# -gt 200 ]; do shift; done
if [ "$code" -eq 0 ] && [ $# -gt 1 ] && ! has find; then
  text=$("$program" compare --history "$@" --last "${DBINGEST_LAST:-3}" --threshold "${DBINGEST_FALL:-5}")
  code=$?
  printf '\n## History\n\n```\n%s\n```\n' "$text" >> "$report"
fi
echo "Report: $report; exit code $code"
exit "$code"

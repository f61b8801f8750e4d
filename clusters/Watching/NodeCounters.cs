using System.Globalization;

namespace DbIngest.Clusters.Watching;

/// <summary>
/// Counters of a node's processes and its machine, as <see cref="NodeProbe"/> received them, with the shell script that reads
/// them from <c>/proc</c> (Linux only). All are cumulative except for memory and start time. The node is the process of its
/// process file with all descendants. <see cref="NodeReader"/> subtracts two of them, except for memory. Immutable.
/// </summary>
/// <param name="CpuS">CPU seconds of the node's processes, ended children included.</param>
/// <param name="RssBytes">
/// Current memory. Shared pages count once: by the proportional share of each process or, where that is not readable, by the
/// largest shared part of a process, since processes of a server mostly share the same pages.
/// </param>
/// <param name="ReadBytes">Bytes read from storage; null when not readable.</param>
/// <param name="WrittenBytes">Bytes written to storage; null when not readable.</param>
/// <param name="ReceivedBytes">
/// Bytes received by the network interfaces that the node sees, loopback excluded; null when not readable.
/// </param>
/// <param name="SentBytes">Bytes sent by them; null when not readable.</param>
/// <param name="BusyS">CPU seconds of everything on the machine; null when not readable.</param>
/// <param name="StealS">
/// CPU seconds that the hypervisor gave to other virtual machines; 0 if the kernel counts none, null when not readable.
/// </param>
/// <param name="StartTicks">
/// Start time of the node's process in the machine's clock ticks. It tells a restarted node, whose counters begin anew.
/// </param>
internal sealed record NodeCounters(double CpuS, long RssBytes, long? ReadBytes, long? WrittenBytes, long? ReceivedBytes,
    long? SentBytes, double? BusyS, double? StealS, long StartTicks)
{
    /// <summary>
    /// Shell script of a probe: prints one line that identifies the machine, then one line of counters per line of input. Its
    /// argument is the file with the node's process id; empty means process 1, as in a container. A parent counts its ended
    /// children, so the script reads again, up to five times in all, if one has ended meanwhile.
    /// </summary>
    public const string Script =
        """
        pidfile=$1
        echo "$(cat /proc/sys/kernel/random/boot_id) $(getconf _NPROCESSORS_ONLN 2>/dev/null || grep -c '^processor' /proc/cpuinfo)"
        page=$(getconf PAGESIZE 2>/dev/null || echo 4096)
        while read -r line; do
          root=1; [ -z "$pidfile" ] || root=$(cat "$pidfile" 2>/dev/null)
          awk -v root="${root:-0}" -v page="$page" '
            BEGIN {
              do {
                ticks = fetched = written = hidden = changed = 0; split("", parent); split("", member)
                for (i = 1; i < ARGC; i++) {
                  file = ARGV[i] "/stat"; line = ""; getline line < file; close(file)
                  if (line == "") continue
                  pid = line + 0; sub(/^.*\) /, "", line); split(line, f, " ")
                  state[pid] = f[1]; parent[pid] = f[2] + 0; cpu[pid] = f[12] + f[13]; reaped[pid] = f[14] + f[15]
                  start[pid] = f[20]
                }
                if (!((root + 0) in parent)) { print "-"; exit }
                member[root + 0] = 1
                do { grew = 0; for (p in parent) if (!(p in member) && (parent[p] in member)) { member[p] = 1; grew = 1 } } while (grew)
                for (p in member) {
                  ticks += cpu[p] + reaped[p]; bytes = 0; file = "/proc/" p "/io"
                  while ((getline line < file) > 0) {
                    split(line, f, " "); if (f[1] == "read_bytes:") { fetched += f[2]; bytes = 1 } if (f[1] == "write_bytes:") written += f[2]
                  }
                  close(file)
                  if (!bytes && state[p] != "Z") { file = "/proc/" p "/stat"; if ((getline line < file) > 0) hidden = 1; close(file) }
                }
                for (p in member) {
                  file = "/proc/" p "/stat"; line = ""; getline line < file; close(file)
                  if (sub(/^.*\) /, "", line) && split(line, f, " ") && f[14] + f[15] != reaped[p]) changed = 1
                }
              } while (changed && ++rounds < 5)
              for (p in member) {
                pss = ""; file = "/proc/" p "/smaps_rollup"
                while ((getline line < file) > 0) if (line ~ /^Pss:/) { split(line, f, " "); pss = f[2] }
                close(file); kb += pss; if (pss != "") continue
                file = "/proc/" p "/statm"; line = ""; getline line < file; close(file); split(line, f, " ")
                kb += (f[2] - f[3]) * page / 1024; if (f[3] * page / 1024 > shared) shared = f[3] * page / 1024
              }
              file = "/proc/" (root + 0) "/net/dev"
              while ((getline line < file) > 0) if (line ~ /:/) { sub(/:/, " ", line); split(line, f, " "); if (f[1] != "lo") { seen = 1; received += f[2]; sent += f[10] } }
              close(file)
              line = ""; getline line < "/proc/stat"; split(line, f, " "); whole = line ~ /^cpu /
              none = "-"
              printf "%.0f %.0f ", ticks, kb + shared
              printf "%s %s ", hidden ? none : sprintf("%.0f", fetched), hidden ? none : sprintf("%.0f", written)
              printf "%s %s ", seen ? sprintf("%.0f", received) : none, seen ? sprintf("%.0f", sent) : none
              printf "%s ", whole ? sprintf("%.0f", f[2] + f[3] + f[4] + f[7] + f[8]) : none
              printf "%s %s\n", whole ? sprintf("%.0f", f[9]) : none, start[root + 0]
            }' /proc/[0-9]*
        done
        """;

    // USER_HZ, the unit of these files, is 100 on every architecture that databases run on.
    private const double ClockTicksPerS = 100;

    /// <summary>Parses a line of the script.</summary>
    /// <param name="line">A line of the script's output behind the first.</param>
    /// <returns>The counters; null when the node does not run.</returns>
    public static NodeCounters? Parse(string line)
    {
        string[] words = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        long? Number(int place) => long.TryParse(words[place], NumberStyles.None, CultureInfo.InvariantCulture, out long number)
            ? number : null;
        return words.Length == 9 && Number(0) is { } ticks && Number(1) is { } kb && Number(8) is { } started
            ? new NodeCounters(ticks / ClockTicksPerS, kb << 10, Number(2), Number(3), Number(4), Number(5),
                Number(6) / ClockTicksPerS, Number(7) / ClockTicksPerS, started)
            : null;
    }
}

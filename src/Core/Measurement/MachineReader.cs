using System.Globalization;
using DbIngest.Abstractions.Resources;

namespace DbIngest.Core.Measurement;

/// <summary>
/// Reads the counters of the whole machine: <c>/proc/stat</c> (proc(5)), <c>/sys/devices/system/cpu</c> and the control group.
/// <see cref="MachineWatch"/> reads them twice per trial and reports the difference. It allocates, so it must not run on a lane's
/// thread. It throws nothing if a file is missing.
/// </summary>
internal static class MachineReader
{
    // USER_HZ, the unit of /proc/stat, is 100 on every architecture that .NET runs on.
    private const double ClockTicksPerS = 100;

    /// <summary>Reads the counters. Null without <c>/proc/stat</c>.</summary>
    public static MachineReading? Read() => ProcText.ReadText("/proc/stat") is { } stat && ParseStat(stat) is { } reading
        ? reading with
        {
            ThermalThrottles = ThermalThrottles("/sys/devices/system/cpu"),
            GroupThrottledS = GroupThrottledS(ProcText.ReadText("/proc/self/cgroup") ?? string.Empty, "/sys/fs/cgroup"),
            ClockMhz = ClockMhz(ProcText.ReadText("/proc/cpuinfo")),
        }
        : null;

    /// <summary>
    /// Parses <c>/proc/stat</c>: user, nice, system, idle, iowait, irq, softirq and steal in ticks, in total and per core.
    /// </summary>
    /// <param name="stat">The content of the file.</param>
    /// <returns>The CPU part of a reading. Null for any other content.</returns>
    internal static MachineReading? ParseStat(string stat)
    {
        string[] lines = stat.Split('\n');
        long[] ticks = [.. lines[0].Split(' ', StringSplitOptions.RemoveEmptyEntries).Skip(1).Select(Number)];
        int cores = lines.Count(line => line.StartsWith("cpu", StringComparison.Ordinal) && line.Length > 3
            && char.IsAsciiDigit(line[3]));
        return !lines[0].StartsWith("cpu ", StringComparison.Ordinal) || ticks.Length < 8 || cores == 0
            ? null
            : new MachineReading(
                cores, (ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6]) / ClockTicksPerS, ticks[7] / ClockTicksPerS, null,
                    null, null);
    }

    /// <summary>Reads how long the nearest CPU limit among the process's control groups throttled its group.</summary>
    /// <param name="membership">The content of <c>/proc/self/cgroup</c>.</param>
    /// <param name="root">Mount point of the control groups.</param>
    /// <returns>Seconds. Null without a limit, so that nothing is throttled.</returns>
    internal static double? GroupThrottledS(string membership, string root) => ControlGroup.Of(membership, "cpu", root)
        .Where(HasQuota).Select(group => ThrottledS(group.IsV1, ProcText.ReadText($"{group.Folder}/cpu.stat"))).FirstOrDefault();

    /// <summary>True if a group has a CPU limit: the first number of <c>cpu.max</c>, or a positive one in version 1.</summary>
    private static bool HasQuota(ControlGroup group) => group.IsV1
        ? Number(ProcText.ReadText($"{group.Folder}/cpu.cfs_quota_us") ?? string.Empty) > 0
        : Number((ProcText.ReadText($"{group.Folder}/cpu.max") ?? string.Empty).Split(' ')[0]) > 0;

    /// <summary>Parses <c>cpu.stat</c> of a control group: microseconds in version 2, nanoseconds in version 1.</summary>
    private static double? ThrottledS(bool isV1, string? stat) =>
        Line(stat, isV1 ? "throttled_time " : "throttled_usec ") is { } text ? Number(text) / (isV1 ? 1e9 : 1e6) : null;

    /// <summary>Averages the lines <c>cpu MHz</c> of <c>/proc/cpuinfo</c>.</summary>
    internal static double? ClockMhz(string? cpuinfo)
    {
        double[] clocks =
        [
            .. (cpuinfo ?? string.Empty).Split('\n')
                .Where(line => line.StartsWith("cpu MHz", StringComparison.Ordinal))
                .Select(line => double.TryParse(line[(line.IndexOf(':', StringComparison.Ordinal) + 1)..],
                    CultureInfo.InvariantCulture, out double mhz) ? mhz : 0)
                .Where(mhz => mhz > 0),
        ];
        return clocks.Length > 0 ? clocks.Average() : null;
    }

    /// <summary>Sums how often each core was throttled.</summary>
    internal static long? ThermalThrottles(string folder)
    {
        long? sum = null;
        string[] cores = Directory.Exists(folder) ? Directory.GetDirectories(folder, "cpu*") : [];
        foreach (string core in cores)
        {
            // A core that is offline has no such file.
            if (ProcText.ReadText($"{core}/thermal_throttle/core_throttle_count") is { } count)
            {
                sum = (sum ?? 0) + Number(count);
            }
        }

        return sum;
    }

    private static string? Line(string? text, string label) => text?.Split('\n')
        .FirstOrDefault(line => line.StartsWith(label, StringComparison.Ordinal))?[label.Length..];

    private static long Number(string text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long number) ? number : 0;
}

using System.Globalization;
using DbIngest.Abstractions.Resources;

namespace DbIngest.Core.Measurement;

/// <summary>
/// Determines how much memory this process may use. <see cref="EnvironmentCapture"/> records it in the manifest, and
/// <c>IdleServers</c> compares it with the memory of idle servers before it keeps several of them open. Reads only.
/// </summary>
public static class MachineMemory
{
    /// <summary>Bytes of the machine's memory, or the limit of the control group if it is lower.</summary>
    public static long Available()
    {
        long machine = (ProcText.Field(ProcText.Read("/proc/meminfo", new byte[4096]), "MemTotal:"u8) * 1024)
            ?? GC.GetGCMemoryInfo().TotalAvailableMemoryBytes;
        return Math.Min(machine, Limit(ProcText.ReadText("/proc/self/cgroup") ?? string.Empty, "/sys/fs/cgroup")
            ?? long.MaxValue);
    }

    /// <summary>The lowest memory limit of the process's control group and its parents.</summary>
    /// <param name="membership">The content of <c>/proc/self/cgroup</c>: lines of <c>id:controllers:path</c>.</param>
    /// <param name="root">Mount point of the control groups.</param>
    /// <returns>Bytes. Null without a limit.</returns>
    internal static long? Limit(string membership, string root)
    {
        long? least = null;
        foreach (var group in ControlGroup.Of(membership, "memory", root))
        {
            string? text = ProcText.ReadText($"{group.Folder}/{(group.IsV1 ? "memory.limit_in_bytes" : "memory.max")}");
            if (long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long limit))
            {
                least = Math.Min(least ?? long.MaxValue, limit);
            }
        }

        return least;
    }
}

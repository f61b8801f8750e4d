using System.Globalization;
using DbIngest.Abstractions.Resources;

namespace DbIngest.Core.Measurement;

/// <summary>The memory that the process may use.</summary>
public static class MachineMemory
{
    /// <summary>The machine's memory, or the control group's limit when that is less.</summary>
    /// <returns>Bytes.</returns>
    public static long Available()
    {
        long machine = (ProcText.Field(ProcText.Read("/proc/meminfo", new byte[4096]), "MemTotal:"u8) * 1024)
            ?? GC.GetGCMemoryInfo().TotalAvailableMemoryBytes;
        return Math.Min(machine, Limit(ProcText.ReadText("/proc/self/cgroup") ?? string.Empty, "/sys/fs/cgroup") ?? long.MaxValue);
    }

    /// <summary>The least memory limit of the process's control group and its parents.</summary>
    /// <param name="membership">The content of <c>/proc/self/cgroup</c>: lines of <c>id:controllers:path</c>.</param>
    /// <param name="root">Where control groups are mounted.</param>
    /// <returns>Bytes; null when there is none.</returns>
    internal static long? Limit(string membership, string root)
    {
        long? least = null;
        foreach (string line in membership.Split('\n'))
        {
            string[] fields = line.Split(':', 3);
            bool isV1 = fields.Length == 3 && fields[1].Split(',').Contains("memory", StringComparer.Ordinal);
            if (isV1 || (fields.Length == 3 && fields[1].Length == 0))
            {
                string file = isV1 ? "memory.limit_in_bytes" : "memory.max";
                string? group = fields[2].TrimEnd('/');

                // The path is one of the host when the namespace is not: the root then stands for the container's own group.
                for (; group is not null; group = group.Length == 0 ? null : group[..group.LastIndexOf('/')])
                {
                    string? text = ProcText.ReadText($"{root}{(isV1 ? "/memory" : string.Empty)}{group}/{file}");
                    if (long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long limit))
                    {
                        least = Math.Min(least ?? long.MaxValue, limit);
                    }
                }
            }
        }

        return least;
    }
}

using System.Runtime.InteropServices;

namespace DbIngest.Bench;

/// <summary>Reads the CPU time of ended child processes: the vendors' programs that a bench starts and waits for.</summary>
internal static partial class EndedProcesses
{
    /// <summary>CPU seconds, user and system, of all child processes that have ended.</summary>
    public static double CpuS
    {
        get
        {
            Span<long> usage = stackalloc long[18]; // struct rusage: two timevals, then 14 longs
            GetUsage(-1, ref usage[0]);
            return usage[0] + usage[2] + ((usage[1] + usage[3]) * 1e-6);
        }
    }

    [LibraryImport("libc", EntryPoint = "getrusage")]
    private static partial int GetUsage(int who, ref long usage);
}

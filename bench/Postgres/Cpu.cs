using System.Globalization;
using System.Runtime.InteropServices;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Bench.Postgres;

/// <summary>CPU seconds, user and system: on a busy machine a steadier measure of cost than elapsed time.</summary>
internal static partial class Cpu
{
    /// <summary>CPU seconds of the server, ended sessions included.</summary>
    public static double OfServer(ITarget target)
    {
        var processes = target.ServerProcesses();
        return processes.Sum(pid => Ticks(pid, 13, 14)) / 100 + (Ticks(processes[0], 15, 16) / 100);
    }

    /// <summary>CPU seconds of child processes that have ended.</summary>
    public static double OfEndedChildren()
    {
        Span<long> usage = stackalloc long[18]; // struct rusage: two timevals, then 14 longs
        getrusage(-1, ref usage[0]);
        return usage[0] + usage[2] + ((usage[1] + usage[3]) * 1e-6);
    }

    // man 5 proc, /proc/pid/stat: utime and stime are fields 14 and 15, those of waited-for children 16 and 17, in 1/100 s.
    private static double Ticks(int pid, int first, int second)
    {
        try
        {
            string text = File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{pid}/stat"));
            string[] fields = text[(text.LastIndexOf(')') + 2)..].Split(' ');
            return double.Parse(fields[first - 2], CultureInfo.InvariantCulture) + double.Parse(fields[second - 2], CultureInfo.InvariantCulture);
        }
        catch (IOException)
        {
            return 0;
        }
    }

    [LibraryImport("libc")]
    private static partial int getrusage(int who, ref long usage);
}

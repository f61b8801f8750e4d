using System.Globalization;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Bench.Postgres;

/// <summary>
/// Reads CPU seconds of the private server, user and system. On a busy machine they are a steadier measure of cost than elapsed
/// time.
/// </summary>
internal static class Cpu
{
    /// <summary>CPU seconds of the server, ended sessions included.</summary>
    public static double OfServer(ITarget target)
    {
        var processes = target.ServerProcesses();
        return processes.Sum(pid => Ticks(pid, 13, 14)) / 100 + (Ticks(processes[0], 15, 16) / 100);
    }

    // man 5 proc, /proc/pid/stat: utime and stime are fields 14 and 15, those of waited-for children 16 and 17, in 1/100 s.
    private static double Ticks(int pid, int first, int second)
    {
        try
        {
            string text = File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{pid}/stat"));
            string[] fields = text[(text.LastIndexOf(')') + 2)..].Split(' ');
            return double.Parse(fields[first - 2], CultureInfo.InvariantCulture)
                + double.Parse(fields[second - 2], CultureInfo.InvariantCulture);
        }
        catch (IOException)
        {
            return 0;
        }
    }
}

using System.Diagnostics;
using System.Globalization;
using DbIngest.Core.Results;

namespace DbIngest.Bench.Scale;

/// <summary>
/// Runs a sweep of one point with many source processes, and measures the parent process. The sweep's program is the real one,
/// and its source processes are <see cref="StandIns"/>.
/// </summary>
/// <param name="program">The built dbingest.</param>
/// <param name="processes">Source processes, of one source each, on 50 hosts.</param>
/// <param name="seconds">Seconds that a trial ingests, at a rate that leaves the machine idle, so that only the parent is
/// measured.</param>
internal sealed class Simulation(string program, int processes, int seconds)
{
    private const int Hosts = 50;
    private const int RecordsPerSecond = 20;

    /// <summary>Runs the sweep and measures its parent.</summary>
    /// <returns>A row of the table.</returns>
    /// <exception cref="InvalidOperationException">The sweep failed.</exception>
    public string Run()
    {
        string folder = Directory.CreateTempSubdirectory("dbingest-scale-").FullName;
        try
        {
            string socket = Path.Combine(folder, "s");
            using var standIns = new StandIns(socket);
            using var parent = Process.Start(
                new ProcessStartInfo(program, Options(folder, socket))
                {
                    RedirectStandardOutput = true,
                    UseShellExecute = false
                })!;
            var use = Watch(parent);
            parent.StandardOutput.ReadToEnd();
            parent.WaitForExit();
            return parent.ExitCode == 0 ? Row(folder, use)
                : throw new InvalidOperationException(
                FormattableString.Invariant($"dbingest ended with exit code {parent.ExitCode}."));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static ResultFolder Result(string folder) =>
        ResultFolder.Open(Directory.GetDirectories(Path.Combine(folder, "out")).Single());

    private string[] Options(string folder, string socket) =>
    [
        "run", "--quiet", "--allow-busy", "--rehearsal", "0", "--out", Path.Combine(folder, "out"), "--db", "null", "--trials",
            "2", "--warmup", "1", "--batch", "10",
        "--records", "100k", "--duration", Number(seconds), "--rate",
            string.Create(CultureInfo.InvariantCulture, $"{RecordsPerSecond}/source"),
        "--sources", string.Join('+', Enumerable.Range(0, processes)
            .Select(i => string.Create(CultureInfo.InvariantCulture, $"1@host{i % Hosts}"))),
        "--launcher", $"sh -c 'exec socat - UNIX-CONNECT:{socket}' {{host}} {{command}}",
    ];

    /// <summary>Reads the parent's resource use four times per second until it exits.</summary>
    private static List<Reading> Watch(Process parent)
    {
        var readings = new List<Reading>();
        while (!parent.WaitForExit(250))
        {
            try
            {
                parent.Refresh();
                readings.Add(new(Stopwatch.GetTimestamp(), parent.TotalProcessorTime.TotalSeconds, parent.PeakWorkingSet64 / 1e6,
                    parent.Threads.Count));
            }
            catch (InvalidOperationException)
            {
                break;
            }
        }

        return readings;
    }

    private string Row(string folder, List<Reading> use)
    {
        var result = Result(folder);
        var trials = Journal.Read(result.JournalFile).OfType<TrialResult>().ToList();
        var last = trials[^1];
        long bytes = new FileInfo(result.JournalFile).Length / trials.Count;

        // The calmest stretch as long as half a trial lies within one: everything else costs more.
        double ingesting = use
            .Select(from => (From: from,
            To: use.LastOrDefault(to => Stopwatch.GetElapsedTime(from.At, to.At).TotalSeconds <= seconds / 2.0)))
            .Where(pair => Stopwatch.GetElapsedTime(pair.From.At, pair.To!.At).TotalSeconds > seconds / 2.5)
            .Min(pair => (pair.To!.CpuS - pair.From.CpuS) / Stopwatch.GetElapsedTime(pair.From.At, pair.To.At).TotalSeconds);
        double starts = (last.Sources.Max(s => s.StartedS) - last.Sources.Min(s => s.StartedS)) * 1e3;
        double clock = last.Hosts!.Max(h => h.ClockErrorS) * 1e3;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"| {processes} | {use[^1].CpuS:F1} | {ingesting:F3} | {use.Max(u => u.PeakMb):F0} | {use.Max(u => u.Threads)} | "
            + $"{starts:F0} | {clock:F2} | {last.Audit!.ElapsedS:F2} | {bytes} |");
    }

    private static string Number(int number) => number.ToString(CultureInfo.InvariantCulture);

    private sealed record Reading(long At, double CpuS, double PeakMb, int Threads);
}

using System.Globalization;
using DbIngest.Abstractions.Resources;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Measurement;

namespace DbIngest.Runner.Opening;

/// <summary>
/// What servers that stay open take of this machine while another target is measured. Where that is too much, a sweep has one
/// deployment at a time unless the user says otherwise.
/// </summary>
internal static class IdleServers
{
    /// <summary>The share of the machine's memory that idle servers may take: more of it would be missing in the page cache of the one that is measured.</summary>
    public const double MemoryShare = 0.25;

    /// <summary>The share of all cores that idle servers may use.</summary>
    public const double CpuShare = 0.05;

    private static readonly TimeSpan CpuWindow = TimeSpan.FromSeconds(1);

    /// <summary>A server that was just started is busy with that for a while: it is idle when one of so many seconds is quiet.</summary>
    private const int MostWindows = 15;

    /// <summary>Whether idle servers may take too much memory: what each has now, or what it was given when that is more.</summary>
    /// <param name="open">The open targets.</param>
    /// <returns>A sentence that says how much; null when it is not too much.</returns>
    public static string? TooMuchMemory(IEnumerable<ITarget> open)
    {
        long machine = MachineMemory.Available();
        double idle = MostIdle([.. open.Select(target => (ServerOf(target), (double)Math.Max(
            new LocalProcesses(target.ServerProcesses, proportional: true).Read()?.RssBytes ?? 0, target.ServerMemoryBytes ?? 0)))]);
        return idle <= machine * MemoryShare
            ? null
            : string.Create(
                CultureInfo.InvariantCulture,
                $"Servers that wait while another is measured may take {idle / (1 << 30):0.0} of {machine / (double)(1 << 30):0.0} GiB of memory, more than {MemoryShare:P0}.");
    }

    /// <summary>Whether idle servers use too much CPU, once they have calmed down after their start.</summary>
    /// <param name="open">The open targets.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <returns>A sentence that says how much; null when it is not too much, or when fewer than two targets are open.</returns>
    public static string? TooMuchCpu(IEnumerable<ITarget> open, CancellationToken cancellation)
    {
        var servers = open.Select(target => (Server: ServerOf(target), Reader: new LocalProcesses(target.ServerProcesses, proportional: false))).ToList();
        if (servers.Count < 2 || servers.TrueForAll(server => server.Server is null))
        {
            return null;
        }

        double share = 0;
        var before = servers.ConvertAll(server => server.Reader.Read()?.CpuS ?? 0);
        for (int window = 0; window < MostWindows; window++)
        {
            cancellation.WaitHandle.WaitOne(CpuWindow);
            cancellation.ThrowIfCancellationRequested();
            var now = servers.ConvertAll(server => server.Reader.Read()?.CpuS ?? 0);
            double used = MostIdle([.. servers.Select((server, i) => (server.Server, now[i] - before[i]))]);
            share = used / CpuWindow.TotalSeconds / Environment.ProcessorCount;
            if (share <= CpuShare)
            {
                return null;
            }

            before = now;
        }

        return string.Create(
            CultureInfo.InvariantCulture,
            $"Servers that wait while another is measured use {share:P0} of the CPU, more than {CpuShare:P0}.");
    }

    /// <summary>The most that servers take together while one target is measured that is not theirs.</summary>
    /// <param name="targets">The server behind each target, null where there is none on this machine, and what it takes.</param>
    /// <returns>The sum; 0 where no target waits for another.</returns>
    internal static double MostIdle(IReadOnlyList<(int? Server, double Use)> targets)
    {
        var servers = targets.Where(target => target.Server is not null).GroupBy(target => target.Server).ToDictionary(s => s.Key!.Value, s => s.Max(t => t.Use));
        return targets.Select(target => servers.Where(server => server.Key != target.Server).Sum(server => server.Value)).DefaultIfEmpty(0).Max();
    }

    /// <summary>Targets may share a server: its first process tells.</summary>
    private static int? ServerOf(ITarget target) => target.ServerProcesses() is { Count: > 0 } processes ? processes.Min() : null;
}

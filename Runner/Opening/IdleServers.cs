using System.Globalization;
using DbIngest.Abstractions.Resources;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Measurement;

namespace DbIngest.Runner.Opening;

/// <summary>
/// Measures the memory and CPU that idle servers take from this machine while another target is measured.
/// <see cref="OpenTargets"/> calls it before the first trial, unless the user chose: above <see cref="MemoryShare"/> or
/// <see cref="CpuShare"/>, the sweep opens one target at a time (blocks). A server without a process on this machine takes
/// nothing. The help of <c>--isolate</c> repeats the two limits: change them together.
/// </summary>
internal static class IdleServers
{
    /// <summary>
    /// Largest share of the machine's memory, or of the control group's limit, for idle servers. More would reduce the page cache
    /// of the measured server.
    /// </summary>
    public const double MemoryShare = 0.25;

    /// <summary>Largest share of all cores for idle servers.</summary>
    public const double CpuShare = 0.05;

    private static readonly TimeSpan CpuWindow = TimeSpan.FromSeconds(1);

    /// <summary>Most windows of 1 s to wait until started servers are idle. One quiet window suffices.</summary>
    private const int MostWindows = 15;

    /// <summary>Checks the memory of idle servers: what each uses now, or its limit if that is higher.</summary>
    /// <param name="open">The open targets.</param>
    /// <returns>A sentence with the amount. Null if the amount is acceptable.</returns>
    public static string? TooMuchMemory(IEnumerable<ITarget> open)
    {
        long machine = MachineMemory.Available();
        double idle = MostIdle([.. open.Select(target => (ServerOf(target), (double)Math.Max(
            new LocalProcesses(target.ServerProcesses, proportional: true).Read()?.RssBytes ?? 0, target.ServerMemoryBytes
                ?? 0)))]);
        return idle <= machine * MemoryShare
            ? null
            : string.Create(
                CultureInfo.InvariantCulture,
                $"Servers that wait while another is measured may take {idle / (1 << 30):0.0} of "
                + $"{machine / (double)(1 << 30):0.0} GiB of memory, more than {MemoryShare:P0}.");
    }

    /// <summary>Checks the CPU use of idle servers after their start. Takes 1 s to 15 s.</summary>
    /// <param name="open">The open targets.</param>
    /// <param name="cancellation">Cancels the check.</param>
    /// <returns>
    /// A sentence with the amount. Null if the amount is acceptable, if fewer than two targets are open, or if no server runs on
    /// this machine.
    /// </returns>
    public static string? TooMuchCpu(IEnumerable<ITarget> open, CancellationToken cancellation)
    {
        var servers = open
            .Select(target => (Server: ServerOf(target), Reader: new LocalProcesses(target.ServerProcesses, proportional: false)))
            .ToList();
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

    /// <summary>Computes the most that the servers of other targets take together while one target is measured.</summary>
    /// <param name="targets">The server of each target, null if none runs on this machine, with its use.</param>
    /// <returns>The sum. 0 if no target waits for another.</returns>
    internal static double MostIdle(IReadOnlyList<(int? Server, double Use)> targets)
    {
        var servers = targets.Where(target => target.Server is not null).GroupBy(target => target.Server)
            .ToDictionary(s => s.Key!.Value, s => s.Max(t => t.Use));
        return targets.Select(target => servers.Where(server => server.Key != target.Server).Sum(server => server.Value))
            .DefaultIfEmpty(0).Max();
    }

    /// <summary>
    /// Identifies a server by its lowest process number, since targets may share a server. Null if no process of it runs on this
    /// machine.
    /// </summary>
    private static int? ServerOf(ITarget target) => target.ServerProcesses() is { Count: > 0 } processes ? processes.Min() : null;
}

using System.Diagnostics;
using System.Globalization;
using System.Net;
using DbIngest.Core.Measurement;

namespace DbIngest.Clusters.Hosts;

/// <summary>What lies between this machine and a node, and what its disk can: bottlenecks that are ruled out before anything is measured.</summary>
internal static class HostMeasurements
{
    private const int Megabytes = 32;
    private const int Syncs = 100;
    private const long UnixEpochTicks = 621_355_968_000_000_000;

    /// <summary>How far a machine's clock is ahead of ours.</summary>
    /// <returns>Seconds, and by how much that may be wrong; null where the machine has no clock of nanoseconds to show.</returns>
    public static (double OffsetS, double ErrorS)? Clock(HostShell shell, CancellationToken cancellation)
    {
        using var process = shell.Start("while read -r line; do date +%s%N; done", []);
        using var ending = shell.Ending(process, null, cancellation);
        var exchanges = new List<ClockExchange>();
        while (exchanges.Count < ClockEstimate.Exchanges)
        {
            long asked = DateTime.UtcNow.Ticks;
            if (!Ask(process) || !long.TryParse(process.StandardOutput.ReadLine(), CultureInfo.InvariantCulture, out long nanoseconds))
            {
                break;
            }

            long there = UnixEpochTicks + (nanoseconds / 100);
            exchanges.Add(new ClockExchange(asked, there, there, DateTime.UtcNow.Ticks));
        }

        Close(process);
        process.WaitForExit();
        cancellation.ThrowIfCancellationRequested();
        if (exchanges.Count == 0)
        {
            return null;
        }

        var estimate = ClockEstimate.Of(exchanges);
        return (estimate.Offset / (double)TimeSpan.TicksPerSecond, estimate.Error / (double)TimeSpan.TicksPerSecond);
    }

    /// <summary>The way to a port and back: the fewest seconds that one of several connections took to be made.</summary>
    /// <returns>Seconds; null where nothing answers.</returns>
    public static double? RoundTripS(string address, int port, CancellationToken cancellation) => TcpRoundTrip.LeastS(new DnsEndPoint(address, port), cancellation);

    /// <summary>Whether somebody listens at a port.</summary>
    public static bool Answers(string address, int port) => TcpRoundTrip.Answers(new DnsEndPoint(address, port));

    /// <summary>How fast bytes get to another machine through what reaches it, such as ssh, encryption included: no less than the network has.</summary>
    /// <returns>Bytes a second; null on this machine, or where it failed.</returns>
    public static double? ThereBytesPerS(HostShell shell, CancellationToken cancellation)
    {
        if (!shell.IsRemote)
        {
            return null;
        }

        using var process = shell.Start("echo ready; cat >/dev/null; echo done", []);
        using var ending = shell.Ending(process, null, cancellation);
        try
        {
            process.StandardOutput.ReadLine();
            long started = Stopwatch.GetTimestamp();
            byte[] block = new byte[1 << 20];
            for (int i = 0; i < Megabytes; i++)
            {
                process.StandardInput.BaseStream.Write(block);
            }

            process.StandardInput.Close();
            return process.StandardOutput.ReadLine() == "done" ? (Megabytes << 20) / Stopwatch.GetElapsedTime(started).TotalSeconds : null;
        }
        catch (IOException)
        {
            return null;
        }
        finally
        {
            process.WaitForExit();
        }
    }

    /// <summary>The same from there to here.</summary>
    /// <returns>Bytes a second; null on this machine, or where it failed.</returns>
    public static double? BackBytesPerS(HostShell shell, CancellationToken cancellation)
    {
        if (!shell.IsRemote)
        {
            return null;
        }

        using var process = shell.Start("read -r line; head -c $(($1 * 1048576)) /dev/zero", [Megabytes.ToString(CultureInfo.InvariantCulture)]);
        using var ending = shell.Ending(process, null, cancellation);
        if (!Ask(process))
        {
            return null;
        }

        byte[] block = new byte[1 << 20];
        var output = process.StandardOutput.BaseStream;
        long read = output.Read(block);
        long started = Stopwatch.GetTimestamp();
        long counted = 0;
        for (int got; (got = output.Read(block)) > 0;)
        {
            counted += got;
        }

        double seconds = Stopwatch.GetElapsedTime(started).TotalSeconds;
        process.WaitForExit();
        return read + counted == (long)Megabytes << 20 ? counted / seconds : null;
    }

    /// <summary>How often a second a disk writes 4 KiB and says that they are safe.</summary>
    /// <param name="shell">Reaches the machine.</param>
    /// <param name="folder">A folder on the disk.</param>
    /// <param name="why">Why it cannot; null where it can.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <returns>Times a second; null where the machine's <c>dd</c> cannot tell.</returns>
    public static double? SyncsPerS(HostShell shell, string folder, out string? why, CancellationToken cancellation) =>
        SecondsOfWriting(shell, folder, "4096", Syncs, "oflag=dsync", out why, cancellation) is { } seconds ? Syncs / seconds : null;

    /// <summary>How fast a disk writes what is safe in the end.</summary>
    /// <param name="shell">Reaches the machine.</param>
    /// <param name="folder">A folder on the disk.</param>
    /// <param name="why">Why it cannot; null where it can.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <returns>Bytes a second; null where the machine's <c>dd</c> cannot tell.</returns>
    public static double? DiskBytesPerS(HostShell shell, string folder, out string? why, CancellationToken cancellation) =>
        SecondsOfWriting(shell, folder, "1048576", Megabytes, "conv=fdatasync", out why, cancellation) is { } seconds ? (Megabytes << 20) / seconds : null;

    /// <returns>Whether it still reads.</returns>
    private static bool Ask(Process process)
    {
        try
        {
            process.StandardInput.WriteLine();
            process.StandardInput.Flush();
            return true;
        }
        catch (IOException)
        {
            return false;
        }
    }

    private static void Close(Process process)
    {
        try
        {
            process.StandardInput.Close();
        }
        catch (IOException)
        {
            // It has ended: what was not read is not needed.
        }
    }

    private static double? SecondsOfWriting(HostShell shell, string folder, string block, int count, string how, out string? why, CancellationToken cancellation)
    {
        const string script = "LC_ALL=C dd if=/dev/zero of=\"$1/write.probe\" bs=\"$2\" count=\"$3\" \"$4\" 2>&1; code=$?; rm -f \"$1/write.probe\"; exit $code";
        var answer = shell.Run(script, [folder, block, count.ToString(CultureInfo.InvariantCulture), how], cancellation: cancellation);
        const string before = "copied, ";
        int at = answer.Output.LastIndexOf(before, StringComparison.Ordinal);
        string[] words = at < 0 ? [] : answer.Output[(at + before.Length)..].Split(' ');
        bool isTold = double.TryParse(words.FirstOrDefault(), CultureInfo.InvariantCulture, out double seconds) && answer.ExitCode == 0 && seconds > 0;
        why = isTold ? null : answer.Words;
        return isTold ? seconds : null;
    }
}

using System.Diagnostics;
using System.Globalization;
using System.Net;
using DbIngest.Core.Measurement;

namespace DbIngest.Clusters.Hosts;

/// <summary>
/// Measures clock offset, network and disk of a node's machine, so that a run can rule them out as bottlenecks. <c>cluster
/// check</c> and runs call it before anything is timed. A measurement loads the machines for seconds (it moves or writes 32
/// MiB, and syncs 100 blocks), so it must never run while a trial is timed. It deletes the files that it writes.
/// <c>ProcessUp</c> asks it only whether anything listens at a port.
/// </summary>
internal static class HostMeasurements
{
    private const int Megabytes = 32;
    private const int Syncs = 100;
    private const long UnixEpochTicks = 621_355_968_000_000_000;

    // Nanoseconds from 1970 to 2001. A date that ignores %N, as BusyBox's on musl, prints seconds: a far smaller number.
    private const long LeastNanoseconds = 1_000_000_000_000_000_000;
    private static readonly TimeSpan LongestRemoval = TimeSpan.FromSeconds(2);

    /// <summary>Measures the offset of a machine's clock.</summary>
    /// <returns>
    /// Seconds that it is ahead of this machine's, and the error bound; null when its <c>date</c> knows no nanoseconds.
    /// </returns>
    public static (double OffsetS, double ErrorS)? Clock(HostShell shell, CancellationToken cancellation)
    {
        using var process = shell.Start("echo ready; while read -r line; do date +%s%N; done", []);
        using var ending = shell.Ending(process, null, cancellation);
        var exchanges = ending.Wait(() => Exchanges(process)) ?? [];
        cancellation.ThrowIfCancellationRequested();
        if (exchanges.Count == 0)
        {
            return null;
        }

        var estimate = ClockEstimate.Of(exchanges);
        return (estimate.Offset / (double)TimeSpan.TicksPerSecond, estimate.Error / (double)TimeSpan.TicksPerSecond);
    }

    /// <summary>Round trip to a port: the shortest of several TCP handshakes.</summary>
    /// <returns>Seconds; null when nothing answers.</returns>
    public static double? RoundTripS(string address, int port, CancellationToken cancellation) =>
        TcpRoundTrip.LeastS(new DnsEndPoint(address, port), cancellation);

    /// <summary>True when a TCP connection to the port succeeds.</summary>
    public static bool Answers(string address, int port) => TcpRoundTrip.Answers(new DnsEndPoint(address, port));

    /// <summary>
    /// Measures throughput to a machine through its launcher, for example ssh with its encryption: a lower bound of the
    /// network's.
    /// </summary>
    /// <returns>Bytes per second; null for this machine, and on failure.</returns>
    public static double? ThereBytesPerS(HostShell shell, CancellationToken cancellation)
    {
        if (!shell.IsRemote)
        {
            return null;
        }

        using var process = shell.Start("echo ready; cat >/dev/null; echo done", []);
        using var ending = shell.Ending(process, null, cancellation);
        return ending.Wait(() => SentPerS(process));
    }

    /// <summary>Measures throughput from a machine to this one through its launcher.</summary>
    /// <returns>Bytes per second; null for this machine, and on failure.</returns>
    public static double? BackBytesPerS(HostShell shell, CancellationToken cancellation)
    {
        if (!shell.IsRemote)
        {
            return null;
        }

        using var process =
            shell.Start("echo ready; read -r line; head -c $(($1 * 1048576)) /dev/zero",
                [Megabytes.ToString(CultureInfo.InvariantCulture)]);
        using var ending = shell.Ending(process, null, cancellation);
        return ending.Wait(() => ReceivedPerS(process));
    }

    /// <summary>Measures how many synchronous writes of 4 KiB a disk completes.</summary>
    /// <param name="shell">Reaches the machine to measure.</param>
    /// <param name="folder">A folder on the disk, in which a file is written and deleted.</param>
    /// <param name="why">The cause of a failure; null on success.</param>
    /// <param name="cancellation">Kills the measurement.</param>
    /// <returns>Writes per second; null when the machine's <c>dd</c> fails or prints no time.</returns>
    public static double? SyncsPerS(HostShell shell, string folder, out string? why, CancellationToken cancellation) =>
        SecondsOfWriting(shell, folder, "4096", Syncs, "oflag=dsync", out why, cancellation) is { } seconds ? Syncs / seconds
            : null;

    /// <summary>Measures sequential write throughput of a disk, the final sync included.</summary>
    /// <param name="shell">Reaches the machine to measure.</param>
    /// <param name="folder">A folder on the disk, in which a file is written and deleted.</param>
    /// <param name="why">The cause of a failure; null on success.</param>
    /// <param name="cancellation">Kills the measurement.</param>
    /// <returns>Bytes per second; null when the machine's <c>dd</c> fails or prints no time.</returns>
    public static double? DiskBytesPerS(HostShell shell, string folder, out string? why, CancellationToken cancellation) =>
        SecondsOfWriting(shell, folder, "1048576", Megabytes, "conv=fdatasync", out why, cancellation) is { } seconds
            ? (Megabytes << 20) / seconds : null;

    private static List<ClockExchange> Exchanges(Process process)
    {
        var exchanges = new List<ClockExchange>();
        bool isReady = IsReady(process);
        while (isReady && exchanges.Count < ClockEstimate.Exchanges)
        {
            long asked = DateTime.UtcNow.Ticks;
            if (!Ask(process)
                || !long.TryParse(process.StandardOutput.ReadLine(), CultureInfo.InvariantCulture, out long nanoseconds)
                || nanoseconds < LeastNanoseconds)
            {
                break;
            }

            long there = UnixEpochTicks + (nanoseconds / 100);
            exchanges.Add(new ClockExchange(asked, there, there, DateTime.UtcNow.Ticks));
        }

        Close(process);
        process.WaitForExit();
        return exchanges;
    }

    private static double? SentPerS(Process process)
    {
        try
        {
            if (!IsReady(process))
            {
                return null;
            }

            long started = Stopwatch.GetTimestamp();
            byte[] block = new byte[1 << 20];
            for (int i = 0; i < Megabytes; i++)
            {
                process.StandardInput.BaseStream.Write(block);
            }

            process.StandardInput.Close();
            return process.StandardOutput.ReadLine() == "done" ? (Megabytes << 20) / Stopwatch.GetElapsedTime(started)
                .TotalSeconds : null;
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

    private static double? ReceivedPerS(Process process)
    {
        if (!IsReady(process) || !Ask(process))
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

    /// <summary>
    /// Waits for the script's first line, <c>ready</c>. A shell on another machine may print a greeting before it.
    /// </summary>
    /// <returns>False when the process ends without it.</returns>
    private static bool IsReady(Process process)
    {
        while (process.StandardOutput.ReadLine() is { } line)
        {
            if (line == "ready")
            {
                return true;
            }
        }

        return false;
    }

    /// <returns>False when the process no longer reads.</returns>
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
            // The process has ended. Its unread input does not matter.
        }
    }

    private static double? SecondsOfWriting(HostShell shell, string folder, string block, int count, string how, out string? why,
        CancellationToken cancellation)
    {
        const string script =
            "LC_ALL=C dd if=/dev/zero of=\"$1/write.probe\" bs=\"$2\" count=\"$3\" \"$4\" 2>&1; code=$?; rm -f "
            + "\"$1/write.probe\"; exit $code";
        HostAnswer answer;
        try
        {
            answer = shell.Run(script, [folder, block, count.ToString(CultureInfo.InvariantCulture), how],
                cancellation: cancellation);
        }
        catch (OperationCanceledException) when (!shell.IsRemote)
        {
            // On another machine, the script goes on without its launcher and deletes the file itself. Here the deletion has a
            // limit, since the disk may be the cause of the interruption: it may not answer.
            using var limit = new CancellationTokenSource(LongestRemoval);
            shell.Run("rm -f \"$1/write.probe\"", [folder], cancellation: limit.Token);
            throw;
        }

        const string before = "copied, ";
        int at = answer.Output.LastIndexOf(before, StringComparison.Ordinal);
        string[] words = at < 0 ? [] : answer.Output[(at + before.Length)..].Split(' ');
        bool isTold = double.TryParse(words.FirstOrDefault(), CultureInfo.InvariantCulture, out double seconds)
            && answer.ExitCode == 0 && seconds > 0;
        why = isTold ? null : answer.Words;
        return isTold ? seconds : null;
    }
}

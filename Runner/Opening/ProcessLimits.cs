using System.Diagnostics;
using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Runner.Options;

namespace DbIngest.Runner.Opening;

/// <summary>What the operating system allows this process, against what a command is sure to take: refused before anything is measured.</summary>
internal static class ProcessLimits
{
    private const string Place = "/proc/self/limits";

    private const string Remedy = "raise it, or give fewer --sources or --in-flight";

    /// <summary>Descriptors that the program has open itself.</summary>
    private const long OwnDescriptors = 128;

    /// <summary>Pipes to a source process.</summary>
    private const long DescriptorsAProcess = 3;

    /// <summary>Threads of a process beside those of its sources.</summary>
    private const long OwnThreads = 30;

    /// <summary>The database, its log and the log's index.</summary>
    private const long DescriptorsAFile = 3;

    /// <summary>Says why the program cannot even start, which loads its libraries from files; null where it can.</summary>
    public static string? Start() =>
        OperatingSystem.IsLinux() && File.Exists(Place) && Limit(File.ReadAllText(Place), "Max open files") is { } files and < OwnDescriptors
            ? FormattableString.Invariant($"The limit of open files is {files} (ulimit -n), and this program itself takes {OwnDescriptors}; raise it.")
            : null;

    /// <summary>Refuses a command that the limits of this process do not bear.</summary>
    /// <param name="request">The command.</param>
    /// <exception cref="UsageException">With one line for each limit, and the remedy.</exception>
    public static void Check(SweepRequest request)
    {
        if (OperatingSystem.IsLinux() && File.Exists(Place))
        {
            Check(request, File.ReadAllText(Place), Environment.IsPrivilegedProcess, VirtualBytes());
        }
    }

    /// <summary>The same for limits as <c>/proc/self/limits</c> writes them.</summary>
    /// <param name="request">The command.</param>
    /// <param name="limits">The limits.</param>
    /// <param name="isPrivileged">Whether the number of processes is not limited for this account.</param>
    /// <param name="usedBytes">The address space that is in use.</param>
    public static void Check(SweepRequest request, string limits, bool isPrivileged, long usedBytes)
    {
        int inFlight = request.InFlight.Max();
        var layout = request.Sources.MaxBy(one => one.Total)!;
        long largest = layout.Groups.Where(group => group.Host is null).Select(group => group.Sources).DefaultIfEmpty().Max();
        long lanes = largest * inFlight;
        long processes = layout.IsSpread ? layout.Groups.Count : 1;
        long each = request.Databases.Any(database => database.Definition.Parts.Any(part => part.IsFile)) ? DescriptorsAFile : 1;
        var found = new List<string>();

        long descriptors = OwnDescriptors + (lanes * each) + (processes * DescriptorsAProcess);
        if (Limit(limits, "Max open files") is { } files && descriptors > files)
        {
            found.Add(FormattableString.Invariant($"--sources: {lanes:N0} connections take {descriptors:N0} open files and sockets at least, ")
                + FormattableString.Invariant($"and this process may have {files:N0} (ulimit -n); {Remedy}."));
        }

        long threads = (layout.Total * (long)inFlight) + (processes * OwnThreads);
        if (!isPrivileged && Limit(limits, "Max processes") is { } most && threads > most)
        {
            found.Add(FormattableString.Invariant(
                $"--sources: they take {threads:N0} threads at least, and this account may have {most:N0} (ulimit -u); {Remedy}."));
        }

        long bytes = lanes * ((Limit(limits, "Max stack size") ?? 0) + BatchBytes(request));
        if (Limit(limits, "Max address space") is { } space && usedBytes + bytes > space)
        {
            found.Add(FormattableString.Invariant($"--sources: stacks and batches of {lanes:N0} connections take {bytes >> 20:N0} MiB of address space ")
                + FormattableString.Invariant($"beside {usedBytes >> 20:N0} MiB, and this process may have {space >> 20:N0} (ulimit -v); {Remedy}, or a smaller --batch."));
        }

        if (found.Count > 0)
        {
            throw new UsageException(found);
        }
    }

    private static long BatchBytes(SweepRequest request)
    {
        long values = request.Values is { Count: > 0 } given ? given.Max() : 1;
        return Math.Min(request.Batches.Max(), request.Records.Max()) * (RecordSchema.FixedBytes + (8 * values));
    }

    /// <summary>A soft limit; null where there is none.</summary>
    private static long? Limit(string limits, string name)
    {
        string? line = limits.Split('\n').FirstOrDefault(one => one.StartsWith(name, StringComparison.Ordinal));
        string? soft = line?[name.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries)[0];
        return long.TryParse(soft, NumberStyles.None, CultureInfo.InvariantCulture, out long limit) ? limit : null;
    }

    private static long VirtualBytes()
    {
        using var process = Process.GetCurrentProcess();
        return process.VirtualMemorySize64;
    }
}

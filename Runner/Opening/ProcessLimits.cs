using System.Diagnostics;
using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Runner.Options;

namespace DbIngest.Runner.Opening;

/// <summary>
/// Refuses a command that would exceed the operating system's limits of threads, descriptors or memory. <c>run</c> and
/// <c>plan</c> call it before they open a target, and <c>Program</c> calls <see cref="StartRefusal"/> before any command. The
/// figures are lower bounds: a command that passes may still reach a limit. Systems other than Linux are not checked.
/// <c>NonAxisLimits</c> has the largest values of options.
/// </summary>
internal static class ProcessLimits
{
    private const string Place = "/proc/self/limits";

    private const string Remedy = "raise it, or give fewer --sources or --in-flight";

    /// <summary>Descriptors that the program itself needs, for libraries, logs and pipes.</summary>
    private const long OwnDescriptors = 128;

    /// <summary>Descriptors per source process: its pipes.</summary>
    private const long DescriptorsPerProcess = 3;

    /// <summary>Threads of a process besides its lanes.</summary>
    private const long OwnThreads = 30;

    /// <summary>Descriptors per connection to a database in a file: the file, its log and the log's index.</summary>
    private const long DescriptorsPerFile = 3;

    /// <summary>
    /// Says why the program cannot start: it loads its libraries from files, and the limit of open files is too low. Null if it
    /// can start.
    /// </summary>
    public static string? StartRefusal() =>
        OperatingSystem.IsLinux() && File.Exists(Place)
            && Limit(File.ReadAllText(Place), "Max open files") is { } files and < OwnDescriptors
            ? FormattableString.Invariant(
                $"The limit of open files is {files} (ulimit -n), and this program itself takes {OwnDescriptors}; raise it.")
            : null;

    /// <summary>Refuses a command that exceeds the limits of this process.</summary>
    /// <param name="request">The command.</param>
    /// <exception cref="UsageException">The command exceeds a limit. Has one line with a remedy per exceeded limit.</exception>
    public static void Check(SweepRequest request)
    {
        if (OperatingSystem.IsLinux() && File.Exists(Place))
        {
            Check(request, File.ReadAllText(Place), Environment.IsPrivilegedProcess, VirtualBytes());
        }
    }

    /// <summary>Refuses a command that exceeds limits in the format of <c>/proc/self/limits</c>.</summary>
    /// <param name="request">The command.</param>
    /// <param name="limits">The text of the file.</param>
    /// <param name="isPrivileged">True if the number of processes is not limited for this account.</param>
    /// <param name="usedBytes">Bytes of address space that this process already uses.</param>
    public static void Check(SweepRequest request, string limits, bool isPrivileged, long usedBytes)
    {
        int inFlight = request.InFlight.Max();
        var layout = request.Sources.MaxBy(one => one.Total)!;
        int[] here = [.. layout.Groups.Where(group => group.Host is null).Select(group => group.Sources)];
        long largest = here.DefaultIfEmpty().Max();
        long lanes = largest * inFlight;
        long processes = layout.IsSpread ? layout.Groups.Count : 1;
        long each = request.Databases.Any(database => database.Definition.Parts.Any(part => part.IsFile))
            ? DescriptorsPerFile : 1;
        var found = new List<string>();

        long descriptors = OwnDescriptors + (lanes * each) + (processes * DescriptorsPerProcess);
        if (Limit(limits, "Max open files") is { } files && descriptors > files)
        {
            found.Add(FormattableString.Invariant(
                $"--sources: {lanes:N0} connections take {descriptors:N0} open files and sockets at least, ")
                + FormattableString.Invariant($"and this process may have {files:N0} (ulimit -n); {Remedy}."));
        }

        // Sources on hosts have their threads there.
        long threads = (here.Sum() * (long)inFlight) + (Math.Max(1, here.Length) * OwnThreads);
        if (!isPrivileged && Limit(limits, "Max processes") is { } most && threads > most)
        {
            found.Add(FormattableString.Invariant(
                $"--sources: they take {threads:N0} threads at least, and this account may have {most:N0} (ulimit -u); {Remedy}."));
        }

        long bytes = lanes * ((Limit(limits, "Max stack size") ?? 0) + BatchBytes(request));
        if (Limit(limits, "Max address space") is { } space && usedBytes + bytes > space)
        {
            found.Add(FormattableString.Invariant(
                $"--sources: stacks and batches of {lanes:N0} connections take {bytes >> 20:N0} MiB of address space ")
                + FormattableString.Invariant(
                    $"beside {usedBytes >> 20:N0} MiB, and this process may have {space >> 20:N0} (ulimit -v); {Remedy}, or a smaller --batch."));
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

    /// <summary>Reads a soft limit. Null for no limit.</summary>
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

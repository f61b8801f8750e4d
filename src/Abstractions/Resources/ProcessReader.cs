using System.ComponentModel;
using System.Diagnostics;

namespace DbIngest.Abstractions.Resources;

/// <summary>
/// Reads the counters of one process: from <c>/proc</c> (proc(5)) on Linux, else from .NET, which tells neither its parent nor
/// its use of storage. <see cref="ProcessSampler"/> calls it for each process of its set, about once a second.
/// <c>ServerInstance</c> reads start times by it in each trial, to notice a restarted server, and targets find a server's
/// processes by <see cref="ReadStat"/>. An instance reuses one buffer, so it is not thread-safe.
/// </summary>
internal sealed class ProcessReader
{
    // USER_HZ, the unit of /proc/<pid>/stat, is 100 on every architecture that .NET runs on.
    private const double ClockTicksPerS = 100;

    private readonly byte[] _buffer = new byte[4096];

    /// <summary>Reads one process.</summary>
    /// <param name="pid">The process id.</param>
    /// <returns>The counters. Null if the process does not exist.</returns>
    public ProcessReading? Read(int pid) => OperatingSystem.IsLinux() ? ReadProc(pid) : ReadProcess(pid);

    /// <summary>
    /// Reads the proportional share of memory (Pss): a page shared by n processes counts as 1/n page. The kernel walks the page
    /// tables for it, which takes milliseconds for a large process.
    /// </summary>
    /// <param name="pid">The process id.</param>
    /// <returns>Bytes. Null for a process that has ended or belongs to another user, and on systems other than Linux.</returns>
    public long? ProportionalBytes(int pid) => OperatingSystem.IsLinux()
        // In units of 1,024 bytes.
        ? ProcText.Field(ProcText.Read($"/proc/{pid}/smaps_rollup", _buffer), "Pss:"u8) * 1024
        : null;

    /// <summary>
    /// Reads parent, start time, CPU and memory of one process. For callers that look at many processes once: it allocates a
    /// buffer per call, and is thread-safe.
    /// </summary>
    /// <param name="pid">The process id.</param>
    /// <returns>
    /// The counters without those of storage. Null if the process does not exist or is hidden, and on systems other than Linux.
    /// </returns>
    public static ProcessReading? ReadStat(int pid) => ParseStat(ProcText.Read($"/proc/{pid}/stat", new byte[1024]));

    /// <summary>Parses <c>/proc/&lt;pid&gt;/stat</c>.</summary>
    /// <param name="stat">The content of the file.</param>
    /// <returns>The counters without those of storage. Null for any other content.</returns>
    internal static ProcessReading? ParseStat(ReadOnlySpan<byte> stat)
    {
        // Field 2, the command, may contain blanks and parentheses, so fields are counted from the last parenthesis.
        ReadOnlySpan<byte> rest = stat[(stat.LastIndexOf((byte)')') + 1)..];
        long parent = 0;
        long user = 0;
        long system = 0;
        long reaped = 0;
        long start = 0;
        int field = 2;
        foreach (Range range in rest.Split((byte)' '))
        {
            ReadOnlySpan<byte> text = rest[range];
            switch (field++)
            {
                case 4:
                    parent = ProcText.Number(text);
                    break;
                case 14:
                    user = ProcText.Number(text);
                    break;
                case 15:
                    system = ProcText.Number(text);
                    break;
                case 16 or 17:
                    reaped += ProcText.Number(text);
                    break;
                case 22:
                    start = ProcText.Number(text);
                    break;
                case 24:
                    long pages = ProcText.Number(text);
                    return new ProcessReading(
                        (int)parent, start, (user + system) / ClockTicksPerS, pages * Environment.SystemPageSize, null, null,
                        reaped / ClockTicksPerS);
            }
        }

        return null;
    }

    private static ProcessReading? ReadProcess(int pid)
    {
        try
        {
            using var process = Process.GetProcessById(pid);
            return new ProcessReading(
                0,
                process.StartTime.ToUniversalTime().Ticks,
                process.TotalProcessorTime.TotalSeconds,
                process.WorkingSet64,
                null,
                null);
        }
        catch (Exception exception) when (exception is ArgumentException or InvalidOperationException or Win32Exception)
        {
            return null;
        }
    }

    private ProcessReading? ReadProc(int pid)
    {
        if (ParseStat(ProcText.Read($"/proc/{pid}/stat", _buffer)) is not { } reading)
        {
            return null;
        }

        if (pid == Environment.ProcessId)
        {
            // The scheduler counts this process in nanoseconds, /proc in ticks of 10 ms.
            reading = reading with { CpuS = Environment.CpuUsage.TotalTime.TotalSeconds };
        }

        ReadOnlySpan<byte> io = ProcText.Read($"/proc/{pid}/io", _buffer);
        return reading with
        {
            ReadBytes = ProcText.Field(io, "read_bytes:"u8),
            WrittenBytes = ProcText.Field(io, "write_bytes:"u8),
        };
    }
}

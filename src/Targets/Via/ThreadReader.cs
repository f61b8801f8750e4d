using System.Globalization;
using DbIngest.Abstractions.Resources;

namespace DbIngest.Targets.Via;

/// <summary>
/// Adds the number of threads and their context switches to the readings of some processes of this machine, from
/// <c>/proc/PID/task/*/status</c> (proc(5)). <see cref="ViaServiceTarget"/> and <see cref="RemoteServiceTarget"/> open one for
/// the processes of their service in each trial. <c>TrialSampler</c> reads it about once a second, a file per thread, which would
/// be too much for a server with many threads. Switches of an ended thread stay counted up to its last sample. Where
/// <c>/proc</c> has no threads to read, the reading stays as it is. Not thread-safe.
/// </summary>
internal sealed class ThreadReader : IResourceReader
{
    private readonly LocalProcesses _reader;
    private readonly Dictionary<string, (long First, long Last)> _switches = [];
    private bool _hasBegun;

    /// <summary>Creates the reader and takes the first reading. Switches count from there.</summary>
    /// <param name="reader">Reads the processes.</param>
    public ThreadReader(LocalProcesses reader)
    {
        _reader = reader;
        Read();
    }

    /// <inheritdoc/>
    public int Cores => _reader.Cores;

    /// <inheritdoc/>
    public bool IsOfThisMachine => true;

    /// <inheritdoc/>
    public ResourceReading? Read()
    {
        var reading = _reader.Read();
        int threads = 0;
        foreach (string task in _reader.Processes.SelectMany(Tasks))
        {
            if (SwitchesOf(task) is { } switches)
            {
                threads++;

                // A thread that began after the first reading counts from its start.
                _switches[task] = (_switches.TryGetValue(task, out var known) ? known.First : _hasBegun ? 0 : switches, switches);
            }
        }

        _hasBegun = true;
        return threads == 0 || reading is not { } read ? reading
            : read with { Threads = threads, ContextSwitches = _switches.Values.Sum(s => s.Last - s.First) };
    }

    private static string[] Tasks(int process)
    {
        try
        {
            return Directory.GetDirectories(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/task"));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    private static long? SwitchesOf(string task)
    {
        try
        {
            return File.ReadLines(Path.Combine(task, "status"))
                .Where(line => line.Contains("ctxt_switches:", StringComparison.Ordinal))
                .Sum(line => long.Parse(
                    line.AsSpan(line.IndexOf(':', StringComparison.Ordinal) + 1), CultureInfo.InvariantCulture));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or FormatException)
        {
            return null;
        }
    }
}

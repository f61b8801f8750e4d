using CommandLine;

namespace DbIngest.Runner.Options;

/// <summary>
/// Options of the hidden verb <c>worker</c>: a source process, which a sweep controls over standard input and output.
/// <c>SweepSession</c> writes this command line and <c>WorkerVerb</c> executes it: change both together.
/// </summary>
[Verb("worker", Hidden = true, HelpText = "A source process of a run; not for people.")]
internal sealed class WorkerOptions
{
    /// <summary>Paths of the run's plug-ins.</summary>
    [Option("plugin", MetaValue = "FILE")]
    public IEnumerable<string> Plugins { get; init; } = [];

    /// <summary>Files that endpoints of the run name and each process must have alike.</summary>
    [Option("file", MetaValue = "FILE")]
    public IEnumerable<string> Files { get; init; } = [];

    /// <summary>True if the parent runs on another host.</summary>
    [Option("elsewhere")]
    public bool IsElsewhere { get; init; }

    /// <summary>
    /// True if the run measures nothing (<c>--rehearsal 0</c>), so that the process need not wait for a quiet runtime.
    /// </summary>
    [Option("cold")]
    public bool IsCold { get; init; }

    /// <summary>Seconds added to the clock that this process reports. For tests.</summary>
    [Option("clock-shift", MetaValue = "SECONDS")]
    public int ClockShiftS { get; init; }
}

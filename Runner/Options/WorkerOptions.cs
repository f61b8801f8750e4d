using CommandLine;

namespace DbIngest.Runner.Options;

/// <summary><c>worker</c>: a source process, started by <c>run</c> and spoken to over its standard streams.</summary>
[Verb("worker", Hidden = true, HelpText = "A source process of a run; not for people.")]
internal sealed class WorkerOptions
{
    /// <summary>The plug-ins of the run.</summary>
    [Option("plugin", MetaValue = "FILE")]
    public IEnumerable<string> Plugins { get; init; } = [];

    /// <summary>Whether the parent is on another host.</summary>
    [Option("elsewhere")]
    public bool IsElsewhere { get; init; }

    /// <summary>Whether the run measures nothing (<c>--rehearsal 0</c>): the process then does not wait for its runtime to rest before a start.</summary>
    [Option("cold")]
    public bool IsCold { get; init; }

    /// <summary>Seconds by which the process's clock is wrong: for tests of the agreement of clocks.</summary>
    [Option("clock-shift", MetaValue = "SECONDS")]
    public int ClockShiftS { get; init; }
}

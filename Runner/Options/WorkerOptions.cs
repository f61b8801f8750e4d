using CommandLine;

namespace DbIngest.Runner.Options;

/// <summary><c>worker</c>: a source process, started by <c>run</c> and spoken to over its standard streams.</summary>
[Verb("worker", Hidden = true, HelpText = "A source process of a run; not for people.")]
internal sealed class WorkerOptions
{
    /// <summary>The plug-ins of the run.</summary>
    [Option("plugin", MetaValue = "FILE")]
    public IEnumerable<string> Plugins { get; init; } = [];
}

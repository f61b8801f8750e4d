using CommandLine;

namespace DbIngest.Runner.Options;

/// <summary>
/// The options of the verb <c>advise</c>, which measures which stores hold a rate and what disk space they need: the options of
/// every sweep, and those of the question. <see cref="AdviseRequestReader"/> refuses options that the verb decides itself, and
/// <c>AdviseVerb</c> executes the others. Null means that the user gave nothing.
/// </summary>
[Verb("advise", HelpText = "Choose a store: measure which stores hold your rate within a limit, and the disk that they need.")]
internal sealed class AdviseOptions : SweepOptions
{
    [Value(0, MetaName = "DIR...",
        HelpText = "Answer from these result folders and measure nothing: searches (--find), and sweeps over --records.")]
    public IEnumerable<string> Folders { get; init; } = [];

    [Option("keep", MetaValue = "TIME", HelpText = "How long records are kept: 30d, 2y. Units: h, d (24 h), y (365 d). "
        + "Maximum: 1000y.")]
    public string? Keep { get; init; }

    [Option("limit", MetaValue = "LIMIT",
        HelpText = "The limit that a store must hold at the rate, written as for --find: p99:100ms, backlog:1000 or errors:1%.")]
    public string? Limit { get; init; }

    [Option("out", MetaValue = "DIR",
        HelpText = $"Folder in which the folder of the advice is created. Default: {Defaults.Out}. With DIR..., the folder of "
            + $"the page; default: the folder of the advice, or '{Defaults.Advice}'.")]
    public string? Out { get; init; }

    [Option("resume", MetaValue = "DIR",
        HelpText = "Go on with an interrupted advice. Its options come from the folder; give secrets again.")]
    public string? Resume { get; init; }

    [Option("force", HelpText = "With DIR...: replace files of --out that exist.")]
    public bool Force { get; init; }

    [Option("allow-busy", HelpText = "Measure although another run of this program is measuring on the machine.")]
    public bool AllowBusy { get; init; }

    [Option('q', "quiet", HelpText = "Print only errors and the path of the page.")]
    public bool Quiet { get; init; }

    [Option("json", HelpText = "Print the advice as JSON on standard output, and everything else on standard error.")]
    public bool Json { get; init; }
}

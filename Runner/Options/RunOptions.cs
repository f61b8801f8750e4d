using CommandLine;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// The options of the verb <c>run</c>, which measures a sweep: those of every sweep and those about its result. <c>RunVerb</c>
/// executes them, <c>RunAgain</c> binds them from a stored result, and <c>AdviseVerb</c> for each of its sweeps. Null means that
/// the user gave nothing.
/// </summary>
[Verb("run", HelpText = "Measure: run a sweep (the default verb).")]
internal sealed class RunOptions : SweepOptions
{
    [Option("out", MetaValue = "DIR", HelpText = $"Folder in which the result folder is created. Default: {Defaults.Out}.")]
    public string? Out { get; init; }

    [Option("name", MetaValue = "NAME",
        HelpText = "Name of the sweep, which the name of the result folder contains: letters, digits, '.', '_', '-'. "
        + "Default: the study, if any, and the databases. Maximum: 60 characters.")]
    public string? Name { get; init; }

    [Option("resume", MetaValue = "DIR",
        HelpText = "Resume an interrupted sweep. Its options come from the folder. Another value is refused, except a larger "
            + "--trials or --max-trials or a narrower --precision, which extend the sweep, also a finished one.")]
    public string? Resume { get; init; }

    [Option("again", MetaValue = "DIR|FILE",
        HelpText = "Measure a stored result once more, with its options: a result folder, or a file that 'archive' wrote. Other "
            + "options of this command replace stored ones. Options of a file that start programs, load code or name servers "
            + "are refused until they are given again. At its end the run names what differs between the machines, and "
            + "compares both results.")]
    public string? Again { get; init; }

    [Option("force", HelpText = "With --resume: measure trials again that the summary contains and the journal has lost.")]
    public bool Force { get; init; }

    [Option("fail-below", MetaValue = "[DB:]RATE,...",
        HelpText = "Exit code 5 when the whole interval of a point's throughput lies below the rate: 100k, or "
            + $"{Defaults.Databases}:100k for the points of one database. A point without a bounded interval is not "
            + "judged.")]
    public string? FailBelow { get; init; }

    [Option("fail-above", MetaValue = "[DB:]METRIC:LIMIT,...",
        HelpText = "Exit code 5 when the whole interval of a point's figure lies above the limit: p99:50ms (any "
            + "percentile of the batches' latency, in us, ms or s; with --rate of their response times from their arrival "
            + "on) or bytes:140 (stored bytes per record). A point without an interval, or whose figure was not measured, is "
            + "not judged, and the run says so; the interval of a percentile needs five measured trials, or five blocks.")]
    public string? FailAbove { get; init; }

    [Option("fail-slower", MetaValue = "PERCENT",
        HelpText = "With --ab: exit code 5 when the second value is slower than the first by more than this, by the whole "
            + "interval. A sweep with too few trials to show that is refused: one point needs 6 pairs, ten points 9. "
            + "Minimum: 0.1. Maximum: 99.")]
    public PercentValue? FailSlower { get; init; }

    [Option("dashboard", MetaValue = "[[IP:]PORT]",
        HelpText = "Show the running sweep in a browser: progress, the rate and latency of the running trial, and the points "
            + "done. Anyone who reaches the address can look. Without a value the address is "
            + Defaults.Dashboard + ". Only this machine reaches that address, or a port that is given alone.")]
    public string? Dashboard { get; init; }

    [Option("otlp", MetaValue = "URL",
        HelpText = "Export the running sweep to an OpenTelemetry collector that takes OTLP/HTTP, such as "
            + "http://collector:4318: a trace with a span for each trial and phase, and metrics of the running trial each "
            + "second. Credentials go into the variable OTEL_EXPORTER_OTLP_HEADERS.")]
    public string? Otlp { get; init; }

    [Option("price", MetaValue = "PRICES|FILE",
        HelpText = PriceReader.Help + " The manifest records it; report and compare take other prices.")]
    public string? Price { get; init; }

    [Option("keep", HelpText = "Keep the last trial's data in the database, for 'verify'.")]
    public bool Keep { get; init; }

    [Option("allow-busy",
        HelpText = "Measure although another run of this program is measuring on the machine. The result records it.")]
    public bool AllowBusy { get; init; }

    [Option('q', "quiet", HelpText = "Print only errors and the result.")]
    public bool Quiet { get; init; }

    [Option('v', "verbose",
        HelpText = "Print each trial, every line of the log, and at the end all notes below the tables with the reason "
            + "of each rule.")]
    public bool Verbose { get; init; }

    [Option("json", HelpText = "Print the summary as JSON on standard output, and everything else on standard error.")]
    public bool Json { get; init; }
}

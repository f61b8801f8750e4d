using DbIngest.Targets.Catalogue;

namespace DbIngest.Runner.Options;

/// <summary>
/// The default of each option that is no axis, as the text that a user would write. The option classes quote the text in their
/// help, and the readers parse it where the user gave nothing. The default of an axis (records, batch, sources and so on) stands
/// in its entry in <see cref="Core.Plan.SweepAxes"/>. A database may replace <see cref="Retries"/> and <see cref="RetryDelay"/>
/// by its <c>RetryDefault</c>. Another value changes what a command without the option measures.
/// </summary>
internal static class Defaults
{
    public const string Databases = TargetCatalog.Default;
    public const string Trials = "13";
    public const string WarmUp = "3";
    public const string MaxTrials = "100";
    /// <summary>Trials of a search (<c>--find</c>), warm-up included.</summary>
    public const string SearchTrials = "43";
    /// <summary>Duration of each trial of a search, in seconds.</summary>
    public const string SearchDuration = "10";
    /// <summary>Default of <c>sources export --values</c> only. A sweep uses the default of the axis.</summary>
    public const string Values = "9";
    public const string Order = "interleaved";
    public const string Confidence = "0.95";
    /// <summary>
    /// Attempts to write a batch after the first one. <c>RetryOptions.Default</c> has the same value for code without a command
    /// line.
    /// </summary>
    public const string Retries = "5";
    /// <summary>Seconds before the first retry. The pause doubles with each further retry.</summary>
    public const string RetryDelay = "0.2";
    public const string Rehearsal = "15";
    public const string RequestTimeout = "90";
    public const string Out = "results";
    public const string Dashboard = "127.0.0.1:8481";
    public const string Report = "report";
    public const string Advice = "advice";
    public const string Site = "site";
    public const string OnBadRow = "stop";
    public const string Threshold = "5";
    public const string Gate = "interval";
    public const string Score = "record";

    /// <summary>A fixed seed, so that the same command is the same experiment on every machine.</summary>
    public const string Seed = "20150331";
}

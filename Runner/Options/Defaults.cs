using DbIngest.Targets.Catalogue;

namespace DbIngest.Runner.Options;

/// <summary>What an option is when it is not given, in the form in which a user would give it.</summary>
internal static class Defaults
{
    public const string Databases = TargetCatalog.Default;
    public const string Trials = "13";
    public const string WarmUp = "3";
    public const string MaxTrials = "100";
    /// <summary>Of <c>sources --export</c>; a sweep's own is that of its axis.</summary>
    public const string Values = "9";
    public const string Order = "interleaved";
    public const string Confidence = "0.95";
    public const string Retries = "5";
    public const string RetryDelay = "0.2";
    public const string Rehearsal = "15";
    public const string RequestTimeout = "90";
    public const string Out = "results";
    public const string Report = "report";
    public const string OnBadRow = "stop";
    public const string Threshold = "5";
    public const string Gate = "interval";
    public const string Score = "record";

    /// <summary>Fixed, so that the same command is the same experiment on every machine.</summary>
    public const string Seed = "20150331";
}

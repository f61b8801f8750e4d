using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Report;

/// <summary>Results as reports get them.</summary>
internal static class Reported
{
    /// <summary>
    /// A relational and a wide-column database, the first twice as fast; a missing and an invalid point of the second.
    /// </summary>
    public static FakeSweep Sweep => new()
    {
        Databases = ["sqlite", "cassandra"],
        Records = [50_000, 100_000, 150_000, 200_000],
        Target = target => target with
        {
            Model = target.Database == "cassandra" ? DataModel.WideColumn : DataModel.Relational,
            Settings = new Dictionary<string, string>
            {
                ["fsync"] = target.Database == "cassandra" ? "periodic"
                : "on",
                ["cache"] = "2 GB"
            },
        },
        Trial = trial => trial.Point switch
        {
            { Database: "cassandra", RecordsPerSource: 200_000 } =>
                trial with { Status = TrialStatus.Incomplete, Error = "timed out" },
            { Database: "cassandra", RecordsPerSource: 150_000 } when trial.Trial == 5 => trial with
            {
                Status = TrialStatus.Invalid,
                Error = "1 record missing",
                Audit = trial.Audit! with { Passed = false, MissingRecords = 1 },
            },
            { Database: "cassandra" } => FakeSweep.WithElapsed(trial, 2 * trial.ElapsedS),
            _ => trial,
        },
    };

    public static StoredResult Of(FakeSweep sweep, Func<Manifest, Manifest>? change = null)
    {
        var manifest = change is null ? sweep.Manifest : change(sweep.Manifest);
        return new StoredResult("20260102T030405Z-" + manifest.Name, manifest, Summarizer.Of(manifest, sweep.Journal));
    }
}

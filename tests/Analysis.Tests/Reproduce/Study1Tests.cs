using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Reproduce;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Reproduce;

public class Study1Tests
{
    private static readonly Dictionary<string, double> Speeds = new()
    {
        ["sqlserver"] = 5,
        ["cassandra"] = 1,
        ["mongodb"] = 0.25,
        ["couchbase"] = 0.2,
    };

    /// <summary>A sweep in which every finding of the study holds.</summary>
    private static readonly FakeSweep AsPublished = new()
    {
        Databases = [.. Speeds.Keys],
        Target = Modelled,
        Records = [10_000, 20_000, 40_000, 80_000],
        Trial = trial =>
        {
            string database = trial.Point.Database;
            long n = trial.Point.RecordsPerSource;
            double noise = ((trial.Trial % 3) - 1) * (database switch { "cassandra" => 0.02, "mongodb" => 0.01, _ => 0 });
            double fall = database == "cassandra" ? Math.Pow(n / 10_000.0, 0.1) : 1;
            var written = FakeSweep.WithElapsed(trial, trial.ElapsedS / Speeds[database] * fall * (1 + noise));
            double bytes = database switch
            {
                "cassandra" => 150,
                "mongodb" => n <= 20_000 ? 20_000_000.0 / n
                : 500,
                "couchbase" => 450,
                _ => 100
            };
            return database == "mongodb" && n == 80_000
                ? written with { Status = TrialStatus.Incomplete, Error = "out of memory" }
                : WithBytes(written, bytes + (1e6 / n));
        },
        Noise = 0.002,
    };

    [Fact]
    public void OfStudy1_ResultsAsPublished_AllStillHold()
    {
        var reproduction = Reproduction.OfStudy1([AsPublished.Summary]);
        foreach (var finding in reproduction.Findings)
        {
            finding.Verdict.ShouldBe(FindingVerdict.StillHolds, $"{finding.Claim} {finding.Ours} {finding.Reason}");
            finding.Ours.ShouldNotBeNullOrEmpty();
        }
    }

    [Fact]
    public void OfStudy1_OppositeResults_NoLongerHold()
    {
        var opposite = AsPublished with
        {
            Noise = 0.05,
            Trial = trial =>
            {
                string database = trial.Point.Database;
                double noise = ((trial.Trial % 3) - 1) * (database == "couchbase" ? 0.3 : 0);
                double speed = database switch
                {
                    "sqlserver" => 0.2,
                    "cassandra" => 0.5 * Math.Pow(trial.Point.RecordsPerSource / 10_000.0, 0.2),
                    _ => 1
                };
                return WithBytes(
                    FakeSweep.WithElapsed(trial, (trial.Point.TotalRecords / 100_000.0 / speed * (1 + noise))
                        + (0.01 * (trial.ElapsedS - (trial.Point.TotalRecords / 100_000.0)))),
                    (database == "sqlserver" ? 900 : 100) + (trial.Trial * 0.01));
            },
        };
        Reproduction.OfStudy1([opposite.Summary]).Findings.ShouldAllBe(finding => finding.Verdict == FindingVerdict.NoLonger);
    }

    [Fact]
    public void OfStudy1_NoResults_NothingIsMeasured()
    {
        Reproduction.OfStudy1([])
            .Findings.ShouldAllBe(finding => finding.Verdict == FindingVerdict.NotMeasured && finding.Ours == null);
        Reproduction.OfStudy1([new FakeSweep().Summary])
            .Findings.ShouldAllBe(finding => finding.Verdict == FindingVerdict.NotMeasured);
        var reasons = Reproduction.OfStudy1([]).Findings.Select(finding => finding.Reason);
        reasons.ShouldAllBe(reason => reason.EndsWith('.'));
    }

    [Fact]
    public void OfStudy1_PostgresAndCassandraInTwoFolders_SaysWhoStandsForWhom()
    {
        SweepSummary Of(string database, double speed) =>
            new FakeSweep { Databases = [database], Target = Modelled, Speed = speed }.Summary;
        var reproduction = Reproduction.OfStudy1([Of("postgres", 2), Of("cassandra", 1)]);
        reproduction.Basis.ShouldContain("postgres stands for SQL Server, which is not among the results.");
        reproduction.Findings[0].Verdict.ShouldBe(FindingVerdict.StillHolds);
        reproduction.Findings[1].Verdict.ShouldBe(FindingVerdict.NotMeasured);
        Repository.ShouldBeLocked("reproduction.txt", ReproductionTable.Of(reproduction).ToPlainText());
        JsonSerializer.Serialize(reproduction, SummaryJson.Default.Reproduction).ShouldContain("\"still_holds\"");
    }

    [Fact]
    public void OfStudy1_EqualDatabases_AreNotDecided()
    {
        var equal = new FakeSweep
        {
            Databases = ["postgres", "cassandra"],
            Target = Modelled,
            Records = [50_000],
            Seed = 3,
            Noise = 0.1
        };
        var finding = Reproduction.OfStudy1([equal.Summary]).Findings[0];
        finding.Verdict.ShouldBe(FindingVerdict.NotMeasured);
        finding.Reason.ShouldContain("includes 1");
        finding.Ours.ShouldNotBeNull();
    }

    [Fact]
    public void OfStudy1_RelationalServers_AreThoseOfTheManifest()
    {
        string[] BasisOf(params string[] databases) =>
            [.. Reproduction.OfStudy1([new FakeSweep { Databases = databases, Target = Modelled }.Summary]).Basis
                .Where(sentence => sentence.Contains("stands for"))];

        BasisOf("cassandra", "newcomer", "postgres")
            .ShouldBe(["newcomer stands for SQL Server, which is not among the results."]);
        BasisOf("postgres", "sqlserver", "cassandra").ShouldBeEmpty();
        BasisOf("sqlite", "cassandra").ShouldBeEmpty();
    }

    private static TargetDescription Modelled(TargetDescription target) => target with
    {
        Model = target.Database switch
        {
            "cassandra" => DataModel.WideColumn,
            "mongodb" or "couchbase" => DataModel.Document,
            _ => DataModel.Relational,
        },
        Placement = target.Database == "sqlite" ? "in-process" : "local",
    };

    private static TrialResult WithBytes(TrialResult trial, double bytes) => trial with
    {
        Space = trial.Space! with { BytesPerRecord = bytes },
    };

    [Fact]
    public void OfStudy1_ResultsOfOtherDatabases_SaysWhichTheyAre()
    {
        // All these points have an interval: a reason that says that none has would be untrue.
        var summary = new FakeSweep
        {
            Databases = ["sqlite"],
            Target = target => target with { Placement = "in-process" }
        }.Summary;
        Reproduction.OfStudy1([summary]).Findings.ShouldAllBe(finding =>
            finding.Verdict == FindingVerdict.NotMeasured && !finding.Reason.Contains("interval", StringComparison.Ordinal));
        Reproduction.OfStudy1([summary]).Findings[6].Reason.ShouldContain("sqlite: none of them is a database of the study");
    }

    [Fact]
    public void OfStudy1_DatabaseWithOneTrialAPoint_IsNotSaidToBeAbsent()
    {
        var summary = new FakeSweep { Databases = ["cassandra"], Trials = 4 }.Summary;
        Reproduction.OfStudy1([summary]).Findings[2].Reason
            .ShouldBe("cassandra is among the results, without two trials at a point.");
    }
}

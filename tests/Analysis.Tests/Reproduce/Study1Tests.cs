using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Reproduce;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Reproduce;

public class Study1Tests
{
    private static readonly Dictionary<string, double> Speeds = new()
    {
        ["sqlserver"] = 4.5,
        ["cassandra"] = 1,
        ["mongodb"] = 0.22,
        ["couchbase"] = 0.25,
    };

    /// <summary>
    /// Points of the study, all of MongoDB's, and beside them other numbers of sources and one node of Cassandra.
    /// </summary>
    private static readonly IReadOnlyList<Point> StudyPoints =
    [
        .. from database in Speeds.Keys
           from records in Enumerable.Range(1, 33).Select(i => 10_000L * i)
           where database == "mongodb" || records is 10_000 or 20_000 or 40_000 or 80_000 or 120_000 or 330_000
           select At(database, records),
        At("sqlserver", 120_000) with { Sources = SourceLayout.Single(4) },
        At("sqlserver", 120_000) with { Sources = SourceLayout.Single(16) },
        At("cassandra", 120_000) with { Nodes = 1 },
    ];

    /// <summary>A sweep in which every finding of the study holds.</summary>
    private static readonly FakeSweep AsPublished = new()
    {
        Databases = [.. Speeds.Keys],
        Places = StudyPoints,
        Trial = trial =>
        {
            string database = trial.Point.Database;
            long n = trial.Point.RecordsPerSource;
            double noise = ((trial.Trial % 3) - 1) * (database switch { "cassandra" => 0.02, "mongodb" => 0.01, _ => 0 });
            double fall = database == "cassandra" ? Math.Pow(n / 10_000.0, 0.03) : 1;
            double setting = (trial.Point.Nodes, trial.Point.Sources.Total) switch { (1, _) => 0.6, (_, 4 or 16) => 0.8, _ => 1 };
            var written = FakeSweep.WithElapsed(trial, trial.ElapsedS / Speeds[database] / setting * fall * (1 + noise));
            double bytes = database switch
            {
                "cassandra" => 150,
                "mongodb" => n <= 20_000 ? 10_000_000.0 / n : 500,
                "couchbase" => 450,
                _ => 100
            };
            return database == "mongodb" && n == 330_000
                ? written with { Status = TrialStatus.Incomplete, Error = "out of memory" }
                : WithBytes(written, bytes + (1e6 / n));
        },
        Noise = 0.002,
    };

    [Fact]
    public void OfStudy1_ResultsAsPublished_AllStillHold()
    {
        var reproduction = Reproduction.OfStudy1([Summary(AsPublished)]);
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
                    "sqlserver" => trial.Point.Sources.Total == 16 ? 0.3 : 0.2,
                    "cassandra" => (trial.Point.Nodes == 1 ? 0.03 : 0.3)
                        * Math.Pow(trial.Point.RecordsPerSource / 10_000.0, 0.15),
                    "couchbase" => 0.7,
                    _ => 1
                };
                double usual = trial.Point.TotalRecords / 100_000.0;
                return WithBytes(
                    FakeSweep.WithElapsed(trial, (usual / speed * (1 + noise)) + (0.01 * (trial.ElapsedS - usual))),
                    (database == "sqlserver" ? 900 : 100) + (trial.Trial * 0.01) - (1e5 / trial.Point.RecordsPerSource));
            },
        };
        var findings = Reproduction.OfStudy1([Summary(opposite)]).Findings;
        findings.Where(finding => finding.Verdict != FindingVerdict.NoLonger)
            .Select(finding => $"{finding.Claim} {finding.Ours} {finding.Reason}").ShouldBeEmpty();
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
            Summary(new FakeSweep { Databases = [database], At = AsInTheStudy, Speed = speed });
        var reproduction = Reproduction.OfStudy1([Of("postgres", 2), Of("cassandra", 1)]);
        reproduction.Basis.ShouldContain("postgres stands for SQL Server, which is not among the results.");
        Find(reproduction, "faster than the best").Verdict.ShouldBe(FindingVerdict.StillHolds);
        Find(reproduction, "lead over").Verdict.ShouldBe(FindingVerdict.NoLonger, "2x is not 5x");
        Find(reproduction, "Cassandra is faster").Verdict.ShouldBe(FindingVerdict.NotMeasured);
        Repository.ShouldBeLocked("reproduction.txt", ReproductionTable.Of(reproduction).ToPlainText());
        JsonSerializer.Serialize(reproduction, SummaryJson.Default.Reproduction).ShouldContain("\"still_holds\"");
    }

    /// <summary>Ahead at one N and behind at another, it is not faster; the largest lead is still that of the first.</summary>
    [Fact]
    public void OfStudy1_RelationalServerBehindAtOneN_IsNotSaidToBeFaster()
    {
        var sweep = new FakeSweep
        {
            Databases = ["postgres", "cassandra"],
            At = AsInTheStudy,
            Trial = trial => FakeSweep.WithElapsed(trial, trial.ElapsedS / (trial.Point switch
            {
                { Database: "postgres", RecordsPerSource: 50_000 } => 5,
                { Database: "postgres" } => 0.5,
                _ => 1,
            })),
        };
        var reproduction = Reproduction.OfStudy1([Summary(sweep)]);
        var faster = Find(reproduction, "faster than the best");
        faster.Verdict.ShouldBe(FindingVerdict.NoLonger, faster.Reason);
        faster.Ours.ShouldNotBeNull().ShouldStartWith("0.");
        Find(reproduction, "lead over").Verdict.ShouldBe(FindingVerdict.StillHolds);
    }

    [Fact]
    public void OfStudy1_EqualDatabases_AreNotDecided()
    {
        var equal = new FakeSweep
        {
            Databases = ["postgres", "cassandra"],
            At = AsInTheStudy,
            Records = [50_000],
            Seed = 3,
            Noise = 0.1
        };
        var finding = Reproduction.OfStudy1([Summary(equal)]).Findings[0];
        finding.Verdict.ShouldBe(FindingVerdict.NotMeasured);
        finding.Reason.ShouldContain("includes 1");
        finding.Ours.ShouldNotBeNull();
    }

    [Fact]
    public void OfStudy1_RelationalServers_AreThoseOfTheManifest()
    {
        string[] BasisOf(params string[] databases) =>
            [.. Reproduction.OfStudy1([Summary(new FakeSweep { Databases = databases, At = AsInTheStudy })]).Basis
                .Where(sentence => sentence.Contains("stands for SQL"))];

        BasisOf("cassandra", "newcomer", "postgres")
            .ShouldBe(["newcomer stands for SQL Server, which is not among the results."]);
        BasisOf("postgres", "sqlserver", "cassandra").ShouldBeEmpty();
        BasisOf("sqlite", "cassandra").ShouldBeEmpty();
    }

    [Fact]
    public void OfStudy1_FasterWithoutDurability_IsNotTheOneThatIsTaken()
    {
        var sweep = new FakeSweep
        {
            Databases = ["postgres", "cassandra"],
            Places =
            [
                At("postgres", 50_000), At("postgres", 50_000) with { Durability = "off" }, At("cassandra", 50_000),
            ],
            Trial = trial => FakeSweep.WithElapsed(trial, trial.ElapsedS / (trial.Point.Durability == "off" ? 9 : 2)),
        };
        var reproduction = Reproduction.OfStudy1([Summary(sweep)]);
        string ours = Find(reproduction, "faster than the best").Ours!;
        double.Parse(ours[..ours.IndexOf('x')], System.Globalization.CultureInfo.InvariantCulture).ShouldBe(1, 0.1, ours);
        reproduction.Basis.ShouldContain(sentence =>
            sentence.StartsWith("postgres: durability full (survives a power loss)", StringComparison.Ordinal)
            && sentence.EndsWith("chosen from 2 settings, the strongest durability first.", StringComparison.Ordinal));
    }

    [Fact]
    public void OfStudy1_PointsOfAnotherProtocol_AreLeftOutByName()
    {
        var one = At("postgres", 50_000);
        Point[] others =
        [
            At("cassandra", 50_000) with { Nodes = null },
            one with { DurationS = 5 },
            one with { Rate = ArrivalRate.TryParse("10k", out var rate) ? rate : null },
            one with { Mix = OperationMix.TryParse("read=1", out var mix) ? mix : null },
            one with { Batch = 1 },
            one with { Sources = SourceLayout.Single(2) },
            one with { RecordsPerSource = 1_000_000 },
            one with { Disorder = Disorder.TryParse("10%:1h", out var late) ? late : null },
            one with { Series = SeriesCount.TryParse("1k", out var series) ? series : null },
            one with { Prefill = Prefill.TryParse("1M", out var before) ? before : null },
            one with { Fault = PlannedFault.TryParse("kill@20s", out var fault) ? fault : null },
            one with { Via = SweepAxes.ViaService },
        ];
        var reproduction = Reproduction.OfStudy1(
            [Summary(new FakeSweep { Databases = ["postgres", "cassandra"], Places = [one, .. others] })]);
        reproduction.Basis.Where(sentence => sentence.StartsWith("Not the study's protocol", StringComparison.Ordinal)).ShouldBe(
        [
            "Not the study's protocol: 1 point of cassandra (1 node).",
            "Not the study's protocol: 1 point of postgres (trials that end by time).",
            "Not the study's protocol: 1 point of postgres (records that arrive at a rate).",
            "Not the study's protocol: 1 point of postgres (the mix read=1).",
            "Not the study's protocol: 1 point of postgres (no batches).",
            "Not the study's protocol: 1 point of postgres (2 sources).",
            "Not the study's protocol: 1 point of postgres (N outside 10,000 to 330,000).",
            "Not the study's protocol: 1 point of postgres (10 % up to 3600 s late).",
            "Not the study's protocol: 1 point of postgres (1,000 series a source).",
            "Not the study's protocol: 1 point of postgres (1,000,000 stored before).",
            "Not the study's protocol: 1 point of postgres (kill after 20 s).",
            "Not the study's protocol: 1 point of postgres (through a service).",
        ]);
        Find(reproduction, "faster than the best").Verdict.ShouldBe(FindingVerdict.NotMeasured, "one node is no cluster");
        Find(reproduction, "Cassandra is faster").Reason.ShouldContain("no point of it has the study's protocol");
    }

    [Fact]
    public void OfStudy1_MongoDbAtSmallerLoadsOnly_IsNotSaidToFailOrNotTo()
    {
        var failing = new FakeSweep
        {
            Databases = ["mongodb"],
            At = AsInTheStudy,
            Trial = trial => trial with { Status = TrialStatus.Incomplete, Error = "out of memory" },
        };
        var finding = Find(Reproduction.OfStudy1([Summary(failing)]), "MongoDB fails");
        finding.Verdict.ShouldBe(FindingVerdict.NotMeasured);
        finding.Reason.ShouldBe("mongodb was not measured at N = 330,000.");

        // A sweep that has not come to its largest load says nothing of it either.
        var unfinished = failing with { Records = [330_000], Trial = _ => null };
        Find(Reproduction.OfStudy1([Summary(unfinished)]), "MongoDB fails").Verdict.ShouldBe(FindingVerdict.NotMeasured);
        Find(Reproduction.OfStudy1([Summary(failing with { Records = [330_000] })]), "MongoDB fails")
            .Verdict.ShouldBe(FindingVerdict.StillHolds);
    }

    /// <summary>A server that does not start, or fails in some trials, does not tell whether the load is too high.</summary>
    [Fact]
    public void OfStudy1_MongoDbFailsAtEveryLoadOrNowAndThen_IsNotDecided()
    {
        var sweep = new FakeSweep { Databases = ["mongodb"], At = AsInTheStudy, Records = [10_000, 330_000] };
        var nowhere = sweep with { Trial = trial => trial with { Status = TrialStatus.Unreachable, Error = "refused" } };
        var finding = Find(Reproduction.OfStudy1([Summary(nowhere)]), "MongoDB fails");
        finding.Verdict.ShouldBe(FindingVerdict.NotMeasured);
        finding.Reason.ShouldContain("and no other N has figures that count: ");

        var sometimes = sweep with
        {
            Trial = trial => trial is { Point.RecordsPerSource: 330_000, Trial: > 6 }
                ? trial with { Status = TrialStatus.Incomplete, Error = "out of memory" } : trial,
        };
        finding = Find(Reproduction.OfStudy1([Summary(sometimes)]), "MongoDB fails");
        finding.Verdict.ShouldBe(FindingVerdict.NotMeasured);
        finding.Ours.ShouldBe("3 trials complete, 7 failed");
        Find(Reproduction.OfStudy1([Summary(sweep)]), "MongoDB fails").Verdict.ShouldBe(FindingVerdict.NoLonger);
    }

    /// <summary>Times on a line, by trials that say little: with three trials t is 4.30, so that 10 % give +-25 %.</summary>
    [Fact]
    public void OfStudy1_TimesThatVaryMuch_AreNotSaidToBeLinear()
    {
        var sweep = new FakeSweep
        {
            Databases = ["postgres"],
            At = AsInTheStudy,
            Records = [10_000, 20_000, 30_000, 40_000],
            Trials = 6,
            Trial = trial => FakeSweep.WithElapsed(
                trial, trial.Point.TotalRecords / 100_000.0 * (1 + (0.1 * ((trial.Trial % 3) - 1)))),
        };
        Find(Reproduction.OfStudy1([Summary(sweep)]), "linear in N").Verdict.ShouldBe(FindingVerdict.NotMeasured);
        Find(Reproduction.OfStudy1([Summary(sweep with { Trial = trial => trial, Trials = 13, Noise = 0.005 })]), "linear in N")
            .Verdict.ShouldBe(FindingVerdict.StillHolds);
    }

    /// <summary>Deployments of 90, 120 and 150 bytes: 120 +- 4.30 x 30 / sqrt(3), however many trials each has.</summary>
    [Fact]
    public void OfStudy1_SpaceThatDeploymentsDifferBy_IsNotDecided() =>
        Find(Reproduction.OfStudy1([Summary(new FakeSweep
        {
            Databases = ["postgres", "cassandra"],
            At = AsInTheStudy,
            Trials = 18,
            WarmUp = 0,
            Trial = trial => WithBytes(trial, trial.Point.Database == "postgres" ? 100 : 90 + (30 * ((trial.Trial - 1) / 6)))
                with { Block = 1 + ((trial.Trial - 1) / 6) },
        })]), "takes the least space").Verdict.ShouldBe(FindingVerdict.NotMeasured);

    /// <summary>MongoDB 2.6 filled a file of up to 2 GB before it made the next: N far apart fill some in between.</summary>
    [Theory]
    [InlineData(FindingVerdict.NotMeasured, 10_000L, 100_000L, 330_000L)]
    [InlineData(FindingVerdict.NotMeasured, 100_000L, 100_500L, 101_000L)]
    [InlineData(FindingVerdict.NoLonger, 10_000L, 20_000L, 30_000L)]
    public void OfStudy1_SpaceThatGrowsWithTheRecords_HasNoStepsWhereTheyWouldShow(FindingVerdict verdict, params long[] records)
    {
        var sweep = new FakeSweep { Databases = ["mongodb"], At = AsInTheStudy, Records = records };
        Find(Reproduction.OfStudy1([Summary(sweep)]), "grows in steps").Verdict.ShouldBe(verdict);
    }

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
            finding.Verdict == FindingVerdict.NotMeasured && !finding.Reason.Contains("an interval", StringComparison.Ordinal));
        Find(Reproduction.OfStudy1([summary]), "interval").Reason
            .ShouldContain("sqlite: none of them is a database of the study");
    }

    [Fact]
    public void OfStudy1_DatabaseWithOneTrialAPoint_IsNotSaidToBeAbsent()
    {
        var summary = Summary(new FakeSweep { Databases = ["cassandra"], Trials = 4, At = AsInTheStudy });
        Find(Reproduction.OfStudy1([summary]), "irregular").Reason
            .ShouldBe("cassandra is among the results, without two trials at a point.");
    }

    private static Finding Find(Reproduction reproduction, string claim) =>
        reproduction.Findings.First(finding => finding.Claim.Contains(claim, StringComparison.Ordinal));

    private static Point At(string database, long records) => AsInTheStudy(new Point
    {
        Database = database,
        Client = "driver",
        Durability = "full",
        Sources = SourceLayout.Single(8),
        RecordsPerSource = records,
        Batch = 1000,
        InFlight = 1,
        Values = 9,
    });

    private static Point AsInTheStudy(Point point) => point with
    {
        Sources = SourceLayout.TryParse("5+3", out var layout) ? layout : SourceLayout.Single(8),
        Nodes = point.Database is "cassandra" or "mongodb" or "couchbase" ? 4 : null,
    };

    /// <summary>The summary of a sweep whose manifest describes the target of each point.</summary>
    private static SweepSummary Summary(FakeSweep sweep)
    {
        var manifest = sweep.Manifest;
        var shape = manifest.Targets[0];
        return Summarizer.Of(manifest with
        {
            Targets = [.. sweep.Points.DistinctBy(point => point.Target).Select(point => shape with
            {
                Database = point.Database,
                Nodes = point.Nodes,
                Durability = point.Durability,
                Survives = point.Durability == "off" ? Survival.Nothing : Survival.PowerLoss,
                Model = point.Database switch
                {
                    "cassandra" => DataModel.WideColumn,
                    "mongodb" or "couchbase" => DataModel.Document,
                    _ => DataModel.Relational,
                },
                Placement = point.Database == "sqlite" ? "in-process" : "local",
            })],
        }, sweep.Journal);
    }

    private static TrialResult WithBytes(TrialResult trial, double bytes) => trial with
    {
        Space = trial.Space! with { BytesPerRecord = bytes },
    };
}

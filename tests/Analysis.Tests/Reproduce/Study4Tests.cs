using DbIngest.Analysis.Output;
using DbIngest.Analysis.Reproduce;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Latency;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Reproduce;

/// <summary>
/// Study 4 beside results whose asynchronous calls lower the mean latency by the published share: 14.83 % of PostgreSQL's GET
/// and so on.
/// </summary>
public class Study4Tests
{
    private static readonly Dictionary<string, double> Reduction = new()
    {
        ["study4-get"] = 0.1483,
        ["study4-post"] = 0.1623,
        ["study4-put"] = 0.1542,
        ["study4-delete"] = 0.2076,
    };

    [Fact]
    public void OfStudy4_LowerLatencies_AgreeAsAnAnalogueAndNeverHold()
    {
        var reproduction = Reproduction.OfStudy4([Sweep(faster: true, noise: 0.01).Summary]);

        var postgres = reproduction.Findings.Where(finding => finding.Claim.Contains("postgres", StringComparison.Ordinal))
            .ToList();
        postgres.Count.ShouldBe(4);
        postgres.ShouldAllBe(finding => finding.Verdict == FindingVerdict.AnalogueAgrees);
        postgres[0].Published.ShouldBe("-14.83 %");
        postgres[0].Ours!.ShouldMatch("^-1[345][.]");
        reproduction.Findings.Count.ShouldBe(12);
        reproduction.Figures.Count.ShouldBe(8);
        string table = ReproductionTable.Of(reproduction).ToPlainText();
        table.ShouldContain("an analogue agrees with 4 findings and differs from 0, 8 not measured");
        table.ShouldNotContain("still hold");
    }

    [Fact]
    public void OfStudy4_HigherOrEqualLatencies_DifferOrDecideNothing()
    {
        Reproduction.OfStudy4([Sweep(faster: false, noise: 0.01).Summary]).Findings
            .Where(finding => finding.Claim.Contains("postgres", StringComparison.Ordinal))
            .ShouldAllBe(finding => finding.Verdict == FindingVerdict.AnalogueDiffers);
        Reproduction.OfStudy4([(Sweep(faster: true, noise: 0.4) with { Trials = 5 }).Summary]).Findings
            .ShouldAllBe(finding => finding.Verdict == FindingVerdict.NotMeasured);
    }

    [Fact]
    public void OfStudy4_OtherResults_AreLeftOutByName()
    {
        var reproduction = Reproduction.OfStudy4([new FakeSweep().Summary, (Sweep(true, 0.01) with
        {
            Places = [At("study4-get", "async") with { ServiceConnections = 4 }, At("study4-get", "async") with { Rate = null },
                At("study4-get", "async") with { ServiceHttp = "2" }, At("study4-get", "async") with { Nodes = 3 },
                Point.Of(At("study4-get", "async").Axes.With(SweepAxes.Index, TableIndex.None)),
                Point.Of(At("study4-get", "async").Axes.With(SweepAxes.Restart, ServerAxes.RestartServer))],
        }).Summary]);

        reproduction.Findings.Count.ShouldBe(12);
        reproduction.Findings.ShouldAllBe(finding => finding.Verdict == FindingVerdict.NotMeasured);
        string basis = string.Join('\n', reproduction.Basis);
        basis.ShouldContain("(not through the service)");
        basis.ShouldContain("(another number of connections than 10)");
        basis.ShouldContain("(a closed loop)");
        basis.ShouldContain("(HTTP/2)");
        basis.ShouldContain("(several nodes)");
        basis.ShouldContain("(a table without its key)");
        basis.ShouldContain("(restart server)");
    }

    /// <summary>Trials of another duration are judged, and the reader is told. Those of the study's come first.</summary>
    [Fact]
    public void OfStudy4_ShorterTrials_AreJudgedAndNamed()
    {
        const string Named = "Another duration than the protocol's 20 s, and judged all the same: 8 points of postgres (5 s).";
        var whole = Sweep(faster: true, noise: 0.01);
        var shorter = whole with { Places = [.. whole.Places!.Select(point => point with { DurationS = 5 })] };

        var reproduction = Reproduction.OfStudy4([shorter.Summary]);

        reproduction.Basis.ShouldContain(Named);
        reproduction.Findings.Take(4).ShouldAllBe(finding => finding.Verdict == FindingVerdict.AnalogueAgrees);
        Reproduction.OfStudy4([shorter.Summary, whole.Summary]).Basis
            .ShouldNotContain(sentence => sentence.StartsWith("Another duration", StringComparison.Ordinal));
    }

    /// <summary>mariadb stands for MySQL only where mysql was not measured, whichever comes first.</summary>
    [Fact]
    public void OfStudy4_MySqlBesideMariaDb_KeepsItsOwnPoints()
    {
        Point[] places =
        [
            .. from database in (string[])["mariadb", "mysql"]
               from threads in (string[])["dedicated", "async"]
               select At("study4-get", threads) with { Database = database },
        ];
        var both = Sweep(faster: true, noise: 0.01) with { Databases = ["mariadb", "mysql"], Places = places };
        var made = both.Trial;
        both = both with
        {
            Trial = trial => trial.Point.Database == "mysql" ? trial with { Status = TrialStatus.Incomplete } : made(trial),
        };
        Cells(both).ShouldBe(["mysql, GET, threads dedicated", "mysql, GET, threads async"], "mysql's own are missing");
        Cells(both with { Trial = made }).ShouldBe(["mariadb, GET, threads dedicated", "mariadb, GET, threads async",
            "mysql, GET, threads dedicated", "mysql, GET, threads async"]);

        static IEnumerable<string> Cells(FakeSweep sweep) =>
            Reproduction.OfStudy4([sweep.Summary]).Figures.Select(figure => figure.Cell);
    }

    /// <summary>A pair of thread models is of one result and one setting.</summary>
    [Fact]
    public void OfStudy4_SeveralSettings_TakesTheOneWithTheMostCells()
    {
        var whole = Sweep(faster: true, noise: 0.01);
        var other = whole with { Places = [At("study4-get", "dedicated") with { InFlight = 32 }] };
        var reproduction = Reproduction.OfStudy4([other.Summary, whole.Summary]);
        reproduction.Findings[0].Verdict.ShouldBe(FindingVerdict.AnalogueAgrees);
        string.Join('\n', reproduction.Basis)
            .ShouldContain("postgres, study4-get: postgres, client driver, durability full; chosen from 2 results or settings.");
    }

    [Fact]
    public void OfStudy4_MethodsInSeveralResults_TakesEachFromItsOwn()
    {
        var whole = Sweep(faster: true, noise: 0.01);
        FakeSweep[] parts =
        [
            whole with { Places = [.. whole.Places!.Take(4)] },
            whole with { Places = [.. whole.Places!.Skip(4)] },
        ];

        var reproduction = Reproduction.OfStudy4([.. parts.Select(part => part.Summary)]);

        reproduction.Figures.Count.ShouldBe(8);
        reproduction.Findings.Take(4).ShouldAllBe(finding => finding.Verdict == FindingVerdict.AnalogueAgrees);
    }

    private static Point At(string mix, string threads) => new()
    {
        Database = "postgres",
        Client = "driver",
        Durability = "full",
        Sources = SourceLayout.Single(1),
        RecordsPerSource = 12_000,
        Batch = 1,
        InFlight = 64,
        Values = 9,
        DurationS = 20,
        Rate = ArrivalRate.TryParse("300", out var rate) ? rate : null,
        Mix = OperationMix.TryParse(mix, out var parsed) ? parsed : null,
        Via = SweepAxes.ViaService,
        ServiceThreads = threads,
        ServiceConnections = 10,
    };

    private static FakeSweep Sweep(bool faster, double noise) => new()
    {
        Databases = ["postgres"],
        Noise = noise,
        Places = [.. from mix in Reduction.Keys from threads in (string[])["dedicated", "async"] select At(mix, threads)],
        Trial = trial =>
        {
            var point = trial.Point;
            double share = point.ServiceThreads == "async" ? Reduction[point.Mix!.Words] * (faster ? 1 : -1) : 0;
            double factor = trial.ElapsedS / (point.TotalRecords / 100_000.0);
            var histogram = new LatencyHistogram();
            histogram.Record((long)(5e6 * factor * (1 - share)));
            return trial with
            {
                OpenLoop = new OpenLoopResult
                {
                    Response = LatencySummary.Of(histogram),
                    LargestBacklogBatches = 0,
                    LastBacklogBatches = 0,
                },
            };
        },
    };
}

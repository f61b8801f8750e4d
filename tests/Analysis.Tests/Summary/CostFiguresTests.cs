using System.Text.Json;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Summary;

/// <summary>Costs by hand: at 100,000 records/s a million takes 10 s, and an hour has 360 of them.</summary>
public class CostFiguresTests
{
    private static readonly IReadOnlyList<string>[] OneMachine = [[]];

    [Fact]
    public void Of_AMillionAndAMonth_FollowFromPrices()
    {
        var cost = CostFigures.Of(Of("0.36EUR/h,0.1EUR/GB-month,50k/s"), "sqlite", OneMachine, 100_000,
            new Interval(80_000, 125_000), 100);
        cost.PerMillion.ShouldNotBeNull().ShouldBe(0.001, 1e-15);
        cost.IntervalPerMillion!.Value.Low.ShouldBe(0.0008, 1e-15);
        cost.IntervalPerMillion!.Value.High.ShouldBe(0.00125, 1e-15);
        cost.HoldsRate.ShouldBe(true);
        cost.MonthMachines.ShouldNotBeNull().ShouldBe(0.36 * 730, 1e-9);

        // 50,000 x 3,600 x 730 records of 100 bytes are 13,140 GB.
        cost.MonthStorage.ShouldNotBeNull().ShouldBe(1314, 1e-9);
        cost.Currency.ShouldBe("EUR");
    }

    /// <summary>A server that does not tell its space gives 0 bytes.</summary>
    [Fact]
    public void Of_NoBytes_HasNoPriceOfStorage() =>
        CostFigures.Of(Of("0.36EUR/h,0.1EUR/GB-month,50k/s"), "ado", OneMachine, 100_000, new Interval(80_000, 125_000), 0)
            .MonthStorage.ShouldBeNull();

    [Theory]
    [InlineData(130_000, false)]
    [InlineData(100_000, null)]
    [InlineData(80_000, true)]
    public void Of_TheRateOfAMonth_IsHeldByTheWholeInterval(double rate, bool? holds)
    {
        var cost = CostFigures.Of(Of(FormattableString.Invariant($"1/h,{rate}/s")), "sqlite", OneMachine, 100_000,
            new Interval(80_000, 125_000), 100);
        cost.HoldsRate.ShouldBe(holds);
        (cost.MonthMachines is null).ShouldBe(holds == false);
        cost.MonthStorage.ShouldBeNull();
    }

    /// <summary>A database to which 1,000 records a second arrive may well hold 200,000.</summary>
    [Fact]
    public void Summary_FewerRecordsArriveThanTheMonthHas_IsOpen()
    {
        var sweep = new FakeSweep { Records = [50_000] };
        var paced = sweep with { At = point => point with { Rate = ArrivalRate.TryParse("1000", out var rate) ? rate : null } };
        bool? Holds(FakeSweep one) =>
            Summarizer.Of(one.Manifest with { Prices = Of("1/h,200k/s") }, one.Journal).Points[0].Cost!.HoldsRate;
        Holds(sweep).ShouldBe(false);
        Holds(paced).ShouldBeNull();

        // Where it does not keep up even with these, its throughput is its own limit.
        Holds(paced with
        {
            Trial = trial => trial with
            {
                OpenLoop = new OpenLoopResult { LargestBacklogBatches = 900, LastBacklogBatches = 900 },
            },
        }).ShouldBe(false);
    }

    [Fact]
    public void Of_NoPriceForAMachine_SaysWhich()
    {
        var cost = CostFigures.Of(Of("db1=1/h"), "cassandra", [["db1"], ["db2"]], 100_000, null, null);
        cost.PerMillion.ShouldBeNull();
        cost.NotPriced.ShouldBe("db2 has no price; give --price 0.12/h for each machine, or db2=0.12/h");
    }

    [Fact]
    public void Summary_WithPrices_HasTheTable()
    {
        var sweep = new FakeSweep { Databases = ["sqlite", "postgres"] };
        var summary = Summarizer.Of(sweep.Manifest with { Prices = Of("0.36EUR/h,postgres=0.72EUR/h") }, sweep.Journal);
        var costs = summary.Points.Select(point => point.Cost.ShouldNotBeNull()).ToList();
        costs[0].PerMillion!.Value.ShouldBe(0.001, 0.00002);
        costs[^1].PerMillion!.Value.ShouldBe(0.002, 0.00004);
        var table = CostTable.Of(summary).ShouldNotBeNull();
        table.Headers.ShouldContain("EUR per million");
        table.Rows.Count.ShouldBe(4);
        table.Rows[0][table.Headers.ToList().IndexOf("EUR per million")].ShouldStartWith("0.0010");
        CostTable.Of(sweep.Summary).ShouldBeNull();
    }

    /// <summary>What a search found: operations of a mix need no storage each, whatever the records take.</summary>
    [Theory]
    [InlineData(null, true)]
    [InlineData("read=95,update=5", false)]
    public void Search_TheStorageOfAMonth_IsThatOfRecords(string? mix, bool isPriced)
    {
        var plan = new SearchPlan(SearchLimit.TryParse("backlog:5", out var limit) ? limit : FakeSearch.Limit, null, 0);
        var sweep = new FakeSweep
        {
            Records = [50_000],
            At = point => point with
            {
                Batch = 1,
                DurationS = 10,
                Mix = OperationMix.TryParse(mix, out var parsed) ? parsed : null,
            },
        };
        var manifest = sweep.Manifest;
        manifest = manifest with
        {
            Configuration = manifest.Configuration with { Search = plan },
            Prices = Of("1/h,0.1/GB-month,50/s"),
        };

        // At 100/s every trial holds the limit, at 200/s none does.
        var search = SearchFigures.Of(manifest, [.. sweep.Journal.OfType<TrialResult>().Select(trial => trial with
        {
            Point = plan.At(trial.Point, trial.Trial % 2 == 0 ? 100 : 200),
            OpenLoop = new OpenLoopResult
            {
                LargestBacklogBatches = 100,
                LastBacklogBatches = trial.Trial % 2 == 0 ? 1 : 100,
            },
        })]).ShouldHaveSingleItem();
        search.RecordsPerS.ShouldNotBeNull().ShouldBeInRange(100, 200);
        search.Cost!.MonthMachines.ShouldNotBeNull();
        search.Cost!.MonthStorage.HasValue.ShouldBe(isPriced);
    }

    /// <summary>
    /// All sizes fit into a file of 16 MB that is made in advance. What is paid is the quotient, 108 bytes and 20,000 over
    /// 100,000 records, and no slope of 0.
    /// </summary>
    [Fact]
    public void Month_SizesWithTheSameBytes_AreNotFree()
    {
        var sweep = new FakeSweep
        {
            Trial = trial => trial with
            {
                Space = trial.Space! with
                {
                    Net = trial.Space.Net with { DataBytes = 16_000_000 - trial.Space.Net.IndexBytes },
                },
            },
        };
        var point = Summarizer.Of(sweep.Manifest with { Prices = Of("1/h,0.1/GB-month,50/s") }, sweep.Journal).Points[0];

        point.SpaceSlope.ShouldNotBeNull().BytesPerRecord.ShouldBe(0, 1e-9);
        point.Cost!.MonthStorage.ShouldNotBeNull().ShouldBe(50 * 730 * 3600 * 108.2 / 1e9 * 0.1, 1e-6);
    }

    [Fact]
    public void Machines_OfADeployment_AreItsHosts()
    {
        var sweep = new FakeSweep { At = point => point with { Axes = point.Axes.With(SweepAxes.Deployment, "plant") } };
        var manifest = sweep.Manifest;
        manifest = manifest with
        {
            Configuration = manifest.Configuration with
            {
                Deployments = new Dictionary<string, JsonElement>
                {
                    ["plant"] = JsonDocument.Parse("""
                        {"provider":"ssh","nodes":[{"name":"n1","host":"db1"},{"name":"n2","host":"db1"},{"name":"n3","host":"db2"}]}
                        """).RootElement,
                },
            },
            Prices = Of("0.5/h"),
        };
        Summarizer.Of(manifest, sweep.Journal).Points[0].Cost!.PerH.ShouldBe(1);
        Summarizer.Of(manifest with { Prices = Of("0.5/h,n3=2/h") }, sweep.Journal).Points[0].Cost!.PerH.ShouldBe(2.5);
    }

    /// <summary>A price names the host of a server, whatever its port.</summary>
    [Theory]
    [InlineData("db1=0.3/h", "db1:5432", 0.3)]
    [InlineData("db1=0.3/h,0.5/h", "db1:5432,db2:5432", 0.8)]
    [InlineData("0.5/h", "db1:5432,db1:5433", 0.5)]
    [InlineData("0.5/h", "[::1]:5432,[::1]:5433,10.0.0.1:5432", 1)]
    public void Machines_OfServers_AreTheirHosts(string prices, string servers, double perH)
    {
        var sweep = new FakeSweep
        {
            Target = target => target with { RoundTripsS = servers.Split(',').ToDictionary(server => server, _ => 0.001) },
        };
        Summarizer.Of(sweep.Manifest with { Prices = Of(prices) }, sweep.Journal).Points[0].Cost!.PerH.ShouldBe(perH);
    }

    /// <summary>An embedded database, or a server of the run beside one elsewhere, takes this machine too.</summary>
    [Theory]
    [InlineData("local + postgres://me@db1:5432/bench", "db1:5432", 1)]
    [InlineData("/data/control.db + db1:9042,db2:9042", "db1:9042,db2:9042", 1.5)]
    [InlineData("db1:5432 + db1:9042", "db1:5432,db1:9042", 0.5)]
    [InlineData("a private server + db1:9042", "127.0.0.1:40001,db1:9042", 1)]
    [InlineData("postgres://me@db1:5432/bench", "db1:5432", 0.5)]
    public void Machines_OfAHybrid_AreThoseOfBothParts(string endpoint, string servers, double perH)
    {
        var sweep = new FakeSweep
        {
            Target = target => target with
            {
                Endpoint = endpoint,
                RoundTripsS = servers.Split(',').ToDictionary(server => server, _ => 0.001),
            },
        };
        Summarizer.Of(sweep.Manifest with { Prices = Of("0.5/h") }, sweep.Journal).Points[0].Cost!.PerH.ShouldBe(perH);
    }

    [Fact]
    public void Compare_OtherPrices_DividesThemByTheThroughputs()
    {
        var a = new FakeSweep();
        var b = new FakeSweep { Speed = 2, Seed = 7 };
        var comparison = Comparison.Of(
            Summarizer.Of(a.Manifest with { Prices = Of("1/h") }, a.Journal),
            Summarizer.Of(b.Manifest with { Prices = Of("3/h") }, b.Journal), 0.05);
        comparison.Costs.Count.ShouldBe(2);
        var cost = comparison.Costs[0];
        cost.Ratio.ShouldBe(1.5, 0.03);
        cost.Ratio.ShouldBe(cost.BPerMillion / cost.APerMillion, 1e-9);
        cost.RatioInterval!.Value.Contains(1.5).ShouldBeTrue();
        CostTable.Of(comparison).ShouldNotBeNull().Rows.Count.ShouldBe(2);
        Comparison.Of(a.Summary, b.Summary, 0.05).Costs.ShouldBeEmpty();
    }

    [Fact]
    public void Energy_OfTrials_IsPerRecordWithItsInterval()
    {
        var point = new FakeSweep
        {
            Trial = trial => trial with
            {
                Energy = new EnergyUse { Joules = trial.Trial % 2 == 0 ? 10 : 12, SettleJoules = 1, Covers = ["package-0"] },
            },
        }.Summary.Points[0];
        var energy = point.Energy.ShouldNotBeNull();
        energy.JoulesPerRecord!.Mean.ShouldBe(11 / 100_000.0, 1e-12);

        // Five of 10 and five of 12: sd 1.0541, t(0.95, 9) = 2.2622, so +-0.7541 J of 100,000 records.
        energy.IntervalJoulesPerRecord!.Value.High.ShouldBe(11.7541 / 100_000, 1e-8);
        energy.SettleJoulesPerRecord!.Value.ShouldBe(1e-5, 1e-12);
    }

    [Fact]
    public void Energy_OneTrialWithout_IsNotMeasured()
    {
        var sweep = new FakeSweep
        {
            Trial = trial => trial with
            {
                Energy = trial.Trial == 7 ? new EnergyUse { NotMeasured = "the counter went back" }
                    : new EnergyUse { Joules = 1 },
            },
        };
        var energy = sweep.Summary.Points[0].Energy.ShouldNotBeNull();
        energy.JoulesPerRecord.ShouldBeNull();
        energy.NotMeasured.ShouldBe("the counter went back");
        ResourceTable.PerRecord(new StoredResult("f", sweep.Manifest, sweep.Summary)).Notes
            .ShouldContain("Energy not measured: the counter went back.");
        new FakeSweep().Summary.Points[0].Energy.ShouldBeNull();
    }

    /// <summary>A server that an endpoint names elsewhere has no reader in the trials.</summary>
    [Theory]
    [InlineData("remote", true)]
    [InlineData("local", false)]
    public void Energy_ServerOnAnotherMachine_IsSaidToBeMissing(string placement, bool lacks)
    {
        var sweep = new FakeSweep
        {
            Target = target => target with { Placement = placement },
            Trial = trial => trial with { Energy = new EnergyUse { Joules = 1, Covers = ["package-0"] } },
        };
        sweep.Summary.Points[0].Energy.ShouldNotBeNull().LacksMachines.ShouldBe(lacks);
        ResourceTable.PerRecord(new StoredResult("f", sweep.Manifest, sweep.Summary)).Notes
            .Any(note => note.EndsWith("Other machines are not in it.", StringComparison.Ordinal)).ShouldBe(lacks);
    }

    private static Prices Of(string text) => Prices.TryParse(text, out var prices) ? prices : throw new ArgumentException(text);
}

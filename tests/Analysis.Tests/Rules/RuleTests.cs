using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Rules;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Searches;

namespace DbIngest.Analysis.Tests.Rules;

/// <summary>Each rule is broken once, from a sweep that keeps them all.</summary>
public class RuleTests
{
    private static readonly FakeSweep Good = new();

    [Fact]
    public void Evaluate_GoodSweep_BreaksNothing()
    {
        var summary = Good.Summary;
        summary.Points.SelectMany(point => point.Rules).Concat(summary.Rules)
            .Where(rule => rule.State is RuleState.Broken or RuleState.Noted)
            .Select(rule => rule.Rule)
            .ShouldBe([4, 32], "variance between deployments is never in a sweep, and this one has one size of batches");
        summary.Points.ShouldAllBe(point => point.Labels.Count == 0);
    }

    [Fact]
    public void Evaluate_AnySweep_JudgesEachOfTheRulesOnce()
    {
        var summary = Good.Summary;
        int[] ofPoint = [.. summary.Points[0].Rules.Select(rule => rule.Rule)];
        int[] ofSweep = [.. summary.Rules.Select(rule => rule.Rule)];
        ofPoint.ShouldBe(ofPoint.Distinct().Order());
        ofSweep.ShouldBe(ofSweep.Distinct().Order());
        ofPoint.Union(ofSweep).Order().ShouldBe(Enumerable.Range(1, RuleNames.Count));
        summary.Rules.Concat(summary.Points[0].Rules).ShouldAllBe(rule => rule.Reason.EndsWith('.'));
    }

    public static TheoryData<int, RuleState, string, string> PointFaults => new()
    {
        { 1, RuleState.Broken, "n = 1", nameof(Faults.OneTrial) },
        { 1, RuleState.Noted, "n = 4", nameof(Faults.FourTrials) },
        { 1, RuleState.Noted, "3 trials failed", nameof(Faults.ThreeOfSixteenFailed) },
        { 2, RuleState.Broken, "rate not records / time", nameof(Faults.WrongRate) },
        { 3, RuleState.Broken, "no interval", nameof(Faults.OneTrial) },
        { 3, RuleState.Broken, "wide", nameof(Faults.Noisy) },
        { 3, RuleState.Noted, "+-", nameof(Faults.RatherNoisy) },
        { 6, RuleState.Broken, "not steady", nameof(Faults.Drift) },
        { 6, RuleState.Noted, "steadiness unknown", nameof(Faults.FourTrials) },
        { 6, RuleState.Broken, "warm-up 1 of 3", nameof(Faults.WarmUpFailed) },
        { 28, RuleState.Broken, "stretches differ 15.0x", nameof(Faults.ColdStretch) },
        { 28, RuleState.Broken, "stretches differ 15.0x", nameof(Faults.ColdStretchByDuration) },
        { 28, RuleState.Broken, "cold code", nameof(Faults.ColdCode) },
        { 29, RuleState.Broken, "beside another run", nameof(Faults.BesideAnotherRun) },
        { 29, RuleState.Broken, "others took 40 %", nameof(Faults.BusyMachine) },
        { 29, RuleState.Noted, "others took 15 %", nameof(Faults.RatherBusyMachine) },
        { 29, RuleState.Broken, "steal 8 %", nameof(Faults.Stolen) },
        { 29, RuleState.Noted, "throttled", nameof(Faults.Throttled) },
        { 29, RuleState.Noted, "clock 2000 to 3000 MHz", nameof(Faults.SlowClock) },
        { 7, RuleState.Noted, "1 outlier", nameof(Faults.Outlier) },
        { 9, RuleState.Noted, "not normal", nameof(Faults.Outlier) },
        { 9, RuleState.Broken, "autocorrelated", nameof(Faults.Alternating) },
        { 13, RuleState.Noted, "4 in flight", nameof(Faults.InFlight) },
        { 13, RuleState.Noted, "at 100,000/s", nameof(Faults.ByRate) },
        { 13, RuleState.Broken, "overloaded", nameof(Faults.Overloaded) },
        { 13, RuleState.Noted, "operations/s", nameof(Faults.Mixed) },
        { 13, RuleState.Noted, "find scans", nameof(Faults.FindsWithoutIndex) },
        { 13, RuleState.Noted, "no control key", nameof(Faults.HybridWithoutKey) },
        { 14, RuleState.Broken, "histogram damaged", nameof(Faults.NoResponseTimes) },
        { 15, RuleState.Broken, "not all acknowledged", nameof(Faults.ByDurationNotAllAcknowledged) },
        { 14, RuleState.Broken, "no latency", nameof(Faults.NoLatency) },
        { 14, RuleState.Broken, "latency incomplete", nameof(Faults.OneWithoutLatency) },
        { 14, RuleState.Broken, "histogram damaged", nameof(Faults.DamagedHistogram) },
        { 14, RuleState.Noted, "p99 of 990 batches", nameof(Faults.FewBatches) },
        { 14, RuleState.Noted, "p99.9 of 9990 batches", nameof(Faults.RatherFewBatches) },
        { 15, RuleState.Broken, "not all acknowledged", nameof(Faults.NotAllAcknowledged) },
        { 15, RuleState.Noted, "10 retries", nameof(Faults.Retries) },
        { 15, RuleState.Noted, "1000 records failed", nameof(Faults.FailedWithoutRetry) },
        { 15, RuleState.Noted, "10 batches resolved", nameof(Faults.ResolvedWithoutRetry) },
        { 16, RuleState.Broken, "audit failed", nameof(Faults.OneInvalid) },
        { 16, RuleState.Broken, "audit failed", nameof(Faults.InvalidWarmUp) },
        { 16, RuleState.Broken, "not audited", nameof(Faults.NotAudited) },
        { 17, RuleState.Broken, "durability not stated", nameof(Faults.NoDurability) },
        { 18, RuleState.Broken, "not settled", nameof(Faults.NotSettled) },
        { 19, RuleState.Broken, "not calibrated", nameof(Faults.NotCalibrated) },
        { 19, RuleState.Broken, "client only 3.0x", nameof(Faults.LowCeiling) },
        { 19, RuleState.Noted, "client 7.0x", nameof(Faults.MiddlingCeiling) },
        { 20, RuleState.Broken, "no common start", nameof(Faults.LateSource) },
        { 20, RuleState.Broken, "no spread", nameof(Faults.NoSources) },
        { 21, RuleState.Noted, "generating 30 %", nameof(Faults.Generating) },
        { 22, RuleState.Broken, "client not sampled", nameof(Faults.NoClient) },
        { 22, RuleState.Broken, "server not sampled", nameof(Faults.NoServer) },
        { 22, RuleState.Noted, "CPU saturated", nameof(Faults.Saturated) },
        { 25, RuleState.Noted, "tuned", nameof(Faults.Tuned) },
        { 25, RuleState.Noted, "as found", nameof(Faults.Found) },
        { 25, RuleState.Noted, "in a container", nameof(Faults.InAContainer) },
        { 25, RuleState.Broken, "target not described", nameof(Faults.OtherTarget) },
        { 26, RuleState.Broken, "no space", nameof(Faults.NoSpace) },
        { 26, RuleState.Broken, "space inconsistent", nameof(Faults.WrongSpace) },
        { 26, RuleState.Noted, "no slope", nameof(Faults.OneSize) },
        { 27, RuleState.Noted, "licence notice", nameof(Faults.Licence) },
        { 31, RuleState.Broken, "network to n2 85 %", nameof(Faults.DeployedOnAFullNetwork) },
        { 31, RuleState.Noted, "limit of network to n2 not known", nameof(Faults.DeployedBehindASlowShell) },
        { 15, RuleState.Noted, "stood still 10.0 s", nameof(Faults.CutForTenSeconds) },
        { 35, RuleState.Noted, "sent out of order", nameof(Faults.OutOfOrder) },
        { 35, RuleState.Noted, "sent twice", nameof(Faults.SentTwice) },
        { 35, RuleState.Noted, "sent out of order and twice", nameof(Faults.OutOfOrderAndTwice) },
        { 36, RuleState.Noted, "probed", nameof(Faults.Probed) },
        { 36, RuleState.Noted, "visible later", nameof(Faults.VisibleLater) },
        { 36, RuleState.Broken, "acknowledged, not visible", nameof(Faults.NotVisible) },
        { 36, RuleState.Broken, "only 10 probes", nameof(Faults.FewProbes) },
        { 35, RuleState.Broken, "nothing sent twice", nameof(Faults.TooFewBatchesForDuplicates) },
        { 37, RuleState.Noted, "still falling 38.9 %", nameof(Faults.Filling) },
        { 38, RuleState.Noted, "questioned", nameof(Faults.Questioned) },
        { 38, RuleState.Noted, "answers behind 12.5 %", nameof(Faults.AnswersBehind) },
        { 38, RuleState.Broken, "only 10 answers to a question", nameof(Faults.FewQuestions) },
        { 38, RuleState.Broken, "80 questions not asked", nameof(Faults.QuestionsNotAsked) },
        { 34, RuleState.Noted, "13 faults", nameof(Faults.Killed) },
        { 34, RuleState.Broken, "lost 1 record", nameof(Faults.KilledWithLoss) },
        { 34, RuleState.Broken, "not back after 1 fault", nameof(Faults.KilledForGood) },
        { 34, RuleState.Broken, "fault in 12 of 13", nameof(Faults.KilledTooLate) },
        { 31, RuleState.Noted, "network to n2 60 %", nameof(Faults.DeployedOnABusyNetwork) },
        { 31, RuleState.Noted, "disk of n2 90 %", nameof(Faults.DeployedOnAFullDisk) },
        { 31, RuleState.Broken, "round trip to n1", nameof(Faults.DeployedFarAway) },
        { 31, RuleState.Broken, "round trip to db.example:5432", nameof(Faults.FoundFarAway) },
        { 31, RuleState.Noted, "bottlenecks unknown", nameof(Faults.DeployedUnwatched) },
        { 22, RuleState.Broken, "server not sampled", nameof(Faults.DeployedAndNotSampled) },
        { 22, RuleState.Noted, "CPU of n2 saturated", nameof(Faults.BusyNode) },
        { 22, RuleState.Noted, "CPU of alpha saturated", nameof(Faults.BusyHost) },
        { 29, RuleState.Broken, "others took 40 %", nameof(Faults.DisturbedNode) },
    };

    [Fact]
    public void Evaluate_DeploymentWithRoom_SaysWhatWasTakenOfNetworkAndDisk()
    {
        var verdict = Faults.Deployed.Summary.Points[0].Rules.Single(rule => rule.Rule == 31);
        verdict.State.ShouldBe(RuleState.Kept);
        verdict.Reason.ShouldContain("network to n2 10 %");
        verdict.Reason.ShouldContain("disk of n2 10 %");
    }

    /// <summary>A client alone cannot know the bandwidth of a network, and says so.</summary>
    [Fact]
    public void Evaluate_ServerThatWasThereAlready_SaysItsRoundTripAndWhatCannotBeKnown()
    {
        var verdict = Faults.FoundAt(0.000_01).Summary.Points[0].Rules.Single(rule => rule.Rule == 31);
        verdict.State.ShouldBe(RuleState.Kept);
        verdict.Reason.ShouldContain("round trip to db.example:5432 ");
        verdict.Reason.ShouldContain("Bandwidth and disks");
        Faults.Get(nameof(Faults.SlowClock)).Summary.Points[0].Rules.Single(rule => rule.Rule == 31).Reason
            .ShouldBe("There is no network between client and server.");
    }

    [Theory]
    [MemberData(nameof(PointFaults))]
    public void Evaluate_PointWithAFault_IsLabelled(int rule, RuleState state, string label, string fault)
    {
        var point = Faults.Get(fault).Summary.Points[0];
        var verdict = point.Rules.Single(verdict => verdict.Rule == rule);
        verdict.State.ShouldBe(state, verdict.Reason);
        verdict.Label.ShouldNotBeNull().ShouldContain(label);
        point.Labels.ShouldContain(verdict.Label);
    }

    /// <summary>Client 40 % and server 60 % of all cores are no saturated machine where the client is on another one.</summary>
    [Fact]
    public void Evaluate_SourcesOnAHostBesideABusyServer_AddsNoSharesOfTwoMachines() =>
        Faults.HostBesideServer.Summary.Points[0].Rules.Single(rule => rule.Rule == 22).State.ShouldBe(RuleState.Kept);

    public static TheoryData<int, RuleState, string, string> SweepFaults => new()
    {
        { 1, RuleState.Broken, "1 missing point", nameof(Faults.MissingPoint) },
        { 1, RuleState.Noted, "unfinished", nameof(Faults.Unfinished) },
        { 6, RuleState.Broken, "warm-up 1", nameof(Faults.OneWarmUp) },
        { 8, RuleState.Broken, "rising order", nameof(Faults.Rising) },
        { 17, RuleState.Broken, "durability differs", nameof(Faults.UnlikeDurability) },
        { 23, RuleState.Broken, "environment incomplete", nameof(Faults.UnknownDisk) },
        { 23, RuleState.Noted, "dirty build", nameof(Faults.Dirty) },
        { 25, RuleState.Broken, "tuned and default mixed", nameof(Faults.HalfTuned) },
        { 25, RuleState.Noted, "as found beside others", nameof(Faults.FoundBesideDefault) },
        { 25, RuleState.Broken, "containers beside others", nameof(Faults.ContainerBesideServer) },
        { 27, RuleState.Noted, "licence notice", nameof(Faults.Licence) },
    };

    [Theory]
    [MemberData(nameof(SweepFaults))]
    public void Evaluate_SweepWithAFault_IsLabelled(int rule, RuleState state, string label, string fault)
    {
        var summary = Faults.Get(fault).Summary;
        var verdict = summary.Rules.Single(verdict => verdict.Rule == rule);
        verdict.State.ShouldBe(state, verdict.Reason);
        verdict.Label.ShouldNotBeNull().ShouldContain(label);
        summary.Labels.ShouldContain(verdict.Label);
    }

    /// <summary>The names of the levels decide, whichever of the two does not say what it survives.</summary>
    [Theory]
    [InlineData("sqlite")]
    [InlineData("postgres")]
    public void Evaluate_OneDatabaseDoesNotSayWhatItSurvives_IsJudgedByNames(string silent)
    {
        var sweep = Good with
        {
            Databases = ["sqlite", "postgres"],
            Target = target => target.Database == silent ? target with { Survives = null } : target,
        };
        sweep.Summary.Rules.Single(rule => rule.Rule == 17).State.ShouldBe(RuleState.Kept);
    }

    /// <summary>Thousands of further trials are no remedy: what disturbs is.</summary>
    [Fact]
    public void Evaluate_HopelesslyWideInterval_SaysWhatDisturbs()
    {
        string Reason(FakeSweep sweep) => sweep.Summary.Points[0].Rules.Single(rule => rule.Rule == 3).Reason;
        var wild = Good with { Noise = 0.6 };
        Reason(Faults.RatherNoisy).ShouldContain(" more trials would reach it.");
        Reason(wild).ShouldNotContain("would reach it");
        Reason(wild with { Records = [5_000_000] }).ShouldContain("More trials are no remedy: nothing that was sampled disturbs");
        Reason(wild with { Records = [5_000] }).ShouldContain("longer ones vary less (--records, --duration)");
        Reason(wild with { Trial = trial => trial with { Machine = new() { OthersCpuShare = 0.4 } } })
            .ShouldContain("More trials are no remedy: 10 of 10 were disturbed (others took 40 %); measure on a machine of "
                + "its own");
    }

    [Theory]
    [InlineData(RuleState.Noted, "one batch size", "sqlite 1,000", 100_000d)]
    [InlineData(RuleState.Kept, null, "sqlite: of 3 sizes, batches of 1,000 took the most records/s, those of 100 the fewest.",
        50_000d, 100_000d, 99_000d)]
    [InlineData(RuleState.Kept, null, "sqlite: of 3 sizes, batches of 10,000 took the most records/s, those of 100 the fewest.",
        50_000d, 100_000d, 104_000d)]
    [InlineData(RuleState.Noted, "largest batch fastest",
        "sqlite: of 3 sizes, batches of 10,000 took the most records/s, those of 100 the fewest. Larger batches may be faster "
        + "still (sqlite).", 50_000d, 100_000d, 200_000d)]
    public void Evaluate_Batches_SaysWhichSizeIsFastest(RuleState state, string? label, string reason, params double[] rates)
    {
        int[] sizes = rates.Length == 1 ? [1000] : [100, 1000, 10_000];
        var points = Good.Summary.Points.Where(point => point.Point.RecordsPerSource == 100_000).ToList();
        var summary = Good.Summary with
        {
            Points = [.. rates.Select((rate, i) => points[0] with
            {
                Point = points[0].Point with { Batch = sizes[i] },
                Throughput = points[0].Throughput! with { RecordsPerS = rate },
            })],
        };
        var verdict = BatchRules.Rule32Batch(summary);
        verdict.State.ShouldBe(state);
        verdict.Label.ShouldBe(label);
        verdict.Reason.ShouldContain(reason);
    }

    [Fact]
    public void Evaluate_BatchesOfOtherPoints_AreNotCompared() =>
        BatchRules.Rule32Batch((Good with { At = point => point with { Batch = (int)(point.RecordsPerSource / 50) } }).Summary)
            .Label.ShouldBe("one batch size");

    /// <summary>
    /// The rates that a search tried are those of the search, whatever the batch: what it found is what sizes differ by.
    /// </summary>
    [Theory]
    [InlineData(RuleState.Noted, "largest batch fastest", "batches of 1,000 took the most records/s, those of 100 the fewest",
        90d, 180d)]
    [InlineData(RuleState.Kept, null, "batches of 100 took the most records/s, those of 1,000 the fewest", 180d, 90d)]
    [InlineData(RuleState.Noted, "one batch size", "sqlite 1,000", 90d)]
    public void Evaluate_BatchesOfSearches_AreComparedByTheirRates(RuleState state, string? label, string reason,
        params double[] rates)
    {
        int[] sizes = rates.Length == 1 ? [1000] : [100, 1000];
        var verdict = BatchRules.Rule32Batch(Good.With([.. rates.Select((rate, i) => FakeSearch.Of(
            Good.Points[0] with { Batch = sizes[i] }, SearchEnd.Found, rate, rate - 1, rate + 1))]));
        verdict.State.ShouldBe(state);
        verdict.Label.ShouldBe(label);
        verdict.Reason.ShouldContain(reason);
    }

    [Fact]
    public void Evaluate_BatchesOfASearchWithoutARate_AreNotCompared() =>
        BatchRules.Rule32Batch(Good.With(
            FakeSearch.Of(Good.Points[0] with { Batch = 100 }, SearchEnd.Found, 90, 89, 91),
            FakeSearch.Of(Good.Points[0], SearchEnd.EveryRateHolds))).State.ShouldBe(RuleState.NotApplicable);

    [Fact]
    public void Evaluate_BatchesOfTheNullTarget_AreNotJudged() =>
        BatchRules.Rule32Batch((Good with { Databases = ["null"], Ceiling = null }).Summary).State
            .ShouldBe(RuleState.NotApplicable);

    /// <summary>A machine whose counters cannot be read is not one on which others took 0 %.</summary>
    [Fact]
    public void Evaluate_MachineThatCannotBeRead_IsNotJudged() =>
        (Good with { Trial = trial => trial with { Machine = new MachineUse() } }).Summary.Points[0].Rules
            .Single(rule => rule.Rule == 29).State.ShouldBe(RuleState.NotApplicable);

    /// <summary>At a rate the throughput is the rate, and reads and updates go one by one: no size is faster.</summary>
    [Theory]
    [InlineData("100000", null, RuleState.NotApplicable)]
    [InlineData(null, "read=50,update=50", RuleState.NotApplicable)]
    [InlineData(null, "insert=50,read=50", RuleState.Noted)]
    public void Evaluate_BatchesThatDecideNothing_AreNotJudged(string? rate, string? mix, RuleState state) =>
        BatchRules.Rule32Batch((Good with
        {
            At = point => point with
            {
                Rate = ArrivalRate.TryParse(rate, out var arriving) ? arriving : null,
                Mix = OperationMix.TryParse(mix, out var parsed) ? parsed : null,
            },
        }).Summary).State.ShouldBe(state);

    [Fact]
    public void Evaluate_StretchesThatAgree_KeepTheRule() =>
        OfStretches(Good with { Trial = trial => trial with { Stretch = 1 + (trial.Trial / 5) } })
        .ShouldBe(RuleState.Kept);

    [Fact]
    public void Evaluate_FourSlowTrialsOfTenAfterAnInterruption_BreakTheRule() =>
        OfStretches(Good with
        {
            Trial = trial => trial.Trial <= 9 ? trial
                : FakeSweep.WithElapsed(trial, 2 * trial.ElapsedS) with { Stretch = 2 },
        }).ShouldBe(RuleState.Broken);

    [Fact]
    public void Evaluate_JournalThatDoesNotSayStretches_IsNotJudged() =>
        OfStretches(Good with { Trial = trial => trial with { Stretch = null } }).ShouldBe(RuleState.NotApplicable);

    private static RuleState OfStretches(FakeSweep sweep) => sweep.Summary.Points[0].Rules.Single(rule => rule.Rule == 28).State;

    [Fact]
    public void Evaluate_NullTarget_IsNotJudgedAsADatabase()
    {
        var point = (Good with { Databases = ["null"], Ceiling = null }).Summary.Points[0];
        foreach (int rule in (int[])[16, 18, 19, 21, 26])
        {
            point.Rules.Single(verdict => verdict.Rule == rule).State.ShouldBe(RuleState.NotApplicable);
        }
    }

    [Fact]
    public void Evaluate_ContractsThatSurviveTheSame_AreLikeWithLike() =>
        Contracts("on", Survival.PowerLoss).State.ShouldBe(RuleState.Kept);

    [Fact]
    public void Evaluate_ContractsOfOneNameThatSurviveLess_AreNotAlike() =>
        Contracts("full", Survival.ProcessCrash).State.ShouldBe(RuleState.Broken);

    [Fact]
    public void Evaluate_ResultThatDoesNotSayWhatSurvives_IsComparedByName()
    {
        Contracts("full", null, first: null).State.ShouldBe(RuleState.Kept);
        Contracts("on", null, first: null).State.ShouldBe(RuleState.Broken);
    }

    [Fact]
    public void Evaluate_ContractsThatSurviveTheLossOfDifferentNodes_AreNotAlike()
    {
        var one = Replicated(null, Copies.Majority(3));
        one.State.ShouldBe(RuleState.Broken);
        one.Reason.ShouldContain("survives the loss of any one");
        Replicated(new Copies(1, 3), Copies.Majority(3)).State.ShouldBe(RuleState.Broken);
        Replicated(Copies.Majority(5), Copies.Majority(3)).State.ShouldBe(RuleState.Broken);
    }

    [Fact]
    public void Evaluate_ContractsThatSurviveTheLossOfAsManyNodes_AreAlike()
    {
        Replicated(Copies.Majority(3), Copies.Majority(2)).State.ShouldBe(RuleState.Kept);
        Replicated(null, new Copies(1, 3)).State.ShouldBe(RuleState.Kept);
    }

    private static RuleVerdict Replicated(Copies? first, Copies? second) => (Good with
    {
        Databases = ["sqlite", "postgres"],
        Target = target => target with { Copies = target.Database == "sqlite" ? first : second },
    }).Summary.Rules.Single(rule => rule.Rule == 17);

    private static RuleVerdict Contracts(string name, Survival? survives, Survival? first = Survival.PowerLoss) => (Good with
    {
        Databases = ["sqlite", "postgres"],
        Target = target => target.Database == "sqlite"
            ? target with { Survives = first }
            : target with { Durability = name, Survives = survives },
    }).Summary.Rules.Single(rule => rule.Rule == 17);

    [Fact]
    public void Evaluate_MissingPoint_KeepsItsReasonAndJudgesNoFigure()
    {
        var summary = Faults.Get(nameof(Faults.MissingPoint)).Summary;
        var point = summary.Points[0];
        point.Labels.ShouldContain("missing point");
        point.Rules.Where(rule => rule.Rule is 2 or 3 or 6 or 19).ShouldAllBe(rule => rule.State == RuleState.NotApplicable);
        point.MissingReason.ShouldNotBeNull().ShouldContain("disk full");
    }
}

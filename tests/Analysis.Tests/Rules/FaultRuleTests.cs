using DbIngest.Analysis.Output;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Tests.Rules;

/// <summary>What a sweep with faults says of them, beside the labels of <see cref="RuleTests"/>.</summary>
public sealed class FaultRuleTests
{
    [Fact]
    public void Killed_StandstillOnPurpose_IsNoStandstillOfTheServer()
    {
        var point = Faults.Get(nameof(Faults.Killed)).Summary.Points[0];

        point.Rules.Single(rule => rule.Rule == 15).State.ShouldBe(RuleState.Kept);
        Faults.Get(nameof(Faults.CutForTenSeconds)).Summary.Points[0].Rules.Single(rule => rule.Rule == 15).Label
            .ShouldNotBeNull().ShouldContain("stood still");
    }

    [Fact]
    public void Killed_NoLoss_HasTheBoundOfItsKills()
    {
        var fault = Faults.Get(nameof(Faults.Killed)).Summary.Points[0].Fault.ShouldNotBeNull();

        (fault.Happened, fault.Audited, fault.WithLoss, fault.LostRecords).ShouldBe((13, 13, 0, 0));
        fault.LossShareMost!.Value.ShouldBe(1 - Math.Pow(0.05, 1 / 13.0), 1e-12);
        fault.FirstAckAfterS!.N.ShouldBe(10, "three are warm-up");
        fault.FirstAckAfterS.Min.ShouldBe(6.5);
        (fault.DipS!.N, fault.DipNotOver).ShouldBe((9, 1));
        fault.StopS!.Median.ShouldBe(0.1, 1e-9);
    }

    /// <summary>Results of earlier versions have dips there, which a slower stage may have made.</summary>
    [Fact]
    public void Killed_AtARateInStages_HasNoDip()
    {
        var killed = Faults.Get(nameof(Faults.Killed));
        ArrivalRate.TryParse("100k@10s,50k@1m", out var rate).ShouldBeTrue();
        var staged = killed with { At = point => killed.At(point) with { Rate = rate } };
        var fault = staged.Summary.Points[0].Fault.ShouldNotBeNull();

        fault.FirstAckAfterS!.N.ShouldBe(10);
        fault.LowestShare.ShouldBeNull();
        fault.DipS.ShouldBeNull();
        fault.DipNotOver.ShouldBe(0);
    }

    [Fact]
    public void KilledWithLoss_InvalidTrial_CountsAmongTheKills()
    {
        var fault = Faults.Get(nameof(Faults.KilledWithLoss)).Summary.Points[0].Fault.ShouldNotBeNull();

        (fault.Audited, fault.WithLoss, fault.LostRecords).ShouldBe((13, 1, 1));
        fault.LossShareMost!.Value.ShouldBe(0.3163, 0.0001);
    }

    [Fact]
    public void KilledTooLate_TrialWithoutItsFault_DoesNotCountAsAKill()
    {
        var fault = Faults.Get(nameof(Faults.KilledTooLate)).Summary.Points[0].Fault.ShouldNotBeNull();

        (fault.Happened, fault.NotHappened, fault.Audited).ShouldBe((12, 1, 12));
    }

    [Fact]
    public void Report_SweepWithFaults_SaysWhatTheyDid()
    {
        var sweep = Faults.Get(nameof(Faults.Killed));
        var result = new StoredResult("fake", sweep.Manifest, sweep.Summary);

        AnswerSentences.Of([result]).ShouldContain(sentence => sentence.StartsWith(
            "sqlite at 50,000, kill after 20 s: 0 acknowledged records lost in 13 kills: at most 20.6 % of kills lose any, at "
            + "95 %; the first acknowledgement came after ", StringComparison.Ordinal));
        var table = FaultTable.Of(result.Summary).ShouldNotBeNull();
        table.Rows.Count.ShouldBe(2);
        table.Fit(80, 2).Widths.Sum(width => width + 2).ShouldBeLessThanOrEqualTo(80);
        FaultTable.Of(Faults.Get(nameof(Faults.Retries)).Summary).ShouldBeNull();
    }
}

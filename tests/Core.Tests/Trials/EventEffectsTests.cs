using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Tests.Trials;

/// <summary>
/// What a fault and added values did to the rate of one trial, read from a known course of acknowledgements: 1000 records/s, half
/// of it for 2 s from 10 s on, and nothing for 2 s from 20 s on.
/// </summary>
public sealed class EventEffectsTests
{
    private const double EndS = 40;

    [Fact]
    public void Of_FaultAfterTheAddition_HasItsOwnDip()
    {
        var (fault, addition) = EventEffects.Of(Fault(20), Addition(10), Course(halfTo: 12), EndS);

        addition.ShouldNotBeNull().LowestShare!.Value.ShouldBe(0.5, 0.02);
        addition.DipS!.Value.ShouldBe(1.8, 0.11);
        fault.ShouldNotBeNull().RecordsPerSBefore!.Value.ShouldBe(1000, 20, "the dip of the addition is no rate before");
        fault.LowestShare.ShouldBe(0);
        fault.DipS!.Value.ShouldBe(2, 0.11);
    }

    [Fact]
    public void Of_AdditionAfterTheFault_HasItsOwnDip()
    {
        var (fault, addition) = EventEffects.Of(Fault(10), Addition(20), Course(halfTo: 12), EndS);

        fault.ShouldNotBeNull().LowestShare!.Value.ShouldBe(0.5, 0.02);
        fault.DipS!.Value.ShouldBe(1.8, 0.11);
        addition.ShouldNotBeNull().RecordsPerSBefore!.Value.ShouldBe(1000, 20, "the dip of the fault is no rate before");
        addition.LowestShare.ShouldBe(0);
        addition.DipS!.Value.ShouldBe(2, 0.21);
    }

    /// <summary>The rate is that after the fault until the second event, and nobody knows which of both lowers it then.</summary>
    [Fact]
    public void Of_AdditionBeforeTheRateIsBack_HasNoDip()
    {
        var (fault, addition) = EventEffects.Of(Fault(10), Addition(20), Course(halfTo: 30), EndS);

        (fault!.LowestShare is > 0.4, fault.DipS).ShouldBe((true, null));
        (addition!.RecordsPerSBefore, addition.LowestShare, addition.DipS).ShouldBe((null, null, null));
    }

    [Fact]
    public void Of_OneEvent_IsJudgedOverTheWholeTrial()
    {
        EventEffects.Of(Fault(10), null, Course(halfTo: 12), EndS).Fault!.LowestShare.ShouldBe(0);
        EventEffects.Of(null, Addition(10), Course(halfTo: 12), EndS).Addition!.LowestShare.ShouldBe(0);
        EventEffects.Of(Fault(10), Addition(null), Course(halfTo: 12), EndS).Fault!.LowestShare.ShouldBe(0);
    }

    /// <summary>In a trial of hours the acknowledgements are counted over long intervals, which no second divides.</summary>
    [Theory]
    [InlineData(0.32)]
    [InlineData(0.64)]
    [InlineData(1.28)]
    public void Of_SteadyRateInLongIntervals_HasNoDip(double intervalS)
    {
        var steady = new AckCourse(intervalS, [.. Enumerable.Repeat((long)(1000 * intervalS), 200)]);

        var addition = EventEffects.Of(null, Addition(20), steady, endS: 60).Addition.ShouldNotBeNull();

        addition.RecordsPerSBefore!.Value.ShouldBe(1000, 0.001);
        addition.LowestShare!.Value.ShouldBe(1, 0.001);
        addition.DipS!.Value.ShouldBe(0.1, 0.11);
    }

    private static FaultResult Fault(double beganS) => new()
    {
        Kind = FaultKind.NodeKill,
        DueS = beganS,
        BeganS = beganS,
        StoppedS = beganS + 0.01,
        StartedS = beganS + 0.02,
        AcceptedS = beganS + 1,
    };

    private static AdditionResult Addition(double? beganS) => new()
    {
        Values = 1,
        DueS = beganS ?? 60,
        BeganS = beganS,
        TookS = beganS is null ? null : 0.1,
        Records = 100,
    };

    private static AckCourse Course(double halfTo) =>
        new(0.01, [.. Enumerable.Range(0, (int)(EndS * 100)).Select(i => Acknowledged(i / 100.0, halfTo))]);

    private static long Acknowledged(double atS, double halfTo) =>
        atS is >= 20 and < 22 ? 0 : atS >= 10 && atS < halfTo ? 5 : 10;
}

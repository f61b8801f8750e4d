using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Tests.Trials;

/// <summary>What a fault did, read from a known course of acknowledgements: 10 records every 10 ms.</summary>
public sealed class FaultEffectTests
{
    private static readonly FaultResult Fault = new()
    {
        Kind = FaultKind.Kill,
        DueS = 4,
        BeganS = 4,
        StoppedS = 4.01,
        StartedS = 4.02,
        AcceptedS = 5.5,
    };

    [Fact]
    public void Of_SilenceAfterTheFault_HasItsLengthAndDepth()
    {
        var effect = FaultEffect.Of(Fault, Course(10, silentFrom: 4, silentTo: 6), endS: 10);

        effect.AcknowledgedRecordsBefore.ShouldBe(4000);
        effect.RecordsPerSBefore!.Value.ShouldBe(1000, 0.001);
        effect.FirstAckAfterS!.Value.ShouldBe(2.01, 0.001);
        effect.LowestShare.ShouldBe(0);
        effect.DipS!.Value.ShouldBe(2, 0.11);
    }

    /// <summary>An acknowledgement that was on its way when the server died says nothing of the server's return.</summary>
    [Fact]
    public void Of_AcknowledgementOnItsWay_IsNotTheFirstAfterTheFault()
    {
        long[] records = [.. Course(10, silentFrom: 4, silentTo: 6).Records];
        records[401] = 10;

        FaultEffect.Of(Fault, new AckCourse(0.01, records), endS: 10).FirstAckAfterS!.Value.ShouldBe(2.01, 0.001);
    }

    [Fact]
    public void Of_RateThatIsNotBack_HasNoLength()
    {
        long[] records = [.. Course(10, silentFrom: 4, silentTo: 6).Records.Select((count, i) => i >= 600 ? count / 2 : count)];

        var effect = FaultEffect.Of(Fault, new AckCourse(0.01, records), endS: 10);

        effect.FirstAckAfterS!.Value.ShouldBe(2.01, 0.001);
        effect.DipS.ShouldBeNull();
    }

    [Fact]
    public void Of_NothingAfterTheFault_HasNoFirstAcknowledgement()
    {
        var effect = FaultEffect.Of(Fault, Course(4, silentFrom: 4, silentTo: 4), endS: 10);

        effect.FirstAckAfterS.ShouldBeNull();
        effect.LowestShare.ShouldBe(0);
    }

    [Fact]
    public void Of_FaultThatDidNotHappen_HasNoEffect()
    {
        var none = new FaultResult { Kind = FaultKind.Kill, DueS = 20 };

        FaultEffect.Of(none, Course(10, silentFrom: 4, silentTo: 6), endS: 10).ShouldBe(none);
    }

    private static AckCourse Course(double lengthS, double silentFrom, double silentTo) => new(0.01,
        [.. Enumerable.Range(0, (int)(lengthS * 100)).Select(i => i / 100.0 >= silentFrom && i / 100.0 < silentTo ? 0L : 10L)]);
}

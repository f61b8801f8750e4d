using System.Diagnostics;
using DbIngest.Core.Operations.Shared;
using DbIngest.Core.Results;
using DbIngest.Runner.Workers;

namespace DbIngest.Runner.Tests.Workers;

/// <summary>How far the audit of shared records trusts times of another host.</summary>
public sealed class ClockErrorTests
{
    private static readonly HostUse Host = new() { Host = "alpha", ClockOffsetS = 12, ClockErrorS = 0.5 };

    /// <summary>The larger error of both readings, and what the clock gained or lost between them.</summary>
    [Theory]
    [InlineData(0.25, 0.125, 0.625)]
    [InlineData(0.75, -0.25, 1.0)]
    public void ClockErrorTicks_TwoReadings_IsTheirErrorAndTheDrift(double afterS, double driftS, double seconds) =>
        ProcessRun.ClockErrorTicks(Host with { ClockErrorAfterS = afterS, ClockDriftS = driftS })
            .ShouldBe((long)(seconds * Stopwatch.Frequency));

    /// <summary>A host that is lost after its sources have ended leaves a complete trial and a clock of unknown drift.</summary>
    [Fact]
    public void ClockErrorTicks_NoSecondReading_IsUnknown() =>
        ProcessRun.ClockErrorTicks(Host).ShouldBe(SharedLog.UnknownClock);
}

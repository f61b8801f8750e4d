using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;

namespace DbIngest.Core.Tests.Pipeline;

/// <summary>After which pauses a turn is tried again, and when no more.</summary>
public sealed class RetryScheduleTests
{
    private static readonly BatchWriteException Transient = new("Lost.", isTransient: true, isAmbiguous: false);
    private static readonly BatchWriteException Final = new("Full.", isTransient: false, isAmbiguous: false);
    private static readonly BatchWriteException Conflict = new("Raced.", isTransient: true, isAmbiguous: false)
    {
        IsConflict = true,
    };

    [Fact]
    public void After_Failures_PausesDoubleUpToTheLargestAndEndWithTheRetries()
    {
        var schedule = Begun(new RetryOptions(10, TimeSpan.FromMilliseconds(200)));

        var pauses = Enumerable.Range(0, 11).Select(_ => schedule.After(Transient, now: 0)).ToList();

        pauses.Select(pause => pause?.TotalSeconds).ShouldBe([0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 30, 30, null]);
    }

    [Fact]
    public void After_FailureThatNoRetryHelps_EndsAtOnce() => Begun(RetryOptions.Default).After(Final, now: 0).ShouldBeNull();

    /// <summary>A fault on purpose takes its time: the server is tried again however few retries there are.</summary>
    [Fact]
    public void After_FailuresInAnOutage_AreRepeatedForItsTimeAfterShortPauses()
    {
        var schedule = new RetrySchedule(new RetryOptions(0, TimeSpan.FromSeconds(5)), seed: 1, TimeSpan.FromSeconds(60));
        schedule.Begin();

        foreach (int second in new[] { 0, 1, 30, 60 })
        {
            schedule.After(Transient, 7 + (second * Stopwatch.Frequency)).ShouldBe(RetrySchedule.OutagePause);
        }

        schedule.After(Transient, 7 + (61 * Stopwatch.Frequency)).ShouldBeNull();
        schedule.Begin();
        schedule.After(Transient, 7 + (61 * Stopwatch.Frequency)).ShouldBe(RetrySchedule.OutagePause);
        schedule.After(Final, 7 + (62 * Stopwatch.Frequency)).ShouldBeNull();
    }

    /// <summary>A full disk refuses batches, and takes them when it has space again.</summary>
    [Fact]
    public void After_RefusalWhileTheDiskIsFull_IsRepeatedForTheOutage()
    {
        var schedule = new RetrySchedule(RetryOptions.Default, seed: 1, TimeSpan.FromSeconds(60), repeatsRefusals: true);
        schedule.Begin();

        schedule.After(Final, 7).ShouldBe(RetrySchedule.OutagePause);
        schedule.After(Final, 7 + (61 * Stopwatch.Frequency)).ShouldBeNull();
    }

    [Fact]
    public void Begin_AnotherTurn_HasAllRetriesAgain()
    {
        var schedule = Begun(new RetryOptions(1, TimeSpan.Zero));
        schedule.After(Transient, now: 0).ShouldBe(TimeSpan.Zero);
        schedule.After(Transient, now: 0).ShouldBeNull();

        schedule.Begin();

        schedule.After(Transient, now: 0).ShouldBe(TimeSpan.Zero);
    }

    [Fact]
    public void After_Conflicts_AreRepeatedForATimeWithoutRetries()
    {
        var schedule = Begun(new RetryOptions(0, TimeSpan.Zero));
        long patience = (long)(RetrySchedule.ConflictPatience.TotalSeconds * Stopwatch.Frequency);

        for (int i = 0; i < 1000; i++)
        {
            schedule.After(Conflict, now: 7 + (patience * i / 1000))!.Value.ShouldBeInRange(
                TimeSpan.Zero, RetrySchedule.LongestConflictPause);
        }

        schedule.After(Conflict, now: 7 + patience + (Stopwatch.Frequency / 1000)).ShouldBeNull();
    }

    [Fact]
    public void After_ConflictsAndFailures_LimitsAreApart()
    {
        var schedule = Begun(new RetryOptions(1, TimeSpan.FromSeconds(1)));
        for (int i = 0; i < 20; i++)
        {
            schedule.After(Conflict, now: 0).ShouldNotBeNull();
        }

        schedule.After(Transient, now: 0).ShouldBe(TimeSpan.FromSeconds(1));
        schedule.After(Conflict, now: 0).ShouldNotBeNull();
        schedule.After(Transient, now: 0).ShouldBeNull();
    }

    [Fact]
    public void After_ConflictsOfTwoLanes_PauseDifferently()
    {
        var one = new RetrySchedule(RetryOptions.Default, seed: 1);
        var other = new RetrySchedule(RetryOptions.Default, seed: 2);

        one.After(Conflict, now: 0).ShouldNotBe(other.After(Conflict, now: 0));
    }

    private static RetrySchedule Begun(RetryOptions options)
    {
        var schedule = new RetrySchedule(options, seed: 5);
        schedule.Begin();
        return schedule;
    }
}

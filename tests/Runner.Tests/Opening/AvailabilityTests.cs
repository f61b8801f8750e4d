using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using DbIngest.Runner.Opening;

namespace DbIngest.Runner.Tests.Opening;

public sealed class AvailabilityTests
{
    private static readonly TargetOptions Options = new() { WorkFolder = Path.GetTempPath() };

    [Fact]
    public void Ask_OneThatDoesNotAnswer_KeepsNobodyWaiting()
    {
        using var never = new ManualResetEventSlim();
        long started = Stopwatch.GetTimestamp();

        var answers = Availability.Ask(
            [.. Enumerable.Range(0, 20).Select(_ => ((TargetDefinition)new Silent(never), Options)), (new Ready(), Options)],
                TimeSpan.FromMilliseconds(300));

        // Twenty one after another would take a day each.
        Stopwatch.GetElapsedTime(started).ShouldBeLessThan(TimeSpan.FromSeconds(60));
        answers.Take(20).ShouldAllBe(a => !a.IsAvailable && a.Detail.Contains("targets --db silent"));
        answers[20].IsAvailable.ShouldBeTrue();
        never.Set();
    }

    [Fact]
    public void Ask_WithoutALimit_WaitsForTheAnswer() =>
        Availability.Ask([(new Refusing(), Options), (new Ready(), Options)], Timeout.InfiniteTimeSpan)
            .Select(a => a.Detail).ShouldBe(["not of this form", "here"]);

    /// <summary>One defect hides no other database.</summary>
    [Fact]
    public void Ask_OneThatFails_SaysWhyAndTheOthersAnswer() =>
        Availability.Ask([(new Broken(), Options), (new Ready(), Options)], Timeout.InfiniteTimeSpan)
            .Select(a => a.Detail).ShouldBe(
                ["A defect in the target, while it was probed (InvalidOperationException): no such thing", "here"]);

    private abstract class Definition : TargetDefinition
    {
        public override string Summary => Name;

        public override string Needs => "nothing";

        public override DataModel Model => DataModel.None;

        public override IReadOnlyList<DurabilityContract> Contracts => [];

        public override ITarget Open(TargetOptions options) => throw new TargetException("It is never opened.");
    }

    private sealed class Silent(ManualResetEventSlim answer) : Definition
    {
        public override string Name => "silent";

        public override TargetAvailability Probe(TargetOptions options)
        {
            answer.Wait(TimeSpan.FromDays(1));
            return new(true, "late");
        }
    }

    private sealed class Ready : Definition
    {
        public override string Name => "ready";

        public override TargetAvailability Probe(TargetOptions options) => new(true, "here");
    }

    private sealed class Refusing : Definition
    {
        public override string Name => "refusing";

        public override TargetAvailability Probe(TargetOptions options) => throw new ArgumentException("not of this form");
    }

    private sealed class Broken : Definition
    {
        public override string Name => "broken";

        public override TargetAvailability Probe(TargetOptions options) => throw new InvalidOperationException("no such thing");
    }
}

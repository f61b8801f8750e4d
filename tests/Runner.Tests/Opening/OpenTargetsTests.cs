using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Verbs;

namespace DbIngest.Runner.Tests.Opening;

/// <summary>The options with which a sweep opens its targets.</summary>
public sealed class OpenTargetsTests
{
    /// <summary>
    /// A server that answers on this machine was used, and the run then refused the option since it had not started that server.
    /// The point without a restart must not be measured on another server either.
    /// </summary>
    [Theory]
    [InlineData("--restart=server", true, true)]
    [InlineData("--restart=none,server", true, false)]
    [InlineData("--restart=none", false, false)]
    [InlineData("--fault=kill@1s", true, false)]
    [InlineData("--batch=10", false, false)]
    public void Open_ServerThatTheRunStops_IsOneThatTheRunStarts(string option, bool isPrivate, bool isRestarted)
    {
        var database = new OneServer();
        var request = new SweepRequestReader([database], static _ => null)
            .Read((RunOptions)CommandReader.Read(["--db=one", option]).Options!);

        Should.Throw<UnavailableException>(() => OpenTargets.Open(request.Points([9]), request,
            new TargetOptions { WorkFolder = Path.GetTempPath() }));

        database.Opened.ShouldNotBeNull().WantsPrivateServer.ShouldBe(isPrivate);
        database.Opened.RestartsServer.ShouldBe(isRestarted);
    }

    /// <summary>The sweep takes this exception alone for a trial without its database. Any other had ended the run.</summary>
    [Fact]
    public void Deploy_TargetThatThrowsAnotherException_ThrowsThatOfATarget()
    {
        var request = OpenedOnce.Request();
        var points = request.Points([9]);
        using var targets = OpenTargets.Open(points, request, new TargetOptions { WorkFolder = Path.GetTempPath() });

        Should.Throw<TargetException>(() => targets.Deploy(new ScheduledTrial(0, points[0], 1, WarmUp: false) { Block = 1 }))
            .Message.ShouldContain("No space left on device");
    }

    private sealed class OneServer : TargetDefinition
    {
        public TargetOptions? Opened { get; private set; }

        public override string Name => "one";

        public override string Summary => Name;

        public override string Needs => "nothing";

        public override DataModel Model => DataModel.Relational;

        public override IReadOnlyList<DurabilityContract> Contracts => [new("on", "on", Survival.Nothing)];

        public override bool StartsServer => true;

        public override ITarget Open(TargetOptions options)
        {
            Opened = options;
            throw new TargetException("It is never opened.");
        }

        public override TargetAvailability Probe(TargetOptions options) => new(true, "here");
    }
}

using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Verbs;
using DbIngest.Targets.Null;

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

    /// <summary>A server that somebody else had started since the sweep began was measured as a fresh deployment.</summary>
    [Fact]
    public void Deploy_Block_AsksForAServerThatTheRunStarts()
    {
        var database = new NullServer(TargetDescription.ShippedConfiguration);
        var request = Isolated(database);
        var points = request.Points([9]);
        using var targets = OpenTargets.Open(points, request, new TargetOptions { WorkFolder = Path.GetTempPath() });

        targets.Deploy(new ScheduledTrial(0, points[0], 1, WarmUp: false) { Block = 1 });

        database.Opened.Select(options => options.WantsPrivateServer).ShouldBe([false, true]);
    }

    /// <summary>The other server had stayed the same in all blocks, which counted as other deployments.</summary>
    [Fact]
    public void Open_BlocksOfAHybridOfATunedServerAndOneThatWasThere_AreRefused()
    {
        var request = Isolated(new NullServer($"tuned: memory=1 + {TargetDescription.FoundConfiguration}"));

        Should.Throw<UsageException>(() => OpenTargets.Open(request.Points([9]), request,
            new TargetOptions { WorkFolder = Path.GetTempPath() })).Message.ShouldContain("null was there already");
    }

    private static SweepRequest Isolated(TargetDefinition database) => new SweepRequestReader([database], static _ => null)
        .Read((RunOptions)CommandReader.Read(["--db=null", "--isolate"]).Options!);

    /// <summary>The null target as a server with a configuration.</summary>
    private sealed class NullServer(string configuration) : TargetDefinition
    {
        private readonly NullDefinition _inner = new();

        public List<TargetOptions> Opened { get; } = [];

        public override string Name => _inner.Name;

        public override string Summary => _inner.Summary;

        public override string Needs => _inner.Needs;

        public override DataModel Model => _inner.Model;

        public override IReadOnlyList<DurabilityContract> Contracts => _inner.Contracts;

        public override ITarget Open(TargetOptions options)
        {
            Opened.Add(options);
            return new Described(_inner.Open(options), configuration);
        }

        public override TargetAvailability Probe(TargetOptions options) => _inner.Probe(options);
    }

    private sealed class Described(ITarget inner, string configuration) : ForwardingTarget(inner)
    {
        public override TargetDescription Describe(CancellationToken cancellation = default) =>
            Inner.Describe(cancellation) with { Configuration = configuration };
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

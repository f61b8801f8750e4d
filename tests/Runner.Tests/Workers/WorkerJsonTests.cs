using System.Reflection;
using DbIngest.Abstractions.Targets;
using DbIngest.Abstractions.Operations;
using DbIngest.Core.Freshness;
using DbIngest.Core.Latency;
using DbIngest.Core.Operations;
using DbIngest.Core.Operations.Shared;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Queries;
using DbIngest.Core.Results;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Runner.Workers;
using DbIngest.Targets.Via;

namespace DbIngest.Runner.Tests.Workers;

/// <summary>What a source process is told and what it tells is the whole of it, fields that come later included.</summary>
public sealed class WorkerJsonTests
{
    [Fact]
    public void OpenTask_EveryFieldOfRequestAndOptions_ArrivesAsItWas()
    {
        var options = new TargetOptions
        {
            Endpoint = "host=x",
            Password = new Secret("s3cret"),
            Durability = "off",
            Client = "wire",
            Nodes = 3,
            Connections = 44,
            WantsPrivateServer = true,
            RestartsServer = true,
            WantsOwnDisk = true,
            WantsOwnNetwork = true,
            WorkFolder = "/tmp/w",
            RequestTimeout = TimeSpan.FromSeconds(7),
        };
        var request = new IngestRequest
        {
            Axes = SweepAxes.All.Aggregate(AxisValues.None, (values, axis) => values.With(axis, AxisSamples.Of(axis, seed: 1))),
            Seed = ulong.MaxValue,
            Trial = 3,
            IsLoad = true,
            IsKeyedLoad = true,
            HasAddedValues = true,
            Retry = new RetryOptions(4, TimeSpan.FromMilliseconds(30)),
            Outage = TimeSpan.FromSeconds(190),
        };
        NoDefaults(request);
        var task = new OpenTask
        {
            Database = "postgres",
            Options = options,
            Service = new ServiceAddress("https://meters.example", new Secret("0123456789abcdef")),
            Workload = new WorkloadTask(1, 9, null, "/tmp/w", 10, 8),
            Facts = new Dictionary<string, string> { ["sha256"] = "0123" },
            Request = request,
            FirstSource = 5,
            Sources = 3,
        };

        var arrived = WorkerJson.Read(WorkerJson.Write(task)).ShouldBeOfType<OpenTask>();

        arrived.Request.ShouldBe(request);
        arrived.Options.Password!.Reveal().ShouldBe("s3cret");
        (arrived.Service!.Url, arrived.Service.Key!.Reveal()).ShouldBe(("https://meters.example", "0123456789abcdef"));
        (arrived.Options with { Password = options.Password, Say = options.Say }).ShouldBe(options);
        arrived.Facts.ShouldBe(task.Facts);
        (arrived with { Options = options, Request = request, Facts = task.Facts, Service = task.Service }).ShouldBe(task);
    }

    [Fact]
    public void Finished_EveryFieldOfTheOutcome_ArrivesAsItWas()
    {
        var latency = new LatencyHistogram();
        latency.Record(1_000);
        latency.Record(2_000_000);
        var request = IngestRequest.Of(SourceLayout.Single(3), 50, 10, RetryOptions.Default);
        var outcome = IngestOutcome.Unknown(2, 1, request, "lost") with
        {
            Sources = [new SourceOutcome { Source = 2, StartedS = 0.1, FinishedS = 1.5, AcknowledgedRecords = 40,
                GeneratingS = 0.2, WritingS = 0.3 }],
            Unacknowledged = [[new(40, 10)]],
            Latency = latency,
            OpenLoop = new OpenLoopOutcome { Response = latency, LargestBacklogBatches = 3, LastBacklogBatches = 1 },
            Mix = new MixOutcome
            {
                AcknowledgedOperations = 70,
                RetriedOperations = 2,
                FailedOperations = 1,
                Kinds = [new OperationOutcome(OperationKind.Update, 5, 1, latency)],
                Lanes = [new LaneProgress(2, 1, 77, IsLastInDoubt: true)],
                Lasting = [new LastingUpdate(2, 41, 3)],
                LastingOfShared = 8,
                SpareIncrements = 6,
                Shared = [new SharedLog { FirstSource = 2, Writes = [1, 2], Watched = [3], WatchedUntil = 9, IsAtomic = true }],
                WrongAnswers = 1,
                FirstWrongAnswer = "a stale read",
            },
            Addition = new(1.5, 1.75) { Records = 20 },
            Course = new AckCourse(0.01, [0, 30, 10]),
            Repeats = new RepeatOutcome(12, [[new(8, 4)]]),
            Freshness = new FreshnessOutcome
            {
                Seen = latency,
                Asked = latency,
                Waited = latency,
                MissedAtFirst = 5,
                Unseen = 2,
                Errors = 1,
                Wrong = 3,
                FirstWrong = "record 7",
                LongestInvisible = 9,
                MayLag = true,
            },
            Queries = new TimeQueryOutcome
            {
                Kinds = [new TimeQueryTimes { Kind = TimeQueryKind.Above, Service = latency, Response = latency, Records = 7,
                    Behind = 1, Errors = 2, Skipped = 3 }],
                Wrong = 1,
                FirstWrong = "Above was 1 instead of 2",
            },
            AcknowledgedRecords = 40,
            RetriedRecords = 3,
            FailedRecords = 10,
            Retries = 2,
            Conflicts = 4,
            ResolvedBatches = 1,
            AllocatedBytes = 4096,
            Collections = 1,
            CompiledMethods = 3,
            CompiledMethodsInAll = 3000,
            Hosts = [new HostUse { Host = "alpha", ClockOffsetS = 3, ClockErrorS = 1e-5, ClockErrorAfterS = 2e-5,
                ClockDriftS = -1e-6, CpuS = 2, Cores = 4, Machine = new MachineUse { OthersCpuShare = 0.5 } }],
            ErrorDetails = "at Writer.Write()",
        };
        NoDefaults(outcome);
        NoDefaults(outcome.Mix);
        NoDefaults(outcome.Addition);
        NoDefaults(outcome.Freshness);
        NoDefaults(outcome.Queries);
        NoDefaults(outcome.Queries.Kinds[0]);

        var arrived = WorkerJson.Read(WorkerJson.Write(new Finished(outcome))).ShouldBeOfType<Finished>().Outcome;

        arrived.Latency.Encode().ShouldBe(latency.Encode());
        arrived.OpenLoop.ShouldNotBeNull().Response.Encode().ShouldBe(latency.Encode());
        (arrived.OpenLoop with { Response = latency }).ShouldBe(outcome.OpenLoop);
        var mix = arrived.Mix.ShouldNotBeNull();
        var kind = mix.Kinds.ShouldHaveSingleItem();
        kind.Latency.Encode().ShouldBe(latency.Encode());
        (kind with { Latency = latency }).ShouldBe(outcome.Mix.Kinds[0]);
        mix.Lanes.ShouldBe(outcome.Mix.Lanes);
        var log = mix.Shared.ShouldHaveSingleItem();
        log.Writes.ShouldBe([1, 2]);
        log.Watched.ShouldBe([3]);
        (log.FirstSource, log.WatchedUntil, log.IsAtomic).ShouldBe((2, 9, true));
        mix.Lasting.ShouldBe(outcome.Mix.Lasting);
        (mix with
        {
            Kinds = outcome.Mix.Kinds,
            Lanes = outcome.Mix.Lanes,
            Shared = outcome.Mix.Shared,
            Lasting = outcome.Mix.Lasting,
        }).ShouldBe(outcome.Mix);
        arrived.Hosts.ShouldBe(outcome.Hosts);
        arrived.Sources.ShouldBe(outcome.Sources);
        arrived.Addition.ShouldBe(outcome.Addition);
        arrived.Course.ShouldNotBeNull().Records.ShouldBe(outcome.Course.Records);
        arrived.Repeats.ShouldNotBeNull().InDoubt.ShouldHaveSingleItem().ShouldBe([new(8, 4)]);
        arrived.Repeats.Records.ShouldBe(12);
        var fresh = arrived.Freshness.ShouldNotBeNull();
        new[] { fresh.Seen, fresh.Asked, fresh.Waited }.ShouldAllBe(times => times.Encode() == latency.Encode());
        (fresh with { Seen = latency, Asked = latency, Waited = latency }).ShouldBe(outcome.Freshness);
        var queries = arrived.Queries.ShouldNotBeNull();
        var asked = queries.Kinds.ShouldHaveSingleItem();
        new[] { asked.Service, asked.Response }.ShouldAllBe(times => times.Encode() == latency.Encode());
        (asked with { Service = latency, Response = latency }).ShouldBe(outcome.Queries.Kinds[0]);
        (queries with { Kinds = outcome.Queries.Kinds }).ShouldBe(outcome.Queries);
        arrived.Unacknowledged.ShouldHaveSingleItem().ShouldBe([new(40, 10)]);
        (arrived with
        {
            Latency = latency,
            OpenLoop = outcome.OpenLoop,
            Mix = outcome.Mix,
            Hosts = outcome.Hosts,
            Sources = outcome.Sources,
            Addition = outcome.Addition,
            Course = outcome.Course,
            Repeats = outcome.Repeats,
            Freshness = outcome.Freshness,
            Queries = outcome.Queries,
            Unacknowledged = outcome.Unacknowledged
        }).ShouldBe(outcome);
    }

    /// <summary>The framework writes no text of more than 125 MB of bytes, which long logs of shared records have.</summary>
    [Fact]
    public void Finished_LongLogOfSharedRecords_ArrivesInPieces()
    {
        byte[] writes = new byte[BytesConverter.MaxPiece + 2];
        (writes[0], writes[BytesConverter.MaxPiece - 1], writes[^1]) = (1, 2, 3);
        var request = IngestRequest.Of(SourceLayout.Single(3), 50, 10, RetryOptions.Default);
        var outcome = IngestOutcome.Unknown(2, 1, request, "lost") with
        {
            Mix = new MixOutcome
            {
                Kinds = [],
                Lanes = [],
                WrongAnswers = 0,
                Shared = [new SharedLog { FirstSource = 2, Writes = writes, Watched = [3], WatchedUntil = 9 }],
            },
        };

        string line = WorkerJson.Write(new Finished(outcome));

        line.Split('"').Max(text => text.Length).ShouldBe(BytesConverter.MaxPiece / 3 * 4);
        var log = WorkerJson.Read(line).ShouldBeOfType<Finished>().Outcome.Mix.ShouldNotBeNull().Shared.ShouldHaveSingleItem();
        log.Writes.AsSpan().SequenceEqual(writes).ShouldBeTrue();
        log.Watched.ShouldBe([3]);
    }

    /// <summary>
    /// A field that was added and not set here would be compared as its default: then this test proves nothing of it.
    /// </summary>
    private static void NoDefaults(object value)
    {
        foreach (var property in value.GetType().GetProperties(BindingFlags.Public | BindingFlags.Instance)
            .Where(p => p.CanWrite))
        {
            object? set = property.GetValue(value);
            set.ShouldNotBeNull($"set {property.Name} in this test");
            set.ShouldNotBe(property.PropertyType.IsValueType ? Activator.CreateInstance(property.PropertyType)
                : null, $"set {property.Name} in this test");
        }
    }
}

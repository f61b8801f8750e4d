using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Mongo.Endpoint;
using DbIngest.Targets.Mongo;
using DbIngest.Targets.Tests.Cassandra;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Tests.Mongo;

/// <summary>Misfortunes in the middle of a trial: no false figure, no record lost or twice.</summary>
public sealed class MongoFaultTests
{
    private const int Records = 10_000;

    [Fact]
    [Needs("ferretdb")]
    public void Run_ServerKilledAndBack_IsCompleteWithEachRecordOnce()
    {
        using var server = new FerretServer();
        using var target = Open(server);

        var result = DisturbedTrial.Run(target, Records, () =>
        {
            server.Kill();
            server.Start();
        });

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Audit!.StoredRecords.ShouldBe(8 * Records);
        result.Audit.DuplicateRecords.ShouldBe(0);
        result.Retries.ShouldBeGreaterThan(0);
    }

    [Fact]
    [Needs("ferretdb")]
    public void Run_ServerKilledForGood_IsIncompleteAndNothingAcknowledgedIsMissing()
    {
        using var server = new FerretServer();
        using var target = Open(server);

        var result = DisturbedTrial.Run(target, Records, server.Kill, new RetryOptions(1, TimeSpan.FromMilliseconds(100)));

        result.Status.ShouldBe(TrialStatus.Incomplete, result.Error);
        result.Error.ShouldNotBeNull();
        result.ElapsedS.ShouldBeGreaterThan(0);
    }

    [Theory]
    [InlineData("shape=document")]
    [InlineData("shape=bucket")]
    [InlineData("id=objectid")]
    [InlineData("id=sequence_objectid")]
    [InlineData("shape=timeseries")]
    public void Run_ConnectionsCutWhileAcknowledging_StoresEachRecordOnce(string options)
    {
        using var server = Deployment.Standalone();
        int insertions = 0;
        server.After = (_, name, answer) => name == "insert" && Interlocked.Increment(ref insertions) % 40 == 39
            ? answer.Add("dropped", true) : null;
        using var target = MongoShapeTests.Open(server, options);

        var result = DisturbedTrial.Run(target, 2000, static () => { });

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Audit!.StoredRecords.ShouldBe(16_000);
        result.Audit.DuplicateRecords.ShouldBe(0);
        result.Retries.ShouldBeGreaterThan(0);
    }

    [Theory]
    [InlineData("id=sequence")]
    [InlineData("id=sequence_objectid")]
    [InlineData("shape=bucket&bucket=7&id=sequence_objectid")]
    public void Write_RecordThatIsThereWithAnotherContent_IsRefused(string options)
    {
        using var server = Deployment.Standalone();
        using var target = MongoShapeTests.Open(server, options);

        OtherContent.ShouldBeRefused(target);
    }

    /// <summary>
    /// Servers before 7.0 refuse to delete records of a time series by their sequence numbers, in an answer that is good
    /// otherwise. A batch of which a part is stored then stays in doubt.
    /// </summary>
    [Fact]
    public void Recover_ServerRefusesToErase_IsNotAbsent()
    {
        using var server = Deployment.Standalone();
        using var target = MongoShapeTests.Open(server, "shape=timeseries");
        using var workload = new PatternWorkload(4, new MongoDefinition().Timestamps);
        target.Prepare(Trial.Table(workload, 1, 100));
        using var writer = target.OpenWriter(0);
        writer.Write(Trial.Batch(workload, 0, 0, 40));
        server.Before = static (_, name, _) => name == "delete"
            ? new BsonDocument(("n", 0),
                ("writeErrors", (object?[])[
                new BsonDocument(("index", 0), ("code", 72), ("errmsg", "Cannot perform an update or delete on a time-series"))]),
                ("ok", 1.0))
            : null;

        var failure = Should.Throw<BatchWriteException>(() => writer.Recover(Trial.Batch(workload, 0, 0, 100)));

        (failure.IsTransient, failure.IsAmbiguous).ShouldBe((false, true));
        server.Before = null;
        writer.Recover(Trial.Batch(workload, 0, 0, 100)).ShouldBe(BatchFate.Absent);
    }

    [Fact]
    public void Run_DiskFull_IsIncomplete()
    {
        using var server = Deployment.Standalone();
        using var target = MongoShapeTests.Open(server, "shape=document");

        var result = DisturbedTrial.Run(target, 2000, () => server.Before = static (_, name, _) => name == "insert"
            ? new BsonDocument(("n", 0),
                ("writeErrors", (object?[])[
                new BsonDocument(("index", 0), ("code", 14031), ("errmsg", "available disk space is less than required"))]),
                ("ok", 1.0))
            : null);

        result.ShouldHaveNoFigureAndBeAccountedFor();
        result.Error!.ShouldContain("disk space");
    }

    /// <summary>A lane that is abandoned while it recovers must not wait for the answer of a server that is silent.</summary>
    [Fact]
    public void Recover_WriterAbandoned_AsksNoServer()
    {
        using var server = Deployment.ReplicaSet(1);
        using var target = MongoShapeTests.Open(server, "shape=document");
        var workload = new PatternWorkload(4);
        target.Prepare(Trial.Table(workload, 1, 100));
        using var abandonment = new CancellationTokenSource();
        using var writer = target.OpenWriter(0, abandonment.Token);
        var batch = Trial.Batch(workload, 0, 0, 10);

        abandonment.Cancel();

        Should.Throw<BatchWriteException>(() => writer.Recover(batch, inDoubt: true));
    }

    /// <summary>
    /// Request time-outs are 20 s, and a minute where schemas are changed: a cancelled verb does not wait for them.
    /// </summary>
    [Theory]
    [InlineData(nameof(ITarget.Describe))]
    [InlineData(nameof(ITarget.Prepare))]
    [InlineData(nameof(ITarget.MeasureSpace))]
    [InlineData(nameof(ITarget.Settle))]
    [InlineData(nameof(ITarget.Audit))]
    [InlineData(nameof(ITarget.Clean))]
    public void Verb_ServerSilentAndVerbCancelled_EndsWithoutTheServer(string verb)
    {
        using var server = Deployment.ReplicaSet(1);
        using var target = MongoShapeTests.Open(server, "shape=document");
        var table = Trial.Table(new PatternWorkload(4), 1, 100);
        target.Prepare(table);
        using var cancellation = new CancellationTokenSource();
        using var ended = new ManualResetEventSlim();
        server.Before = (_, name, _) =>
        {
            if (name is not ("hello" or "isMaster"))
            {
                cancellation.Cancel();
                ended.Wait(TimeSpan.FromMinutes(1));
            }

            return null;
        };
        long started = Stopwatch.GetTimestamp();
        try
        {
            Should.Throw<OperationCanceledException>(() => TargetVerbs.Run(verb, target, table, cancellation.Token));

            Stopwatch.GetElapsedTime(started).ShouldBeLessThan(TimeSpan.FromSeconds(15));
        }
        finally
        {
            server.Before = null;
            ended.Set();
        }
    }

    /// <summary>The server is not of the name by which its processes are found, like one behind a tunnel.</summary>
    [Fact]
    public void OpenReaders_ServerThatCannotBeSeen_IsNotMeasured()
    {
        using var server = Deployment.Standalone();
        using var target = MongoShapeTests.Open(server, "shape=document");

        var reader = target.OpenReaders().ShouldHaveSingleItem();

        reader.IsMeasured.ShouldBeFalse();
        reader.Read().ShouldBeNull();
    }

    private static ITarget Open(FerretServer server) => new MongoDefinition().Open(new TargetOptions
    {
        WorkFolder = Path.GetTempPath(),
        Endpoint = $"mongodb://127.0.0.1:{server.Port}/dbingest",

        // FerretDB on a busy machine.
        RequestTimeout = TimeSpan.FromMinutes(2),
    });
}

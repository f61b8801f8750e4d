using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;
using DbIngest.Mongo.Endpoint;
using DbIngest.Targets.Mongo;
using DbIngest.Targets.Tests.Cassandra;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Tests.Mongo;

/// <summary>
/// Misfortunes in the middle of a trial with the driver, which retries nothing here: no false figure, no record lost or twice.
/// </summary>
[Needs("ferretdb")]
public sealed class MongoDriverFaultTests
{
    private const int Records = 2000;

    [Theory]
    [InlineData("raw&calls=async")]
    [InlineData("typed")]
    public void Run_ConnectionsCutWhileAcknowledging_StoresEachRecordOnce(string documents)
    {
        using var set = Deployment.ReplicaSet(1);
        int insertions = 0;
        set.After = (_, name, answer) => name == "insert" && Interlocked.Increment(ref insertions) % 40 == 39
            ? answer.Add("dropped", true) : null;
        using var target = Open(set, documents);

        ShouldBeWhole(DisturbedTrial.Run(target, Records, static () => { }));
    }

    /// <summary>
    /// On a busy machine an answer to the driver's monitor may take longer than connecting may: a batch under way is not cut.
    /// Takes 18 s: the monitor asks every 10 s, and the timeout leaves a busy machine 4 s to connect.
    /// </summary>
    [Fact]
    [Trait("Suite", "Slow")]
    public void Write_MonitorAnsweredLate_IsNotCut()
    {
        using var set = Deployment.ReplicaSet(1);
        using var target = Open($"mongodb://{set.Primary.Name}/dbingest?replicaSet=rs0&connectTimeoutMS=4000&documents=raw");
        using var workload = new PatternWorkload(3, new MongoDefinition().Timestamps);
        target.Prepare(new TrialTable(workload.Schema, 1, 200));
        using var records = workload.Open(0);
        using var writer = target.OpenWriter(0);
        var batch = new RecordBatch(workload.Schema, 100);
        records.Fill(batch, 0, 100);
        writer.Write(batch);
        int late = 0;
        set.Before = (_, name, _) =>
        {
            if (name == "insert")
            {
                Thread.Sleep(17_000);
            }
            else if (name is "hello" or "isMaster" or "ismaster")
            {
                Interlocked.Increment(ref late);
                Thread.Sleep(6000);
            }

            return null;
        };
        records.Fill(batch, 100, 100);

        writer.Write(batch);

        late.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Run_NoPrimaryNowAndThen_StoresEachRecordOnce()
    {
        using var set = Deployment.ReplicaSet(1);
        int insertions = 0;
        set.Before = (_, name, _) => name == "insert" && Interlocked.Increment(ref insertions) % 40 == 39
            ? new BsonDocument(("ok", 0.0), ("code", 10107), ("codeName", "NotWritablePrimary"), ("errmsg", "not primary"),
                ("errorLabels", (object?[])["RetryableWriteError"]))
            : null;
        using var target = Open(set, "raw");

        ShouldBeWhole(DisturbedTrial.Run(target, Records, static () => { }));
    }

    /// <summary>
    /// A router tells of a shard's step-down by an error a document, without a label. A repetition meets documents that are
    /// there, beside a write concern that was not met in time.
    /// </summary>
    [Fact]
    public void Run_DocumentsRefusedDuringAStepDown_StoresEachRecordOnce()
    {
        using var set = Deployment.ReplicaSet(1);
        int insertions = 0;
        set.Before = (_, name, _) => name == "insert" && Interlocked.Increment(ref insertions) % 40 == 39
            ? new BsonDocument(("n", 0), ("writeErrors", (object?[])[
                new BsonDocument(("index", 0), ("code", 11602), ("errmsg", "operation was interrupted"))]), ("ok", 1.0))
            : null;
        set.After = (_, name, answer) => name == "insert" && insertions % 40 == 20
            ? answer.Add("writeConcernError", new BsonDocument(("code", 64), ("errmsg", "waiting for replication timed out")))
            : null;
        using var target = Open(set, "raw");

        ShouldBeWhole(DisturbedTrial.Run(target, Records, static () => { }));
    }

    [Fact]
    public void Run_ServerKilledAndBack_StoresEachRecordOnce()
    {
        using var server = new FerretServer();
        using var target = Open($"mongodb://127.0.0.1:{server.Port}/dbingest?documents=raw");

        ShouldBeWhole(DisturbedTrial.Run(target, Records, () =>
        {
            server.Kill();
            server.Start();
        }));
    }

    [Fact]
    public void Run_DiskFull_IsIncomplete()
    {
        using var set = Deployment.ReplicaSet(1);
        using var target = Open(set, "raw");

        var result = DisturbedTrial.Run(target, Records, () => set.Before = static (_, name, _) => name == "insert"
            ? new BsonDocument(("n", 0),
                ("writeErrors", (object?[])[
                new BsonDocument(("index", 0), ("code", 14031), ("errmsg", "available disk space is less than required"))]),
                ("ok", 1.0))
            : null);

        result.ShouldHaveNoFigureAndBeAccountedFor();
    }

    [Fact]
    public void Write_RecordThatIsThereWithAnotherContent_IsRefused()
    {
        using var set = Deployment.ReplicaSet(1);
        using var target = Open(set, "raw");

        OtherContent.ShouldBeRefused(target);
    }

    private static void ShouldBeWhole(TrialResult result)
    {
        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Audit!.StoredRecords.ShouldBe(8 * Records);
        result.Audit.DuplicateRecords.ShouldBe(0);
        result.Retries.ShouldBeGreaterThan(0);
    }

    private static ITarget Open(Deployment set, string documents) =>
        Open($"mongodb://{set.Primary.Name}/dbingest?replicaSet=rs0&documents={documents}");

    private static ITarget Open(string endpoint) => new MongoDefinition().Open(new TargetOptions
    {
        WorkFolder = Path.GetTempPath(),
        Endpoint = endpoint,
        Client = WriteClient.Driver,
        RequestTimeout = TimeSpan.FromSeconds(30),
    });
}

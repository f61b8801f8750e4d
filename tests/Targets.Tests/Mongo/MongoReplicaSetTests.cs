using System.Collections.Concurrent;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;
using DbIngest.Mongo.Endpoint;
using DbIngest.Targets.Mongo;
using DbIngest.Targets.Tests.Cassandra;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Tests.Mongo;

/// <summary>A replica set of three, at the endpoint of the tests.</summary>
public sealed class MongoReplicaSetTests
{
    // Each means that the member is no primary any more, or not for long (the specification "Server Discovery And Monitoring").
    [Theory]
    [InlineData(10107, "NotWritablePrimary")]
    [InlineData(13435, "NotPrimaryNoSecondaryOk")]
    [InlineData(189, "PrimarySteppedDown")]
    [InlineData(91, "ShutdownInProgress")]
    [InlineData(11600, "InterruptedAtShutdown")]
    [InlineData(11602, "InterruptedDueToReplStateChange")]
    [InlineData(13436, "NotPrimaryOrSecondary")]
    public void Run_PrimaryStepsDown_IsCompleteAtTheNew(int code, string name)
    {
        using var set = Deployment.ReplicaSet(3);
        using var target = MongoShapeTests.Open(set, "shape=document");
        var old = set.Primary;

        var result = DisturbedTrial.Run(target, 1000, () =>
        {
            // What was under way is stored, and answered by the error all the same.
            set.After = (member, command, _) => member == old && command == "insert"
                ? new BsonDocument(("ok", 0), ("code", code), ("codeName", name), ("errmsg", "stepping down"),
                    ("errorLabels", (string[])["RetryableWriteError"]))
                : null;
            Thread.Sleep(200);
            set.Primary = set.Members[1];
        });

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Audit!.StoredRecords.ShouldBe(8000);
        result.Audit.DuplicateRecords.ShouldBe(0);
        result.Retries.ShouldBeGreaterThan(0);
    }

    /// <summary>Such a server refuses even <c>hello</c> until it ends. The new primary had not been asked meanwhile.</summary>
    [Fact]
    public void Prepare_OldPrimaryShutsDown_AsksTheNew()
    {
        using var set = Deployment.ReplicaSet(3);
        using var target = MongoShapeTests.Open(set, "shape=document");
        var old = set.Primary;
        set.Primary = set.Members[1];
        set.Before = (member, command, _) => member == old && command == "hello"
            ? new BsonDocument(("ok", 0), ("code", 91), ("codeName", "ShutdownInProgress"), ("errmsg", "in quiesce mode"))
            : null;

        Should.NotThrow(() => target.Prepare(Trial.Table(new PatternWorkload(2), 1, 100)));
    }

    /// <summary>
    /// A member in initial sync does not have the set's users yet and refuses each login (18), which had been taken for a wrong
    /// password.
    /// </summary>
    [Fact]
    public void Prepare_MemberInInitialSync_IsPassedOverAndNamed()
    {
        using var set = Deployment.ReplicaSet(3, options: new() { User = "ingester", Password = "secret" });
        var syncing = set.Members[0];
        set.Primary = set.Members[1];
        set.Before = (member, name, _) => member == syncing && name == "saslStart"
            ? new BsonDocument(("ok", 0), ("code", 18), ("codeName", "AuthenticationFailed"),
                ("errmsg", "Authentication failed."))
            : null;
        set.After = (member, name, answer) => member == syncing && name == "hello"
            ? new BsonDocument([.. answer.Elements.Where(e => e.Key != "secondary").Select(e => (e.Key, e.Value))])
            : null;
        using var target = new MongoDefinition().Open(new TargetOptions
        {
            WorkFolder = "unused",
            Endpoint = $"mongodb://ingester@{syncing.Name},{set.Primary.Name}/dbingest",
            Password = new Secret("secret"),
        });

        target.Prepare(Trial.Table(new PatternWorkload(2), 1, 100));
        target.Settle(CancellationToken.None);

        target.MeasureSpace().StoredBytes.ShouldBeGreaterThan(0);
        var settings = target.Describe().Settings;
        settings["settled_by"].ShouldBe("fsync on each of 2 servers");
        settings["members_that_do_not_answer"].ShouldBe(syncing.Name);
    }

    [Fact]
    public void Describe_SetWithAnArbiter_MajorityIsOfAllThatVote()
    {
        using var set = Deployment.ReplicaSet(3);
        set.After = static (_, name, answer) => name == "hello" ? answer.Add("arbiters", (string[])["127.0.0.1:1"]) : null;
        using var target = MongoShapeTests.Open(set, "shape=document");

        target.Describe().Settings["majority_is"].ShouldBe("3 of 3 members with data");
    }

    // Each of three members took the documents into its journal and into its log of operations.
    [Fact]
    public void Run_Set_CountsJournalAndOperationsLogOfEachMember()
    {
        using var set = Deployment.ReplicaSet(3);
        using var target = MongoShapeTests.Open(set, "shape=document");

        var result = DisturbedTrial.Run(target, 500, static () => { });

        result.Space!.Net.LogBytes.ShouldBe(3 * 2 * set.Storage.WrittenBytes);
    }

    /// <summary>A full log drops its oldest operations for new ones, so that its size stands still.</summary>
    [Fact]
    public void MeasureSpace_OperationsLogIsFull_CountsTheBytesThatWereInserted()
    {
        using var set = Deployment.ReplicaSet(1);
        long inserted = 5_000_000;
        set.Before = (_, name, command) => name == "collStats" && command.Text("collStats") == "oplog.rs"
            ? new BsonDocument(("ok", 1.0), ("size", 1_000_000L), ("wiredTiger",
                new BsonDocument(("cursor", new BsonDocument(("insert key and value bytes", inserted))))))
            : null;
        using var target = MongoShapeTests.Open(set, "shape=document");
        target.Prepare(Trial.Table(new PatternWorkload(2), 1, 100));
        target.MeasureSpace().LogBytes.ShouldBe(0);

        inserted += 700;

        target.MeasureSpace().LogBytes.ShouldBe(700);
    }

    [Fact]
    public void Run_PrimaryGone_IsCompleteAtTheNew()
    {
        using var set = Deployment.ReplicaSet(3);
        using var target = MongoShapeTests.Open(set, "shape=bucket");

        var result = DisturbedTrial.Run(target, 2000, () =>
        {
            set.Primary = set.Members[2];
            set.Members[0].Dispose();
        });

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Audit!.StoredRecords.ShouldBe(16_000);
        result.Audit.DuplicateRecords.ShouldBe(0);
        target.Describe().Settings["members_that_do_not_answer"].ShouldBe(set.Members[0].Name);
    }

    /// <summary>No server had settled, and the collection took no space.</summary>
    [Theory]
    [InlineData(nameof(ITarget.Settle))]
    [InlineData(nameof(ITarget.MeasureSpace))]
    public void Verb_NoMemberAnswers_Fails(string verb)
    {
        using var set = Deployment.ReplicaSet(2);

        // The verb waits for so long. Less would not do to connect and prepare on a busy machine.
        using var target = MongoShapeTests.Open(set, "connectTimeoutMS=3000");
        var table = Trial.Table(new PatternWorkload(2), 1, 100);
        target.Prepare(table);
        foreach (var member in set.Members)
        {
            member.Dispose();
        }

        var failure = Record.Exception(() => TargetVerbs.Run(verb, target, table, CancellationToken.None));

        failure.ShouldBeOfType<TargetException>().IsUnreachable.ShouldBeTrue();
    }

    [Fact]
    public void MeasureSpace_MembersByNamesThatReachNobody_IsThePrimarys()
    {
        using var set = Deployment.ReplicaSet(1);
        set.After = static (_, name, answer) => name is "hello" or "isMaster" ? WithNamesOfNobody(answer) : null;
        using var target = MongoShapeTests.Open(set, "shape=document");
        target.Prepare(Trial.Table(new PatternWorkload(2), 1, 100));

        target.Settle(CancellationToken.None);

        target.MeasureSpace().StoredBytes.ShouldBeGreaterThan(0);
        target.Describe().Settings["settled_by"].ShouldBe("fsync on the server");
    }

    [Fact]
    public void Run_MajorityNotReachedInTime_IsTriedAgain()
    {
        using var set = Deployment.ReplicaSet(3);
        int insertions = 0;
        set.After = (_, name, answer) => name == "insert" && Interlocked.Increment(ref insertions) % 10 == 0
            ? answer.Add("writeConcernError",
                new BsonDocument(("code", 64), ("codeName", "WriteConcernTimeout"),
                ("errmsg", "waiting for replication timed out")))
            : null;
        using var target = MongoShapeTests.Open(set, "wTimeoutMS=5");

        var result = DisturbedTrial.Run(target, 1000, static () => { });

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Retries.ShouldBeGreaterThan(0);
        result.Audit!.DuplicateRecords.ShouldBe(0);
    }

    [Theory]
    [InlineData("majority", "majority", true, "majority")]
    [InlineData("w1-journal", 1, true, "local")]
    [InlineData("w1", 1, false, "local")]
    public void Write_EachContract_IsItsWriteConcern(string durability, object w, bool journal, string read)
    {
        using var set = Deployment.ReplicaSet(3);
        var concerns = new ConcurrentBag<BsonDocument>();
        var reads = new ConcurrentBag<string?>();
        set.Before = (_, name, command) =>
        {
            if (name is "insert" or "create")
            {
                concerns.Add(command.Document("writeConcern")!);
            }
            else if (name == "find")
            {
                reads.Add(command.Text("readConcern.level"));
            }

            return null;
        };
        using var target = MongoShapeTests.Open(set, "wTimeoutMS=700", durability);
        var workload = new PatternWorkload(2);
        var table = Trial.Table(workload, 1, 100);

        target.Prepare(table);
        Trial.WriteAll(target, workload, table, batch: 50);
        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();

        concerns.Count.ShouldBe(3);
        concerns.ShouldAllBe(c => Equals(c["w"], w) && Equals(c["j"], journal) && c.Number("wtimeout") == 700);
        reads.ShouldNotBeEmpty();
        reads.ShouldAllBe(r => r == read);
    }

    [Fact]
    public void Open_BySecondaryAlone_WritesToThePrimaryAndSettlesAll()
    {
        using var set = Deployment.ReplicaSet(3);
        using var target = new MongoDefinition()
            .Open(new TargetOptions { WorkFolder = "unused", Endpoint = $"mongodb://{set.Members[2].Name}/?replicaSet=rs0" });
        var workload = new PatternWorkload(2);
        var table = Trial.Table(workload, 2, 1000);
        target.Prepare(table);
        long baseline = target.MeasureSpace().StoredBytes;

        Trial.WriteAll(target, workload, table, batch: 100);
        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();

        set.Commands["fsync"].ShouldBe(3);
        long bytes = set.Storage.Find("dbingest.records")!.Bytes;
        (target.MeasureSpace().StoredBytes - baseline).ShouldBe(3 * (bytes + (8 * 2000)));
        var settings = target.Describe().Settings;
        settings["topology"].ShouldBe("replica set rs0 of 3 member(s) with data");
        settings["majority_is"].ShouldBe("2 of 3 members with data");
        settings["settled_by"].ShouldBe("fsync on each of 3 servers");
    }

    [Fact]
    public void Open_AnotherSet_IsRefused()
    {
        using var set = Deployment.ReplicaSet(1);
        Should.Throw<TargetException>(() => MongoShapeTests.Open(set, "replicaSet=other")).Message.ShouldContain("rs0");
        using var single = Deployment.Standalone();
        Should.Throw<TargetException>(() => MongoShapeTests.Open(single, "replicaSet=other")).Message
            .ShouldContain("no replica set");
    }

    [Fact]
    public void Open_SecondaryDirectly_IsRefused()
    {
        using var set = Deployment.ReplicaSet(2);
        Should.Throw<TargetException>(() => new MongoDefinition().Open(
            new TargetOptions { WorkFolder = "unused", Endpoint = $"mongodb://{set.Members[1].Name}/?directConnection=true" }))
                .Message.ShouldContain(set.Primary.Name);
    }

    private static BsonDocument WithNamesOfNobody(BsonDocument hello)
    {
        const string Nobody = "127.0.0.1:1";
        var told = new BsonDocument();
        foreach (var (name, value) in hello.Elements)
        {
            told.Add(name, name switch
            {
                "hosts" => (object?[])[Nobody],
                "primary" or "me" => Nobody,
                _ => value,
            });
        }

        return told;
    }
}

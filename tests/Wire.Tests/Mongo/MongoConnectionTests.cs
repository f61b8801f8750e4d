using System.Text;
using DbIngest.Mongo.Endpoint;
using DbIngest.Wire.Mongo;

namespace DbIngest.Wire.Tests.Mongo;

public sealed class MongoConnectionTests
{
    private static readonly byte[] Insert = new BsonDocument(("insert", "c"), ("ordered", false), ("$db", "d")).ToBytes();

    [Theory]
    [InlineData(false, false)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(true, true)]
    public void Insertions_SeveralOnTheWay_AreStoredAndRead(bool isCompressed, bool checksums)
    {
        using var server = Deployment.Standalone(new() { Compresses = true, Checksums = checksums });
        using var connection = MongoConnection.Open(server.Primary.Server, new() { ZlibLevel = isCompressed ? -1 : null });
        connection.IsCompressed.ShouldBe(isCompressed);
        for (int i = 0; i < 4; i++)
        {
            Send(connection, 100 * i, 100);
        }

        connection.Pending.ShouldBe(4);
        for (int i = 0; i < 4; i++)
        {
            connection.ReceiveInsert().ShouldBeNull();
        }

        connection.Pending.ShouldBe(0);
        Read(connection, batch: 70).ShouldBe(Enumerable.Range(0, 400));
    }

    [Fact]
    public void Insertion_OfADocumentThatIsThere_SaysWhichAndStoresTheOthers()
    {
        using var server = Deployment.Standalone();
        using var connection = MongoConnection.Open(server.Primary.Server, new());
        Send(connection, 5, 1);
        connection.ReceiveInsert().ShouldBeNull();

        Send(connection, 0, 10);
        var failure = connection.ReceiveInsert()!;

        var (index, error) = failure.Documents.ShouldHaveSingleItem();
        index.ShouldBe(5);
        error.Code.ShouldBe(MongoErrorCode.DuplicateKey);
        failure.Command.ShouldBeNull();
        Read(connection, batch: 1000).Count.ShouldBe(10);
    }

    [Fact]
    public void Insertion_ConcernNotFulfilled_IsSaid()
    {
        using var server = Deployment.Standalone();
        server.After = static (_, name, answer) => name == "insert"
            ? answer.Add("writeConcernError",
                new BsonDocument(("code", 64), ("codeName", "WriteConcernTimeout"),
                ("errmsg", "waiting for replication timed out")))
            : null;
        using var connection = MongoConnection.Open(server.Primary.Server, new());

        Send(connection, 0, 1);
        var failure = connection.ReceiveInsert()!;

        failure.Concern!.Code.ShouldBe(MongoErrorCode.WriteConcernTimeout);
        failure.Concern.IsTransient.ShouldBeTrue();
    }

    // The codes of the specification "Server Discovery And Monitoring"; each asks for the primary to be looked for again.
    [Theory]
    [InlineData(10107, "NotWritablePrimary")]
    [InlineData(13435, "NotPrimaryNoSecondaryOk")]
    [InlineData(189, "PrimarySteppedDown")]
    [InlineData(11600, "InterruptedAtShutdown")]
    [InlineData(11602, "InterruptedDueToReplStateChange")]
    [InlineData(13436, "NotPrimaryOrSecondary")]
    [InlineData(91, "ShutdownInProgress")]
    public void Insertion_StateOfTheMemberChanges_IsTransient(int code, string name)
    {
        using var server = Deployment.Standalone();
        server.Before = (_, command, _) => command == "insert"
            ? new BsonDocument(("ok", 0), ("code", code), ("codeName", name), ("errmsg", "so it is")) : null;
        using var connection = MongoConnection.Open(server.Primary.Server, new());

        Send(connection, 0, 1);
        var error = connection.ReceiveInsert()!.Command!;

        error.IsStateChange.ShouldBeTrue();
        error.IsTransient.ShouldBeTrue();
        error.Message.ShouldContain(name);
        connection.IsBroken.ShouldBeFalse();
    }

    [Fact]
    public void Error_Labelled_IsTransientWhateverItsCode()
    {
        var error = MongoServerException.Of(
            new BsonDocument(("ok", 0), ("code", 4242), ("errmsg", "x"), ("errorLabels", (string[])["RetryableWriteError"])));
        error.IsTransient.ShouldBeTrue();
        error.IsStateChange.ShouldBeFalse();
    }

    [Fact]
    public void Insertion_ConnectionCut_SaysThatItMayBeStored()
    {
        using var server = Deployment.Standalone();
        server.After = static (_, name, answer) => name == "insert" ? answer.Add("dropped", true) : null;
        using var connection = MongoConnection.Open(server.Primary.Server, new());

        Send(connection, 0, 1);

        Should.Throw<ConnectionLostException>(() => connection.ReceiveInsert()).AnySent.ShouldBeTrue();
        connection.IsBroken.ShouldBeTrue();
        server.Storage.Find("d.c")!.Count.ShouldBe(1);
    }

    [Fact]
    public void Open_OldServer_SaysWhichIsNeeded()
    {
        using var server = Deployment.Standalone(new() { WireVersion = 8 });
        Should.Throw<WireProtocolException>(() => MongoConnection.Open(server.Primary.Server, new())).Message
            .ShouldContain("4.4");
    }

    [Fact]
    public void Hello_OfEachKindOfServer_SaysWhatItIs()
    {
        using var set = Deployment.ReplicaSet(3);
        using var cluster = Deployment.Sharded(shards: 2, routers: 1);

        using var secondary = MongoConnection.Open(set.Members[1].Server, new());
        using var router = MongoConnection.Open(cluster.Members[0].Server, new());

        secondary.Hello.IsWritable.ShouldBeFalse();
        secondary.Hello.IsSecondary.ShouldBeTrue();
        secondary.Hello.Primary.ShouldBe(set.Primary.Name);
        secondary.Hello.Members.Count.ShouldBe(3);
        secondary.Hello.SetName.ShouldBe("rs0");
        router.Hello.IsRouter.ShouldBeTrue();
        router.Hello.SetName.ShouldBeNull();
    }

    [Fact]
    public void Insertions_AllocateNothingADocument()
    {
        using var server = Deployment.Standalone();
        server.Before = static (_, name, _) => name == "insert" ? new BsonDocument(("n", 1), ("ok", 1.0)) : null;
        using var connection = MongoConnection.Open(server.Primary.Server, new());
        Cycle();

        Allocation.LeastOf(Cycle).ShouldBe(0);

        void Cycle()
        {
            Send(connection, 0, 5000);
            connection.ReceiveInsert();
        }
    }

    private static void Send(MongoConnection connection, int first, int count)
    {
        connection.BeginInsert(Insert);
        for (int i = 0; i < count; i++)
        {
            int start = connection.Documents.BeginDocument();
            connection.Documents.Int64("_id"u8, first + i);
            connection.Documents.Double("value"u8, i / 3.0);
            connection.Documents.EndDocument(start);
        }

        connection.SendInsert();
    }

    private static List<int> Read(MongoConnection connection, int batch)
    {
        var found = new List<int>();
        var page = connection.Page("d",
            new(("find", "c"), ("filter", new BsonDocument(("_id", new BsonDocument(("$gte", 0L))))), ("batchSize", batch)));
        while (true)
        {
            while (page.Next())
            {
                var reader = new BsonReader(page.Document);
                reader.Next().ShouldBeTrue();
                Encoding.UTF8.GetString(reader.Name).ShouldBe("_id");
                found.Add((int)reader.Int64);
            }

            if (page.Cursor == 0)
            {
                return found;
            }

            page = connection.Page("d", new(("getMore", page.Cursor), ("collection", "c"), ("batchSize", batch)));
        }
    }
}

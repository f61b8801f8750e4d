using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Mongo.Endpoint;
using DbIngest.Targets.Mongo;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Tests.Mongo;

/// <summary>What the option <c>id</c> makes of documents, commands, settings and the audit.</summary>
[Collection("mongodb")]
public sealed class MongoIdentityTests(MongoFixture fixture)
{
    private const int PageDocuments = 10_000;

    // The settings of a stored sweep are compared when it is resumed.
    [Theory]
    [InlineData("", "source and sequence", Repeats.KeepsOne)]
    [InlineData("id=sequence", "source and sequence", Repeats.KeepsOne)]
    [InlineData("id=objectid", "object id made by the client", Repeats.KeepsBoth)]
    [InlineData("id=sequence_objectid", "source and sequence, as an object id", Repeats.KeepsOne)]
    public void Describe_EachIdentity_SaysWhichAndWhatBecomesOfRepeats(string options, string identity, Repeats repeats)
    {
        using var server = Deployment.Standalone();
        using var target = MongoShapeTests.Open(server, options);
        target.Prepare(Trial.Table(new PatternWorkload(2), 1, 10));

        var description = target.Describe();

        description.Settings["identity"].ShouldBe(identity);
        description.Repeats.ShouldBe(repeats);
        description.NoKeyReasons.ContainsKey("mongodb").ShouldBe(repeats == Repeats.KeepsBoth);
    }

    // The driver makes an id of its own for an object whose id is of twelve zeros.
    [Theory]
    [InlineData("id=sequence", null, 2, 4)]
    [InlineData("id=sequence_objectid", null, 2, 4)]
    [InlineData("id=sequence_objectid", WriteClient.Driver, 2, 4)]
    [InlineData("id=sequence_objectid", WriteClient.Driver, 0, 0)]
    [InlineData("id=sequence_objectid&documents=typed", WriteClient.Driver, 2, 4)]
    [InlineData("id=sequence_objectid&documents=typed", WriteClient.Driver, 0, 0)]
    public void Write_ByEitherClient_StoresTheIdentity(string options, string? client, int source, long sequence)
    {
        var workload = new PatternWorkload(2);
        using var server = Deployment.Standalone();
        object? asked = null;
        server.Before = (_, name, command) =>
        {
            asked = name == "find" ? command["filter._id"] : asked;
            return null;
        };
        using var target = MongoShapeTests.Open(server, options, client: client);
        target.Prepare(Trial.Table(workload, 3, 10) with { IsKeyed = true });
        using var writer = target.OpenWriter(source);
        writer.Write(Trial.Batch(workload, source, sequence, 1));

        Read((IRecordReads)writer, source, sequence).Count.ShouldBe(1);

        object expected = options == "id=sequence" ? (2L << 40) + 4 : new BsonObjectId((uint)source + 1, (ulong)sequence);
        BsonDocument.Read(server.Storage.OfDatabase("dbingest").Single().Where(new()).Single())["_id"].ShouldBe(expected);
        asked.ShouldBe(expected);
    }

    /// <summary>Each page is read once, although the connection is lost between two of them.</summary>
    [Theory]
    [InlineData("id=sequence")]
    [InlineData("id=sequence_objectid")]
    public void Audit_ConnectionLostBetweenPages_GoesOnBehindTheLastDocument(string options)
    {
        var workload = new PatternWorkload(1);
        var table = Trial.Table(workload, 2, 100);
        using var server = Deployment.Standalone();
        using var target = MongoShapeTests.Open(server, options);
        target.Prepare(table);
        Trial.WriteAll(target, workload, table, batch: 100);

        // Beyond the last source's records is one range of identities.
        const int Foreign = (2 * PageDocuments) + 500;
        Trial.Write(target, workload, [1], new SequenceRange(100, Foreign), batch: 5000);
        int pages = 0;
        var begun = new List<string>();
        server.Before = (_, name, command) =>
        {
            if (name == "find" && command["filter.$and"] is not null)
            {
                begun.Add(name);
            }

            return null;
        };
        server.After = (_, name, answer) =>
            name == "getMore" && Interlocked.Increment(ref pages) == 2 ? answer.Add("dropped", true) : null;

        var audit = Trial.Audit(target, workload, table);

        audit.ForeignRecords.ShouldBe(Foreign);
        audit.DuplicateRecords.ShouldBe(0);
        audit.StoredRecords.ShouldBe(200);
        begun.Count.ShouldBe(1);
    }

    /// <summary>
    /// A number of 128 bits lies in the ranges of numbers, but is read as raw bytes, and no number is greater than these: the
    /// rest of the part would have counted as missing.
    /// </summary>
    [Fact]
    public void Audit_ConnectionLostBehindAnIdentityThatCannotBeSentBack_Fails()
    {
        var workload = new PatternWorkload(1);
        var table = Trial.Table(workload, 1, 100);
        using var server = Deployment.Standalone();
        using var target = MongoShapeTests.Open(server, "id=sequence");
        target.Prepare(table);
        Trial.Write(target, workload, [0], new SequenceRange(0, PageDocuments + 500), batch: 5000);
        server.After = static (_, name, answer) => name switch
        {
            "find" when answer.Number("cursor.id") > 0 => EndingWithRawIdentity(answer),
            "getMore" => answer.Add("dropped", true),
            _ => null,
        };

        var failure = Record.Exception(
            () => TargetVerbs.Run(nameof(ITarget.Audit), target, table, CancellationToken.None));

        failure.ShouldBeOfType<TargetException>().IsUnreachable.ShouldBeTrue();
    }

    /// <summary>Documents with an identity of another type lie in no range, and the audit finds them as well.</summary>
    [Theory]
    [InlineData("id=sequence", "id=sequence_objectid")]
    [InlineData("id=sequence_objectid", "id=sequence")]
    public void Audit_DocumentsOfAnotherIdentity_AreFound(string options, string other)
    {
        var workload = new PatternWorkload(1);
        var table = Trial.Table(workload, 2, 100);
        using var server = Deployment.Standalone();
        using var target = MongoShapeTests.Open(server, options);
        target.Prepare(table);
        Trial.WriteAll(target, workload, table, batch: 100);
        using var stranger = MongoShapeTests.Open(server, other);
        stranger.Attach(table);
        Trial.Write(stranger, workload, [0], new SequenceRange(0, 7), batch: 7);

        Trial.Audit(target, workload, table).DuplicateRecords.ShouldBe(7);
    }

    /// <summary>Single records in a real store, the first one of the first source too.</summary>
    [Theory]
    [InlineData(null)]
    [InlineData(WriteClient.Driver)]
    [Needs("mongodb")]
    public void Operations_InAStore_AreOfTheRecordWithThatIdentity(string? client)
    {
        var workload = new PatternWorkload(2);
        var table = Trial.Table(workload, 3, 200) with { IsKeyed = true };
        using var target = new MongoDefinition().Open(fixture.Options("id=sequence_objectid") with { Client = client });
        target.Prepare(table);
        Trial.WriteAll(target, workload, table, batch: 100);
        using var writer = target.OpenWriter(0);
        var operations = (IConditionalUpdates)writer;
        foreach (var (source, sequence) in ((int, long)[])[(0, 0), (0, 1), (1, 0), (2, 199)])
        {
            var record = Trial.Batch(workload, source, sequence, 1);
            uint quality = record.Qualities[0];
            record.Qualities[0] = 77;
            operations.Update(record);
            Read(operations, source, sequence).ShouldBe([(source, sequence, 77)]);
            record.Qualities[0] = quality;
            operations.UpdateIf(record, 78).ShouldBeFalse();
            operations.UpdateIf(record, 77).ShouldBeTrue();
        }

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        operations.Delete(0, 0);
        operations.LastDeleteFound.ShouldBe(true);
        Read(operations, 0, 0).ShouldBeEmpty();
        operations.Delete(0, 0);
        operations.LastDeleteFound.ShouldBe(false);
        Trial.Audit(target, workload, table).MissingRecords.ShouldBe(1);
        target.Clean();
    }

    private static List<(int Source, long Sequence, uint Quality)> Read(IRecordReads from, int source, long sequence)
    {
        var found = new Found();
        from.Read(source, sequence, found);
        return found.Records;
    }

    private sealed class Found : IRecordReceiver
    {
        public List<(int Source, long Sequence, uint Quality)> Records { get; } = [];

        public void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values) =>
            Records.Add((source, sequence, quality));
    }

    /// <summary>The first page of a cursor whose last document has bytes for an identity.</summary>
    private static BsonDocument EndingWithRawIdentity(BsonDocument answer)
    {
        var documents = answer.Documents("cursor.firstBatch");
        var last = new BsonDocument();
        foreach (var (name, value) in documents[^1].Elements)
        {
            last.Add(name, name == "_id" ? new byte[16] : value);
        }

        var cursor = new BsonDocument(("firstBatch", (object?[])[.. documents.SkipLast(1), last]),
            ("id", answer.Number("cursor.id")), ("ns", answer.Text("cursor.ns")));
        return new BsonDocument(("cursor", cursor), ("ok", 1.0));
    }
}

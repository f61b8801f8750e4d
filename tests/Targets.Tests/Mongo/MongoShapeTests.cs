using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.LateRecords;
using DbIngest.Core.Plan;
using DbIngest.Mongo.Endpoint;
using DbIngest.Targets.Documents;
using DbIngest.Targets.Mongo;
using DbIngest.Targets.Mongo.Shapes;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Tests.Mongo;

/// <summary>
/// Every shape of document, in a real store and in the endpoint of the tests: all that was written comes back, and what was not
/// is missed.
/// </summary>
[Collection("mongodb")]
public sealed class MongoShapeTests(MongoFixture fixture)
{
    [Theory]
    [InlineData("shape=short")]
    [InlineData("shape=bucket&bucket=7")]
    [InlineData("shape=bucket&bucket=1000&rows=100")]
    [InlineData("id=objectid")]
    [InlineData("id=sequence_objectid")]
    [InlineData("rows=3&window=5")]
    [InlineData("rows=100000&window=1")]
    [Needs("mongodb")]
    public void Write_InAStore_IsStoredExactly(string options)
    {
        using var target = new MongoDefinition().Open(fixture.Options(options));
        StoresExactly(target);
    }

    [Theory]
    [InlineData("shape=document")]
    [InlineData("shape=short")]
    [InlineData("shape=bucket&bucket=13")]
    [InlineData("shape=timeseries")]
    [InlineData("shape=timeseries&id=objectid")]
    [InlineData("shape=document&id=objectid")]
    [InlineData("shape=document&id=sequence_objectid")]
    [InlineData("shape=short&id=sequence_objectid")]
    [InlineData("shape=bucket&bucket=13&id=sequence_objectid")]
    [InlineData("compressors=zlib&zlibCompressionLevel=9")]
    public void Write_InTheEndpoint_IsStoredExactly(string options)
    {
        using var server = Deployment.Standalone(new() { Compresses = true });
        using var target = Open(server, options);
        StoresExactly(target);
    }

    [Theory]
    [InlineData("shape=document")]
    [InlineData("shape=short")]
    [InlineData("shape=bucket&bucket=13")]
    [InlineData("shape=timeseries")]
    [InlineData("id=sequence_objectid")]
    public void Audit_OneBitOfOneValueChanged_IsFound(string options)
    {
        var workload = new PatternWorkload(9);
        var table = Trial.Table(workload, 2, 300);
        using var server = Deployment.Standalone();
        using var target = Open(server, options);
        target.Prepare(table);
        Trial.WriteAll(target, workload, table, batch: 100);
        var collection = server.Storage.OfDatabase("dbingest").Single();
        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();

        collection.Flip().ShouldBeTrue();

        Trial.Audit(target, workload, table).Findings.ShouldHaveSingleItem();
    }

    /// <summary>
    /// No record has such a number, so the audit must see a wrong record instead of failing, or of cutting a fraction off.
    /// </summary>
    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.NegativeInfinity)]
    [InlineData(9_007_199_254_740_992.0)]
    [InlineData(7.5)]
    public void Open_NumberInABucketThatIsNotWhole_IsReadAsMissing(double number)
    {
        var names = RecordNames.Full(new PatternWorkload(1).Schema);
        var reader = new BucketReader(names);

        reader.Open(new BsonDocument(
            ("_id", 1L), ("source", 2), ("sequence", 5L), ("count", 2),
            ("timestamp", (object?[])[number, 7L]),
            ("quality", (object?[])[3, number]),
            (names.Values[0], (object?[])[1.5, 2.5])).ToBytes());

        reader.Next().ShouldBeTrue();
        (reader.Sequence, reader.Timestamp, reader.Quality, reader.Values[0]).ShouldBe((5L, 0L, 3u, 1.5));
        reader.Next().ShouldBeTrue();
        (reader.Sequence, reader.Timestamp, reader.Quality, reader.Values[0]).ShouldBe((6L, 7L, 0u, 2.5));
        reader.Next().ShouldBeFalse();
    }

    /// <summary>A document of something else in the collection must reach the audit, which counts it as foreign.</summary>
    [Fact]
    public void Open_DocumentThatIsNoBucket_IsOneRecordOfNoSource()
    {
        var reader = new BucketReader(RecordNames.Full(new PatternWorkload(1).Schema));

        reader.Open(new BsonDocument(("_id", 1L), ("source", 2), ("sequence", 5L)).ToBytes());

        reader.Next().ShouldBeTrue();
        (reader.Source, reader.Sequence).ShouldBe((-1, -1L));
        reader.Next().ShouldBeFalse();
    }

    [Fact]
    public void Write_DocumentsBeyondTheServersLimits_AreSplit()
    {
        using var server = Deployment.Standalone(new() { MaxWriteBatch = 10, MaxMessageBytes = 5_000 });
        using var target = Open(server, "rows=100000");
        StoresExactly(target);
    }

    [Fact]
    public void Prepare_DocumentThatTheServerDoesNotTake_SaysSo()
    {
        using var server = Deployment.Standalone(new() { MaxDocumentBytes = 10_000 });
        using var target = Open(server, "shape=bucket&bucket=1000");
        Should.Throw<TargetException>(() => target.Prepare(Trial.Table(new PatternWorkload(9), 1, 10))).Message
            .ShouldContain("bucket");
    }

    [Theory]
    [InlineData("shape=document&id=objectid")]
    [InlineData("shape=timeseries")]
    public void Recover_StoredInPart_IsErased(string options)
    {
        var workload = new PatternWorkload(3);
        var table = Trial.Table(workload, 1, 200);
        using var server = Deployment.Standalone();
        using var target = Open(server, options);
        target.Prepare(table);
        using var writer = target.OpenWriter(0);
        writer.IsIdempotent.ShouldBeFalse();
        var whole = Trial.Batch(workload, 0, 0, 100);
        writer.Write(Trial.Batch(workload, 0, 0, 40));

        writer.Recover(whole).ShouldBe(BatchFate.Absent);
        server.Storage.OfDatabase("dbingest").Single().Count.ShouldBe(0);
        writer.Write(whole);
        writer.Recover(whole).ShouldBe(BatchFate.Stored);
        writer.Write(Trial.Batch(workload, 0, 100, 100));

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        server.Commands.ContainsKey("killSessions").ShouldBeTrue();
    }

    /// <summary>The series is a whole number in every shape that has an index on it, also beside missing values.</summary>
    [Theory]
    [InlineData("shape=document")]
    [InlineData("shape=short")]
    [InlineData("shape=document&id=objectid")]
    [InlineData("shape=document&id=sequence_objectid")]
    public void Write_SeveralSeries_EachRecordIsInItsOwn(string options)
    {
        SeriesCount.TryParse("7", out var series).ShouldBeTrue();
        var point = Point.Of(AxisValues.None.With(SweepAxes.Series, series!).With(SweepAxes.Sources, SourceLayout.Single(2)));
        var workload = new StreamWorkloads().Of(new PatternWorkload(3), point, seed: 5, records: 300);
        var table = new TrialTable(workload.Schema, 2, 300);
        using var server = Deployment.Standalone();
        using var target = Open(server, options);
        target.Prepare(table);
        Trial.WriteAll(target, workload, table, batch: 100);

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        server.Commands["createIndexes"].ShouldBe(1);
        server.Storage.OfDatabase("dbingest").Single().Flip().ShouldBeTrue();
        Trial.Audit(target, workload, table).Findings.ShouldHaveSingleItem();
    }

    /// <summary>What surely was not stored is not looked for: that may take as long as reading the collection.</summary>
    [Fact]
    public void Recover_NotInDoubt_AsksNothing()
    {
        var workload = new PatternWorkload(3);
        using var server = Deployment.Standalone();
        using var target = Open(server, "shape=document");
        target.Prepare(Trial.Table(workload, 1, 100));
        using var writer = target.OpenWriter(0);
        var batch = Trial.Batch(workload, 0, 0, 100);
        writer.Write(batch);
        int before = server.Commands.Values.Sum();

        writer.Recover(batch, inDoubt: false).ShouldBe(BatchFate.Absent);
        server.Commands.Values.Sum().ShouldBe(before);
        writer.Recover(batch).ShouldBe(BatchFate.Stored);
        server.Commands.Values.Sum().ShouldBeGreaterThan(before);
    }

    internal static ITarget Open(Deployment deployment, string options, string? durability = null, string? client = null) =>
        new MongoDefinition().Open(new TargetOptions
        {
            WorkFolder = Path.GetTempPath(),
            Endpoint = $"mongodb://{string.Join(',', deployment.Members.Where(m => m.Role != MemberRole.Shard).Select(m => m.Name))}/dbingest?{options}",
            Durability = durability,
            Client = client,
            RequestTimeout = TimeSpan.FromSeconds(20),
        });

    private static void StoresExactly(ITarget target)
    {
        var workload = new PatternWorkload(9);
        var table = Trial.Table(workload, 3, 1234);
        target.Prepare(table);

        Trial.WriteAll(target, workload, table, batch: 500);
        var audit = Trial.Audit(target, workload, table);

        audit.Findings.ShouldBeEmpty();
        audit.StoredRecords.ShouldBe(3 * 1234);
        Trial.Write(target, workload, [0], new SequenceRange(1234, 3), batch: 3);
        Trial.Audit(target, workload, table).ForeignRecords.ShouldBe(3);
        target.Clean();
    }
}

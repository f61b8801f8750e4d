using System.Net;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Catalogue;
using static DbIngest.Service.Tests.RunningService;

namespace DbIngest.Service.Tests;

/// <summary>Services before real databases: what was stored is there again, and a table of another shape is refused.</summary>
public sealed class ServedDatabaseTests(SharedStores stores) : IClassFixture<SharedStores>, IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-service-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData("sqlite")]
    [InlineData("postgres")]
    [InlineData("mariadb")]
    [InlineData("mongodb")]
    [InlineData("mongodb driver")]
    [InlineData("cassandra")]
    [InlineData("cockroach")]
    [InlineData("neo4j")]
    [InlineData("sqlite+postgres")]
    [InlineData("postgres+mongodb")]
    [Needs("postgres", Where = "database", Is = "postgres")]
    [Needs("postgres", Where = "database", Is = "sqlite+postgres")]
    [Needs("postgres", Where = "database", Is = "postgres+mongodb")]
    [Needs("mongodb", Where = "database", Is = "postgres+mongodb")]
    [Needs("mariadb", Where = "database", Is = "mariadb")]
    [Needs("mongodb", Where = "database", Is = "mongodb")]
    [Needs("mongodb", Where = "database", Is = "mongodb driver")]
    [Needs("cassandra", Where = "database", Is = "cassandra")]
    [Needs("cockroach", Where = "database", Is = "cockroach")]
    [Needs("neo4j", Where = "database", Is = "neo4j")]
    public async Task Records_OfTwoServicesBeforeOneStore_AreEachStoredOnce(string database)
    {
        var place = stores.Empty(database);
        using var first = place.Open();
        using var second = place.Open();
        using var one = place.Serve(first);
        using var other = place.Serve(second);
        var random = new SplitMix64(20150331);

        // Each of 20 batches is sent five times, to either service, in an order of the seed.
        var sent = Enumerable.Range(0, 100).Select(i => i % 20).OrderBy(_ => random.Next()).ToList();
        var answers = await Task.WhenAll(sent.Select(i =>
            (random.NextBelow(2) == 0 ? one : other).PostBatch(
                i % 4, i * 10, [.. Enumerable.Range(0, 10).Select(r => Row(r, $"{i}.5", "null"))])));
        answers.ShouldAllBe(answer => answer.StatusCode == HttpStatusCode.OK);

        for (int source = 0; source < 4; source++)
        {
            var window = await Body(await one.Send(HttpMethod.Get, $"/v1/sources/{source}/records?first=0&count=1000"));
            window.GetProperty("records").GetArrayLength().ShouldBe(50);
        }

        (await other.PostBatch(1, 10, [.. Enumerable.Range(0, 10).Select(r => Row(r, "1.5", "0"))])).StatusCode
            .ShouldBe(HttpStatusCode.Conflict);
        (await one.Send(HttpMethod.Put, "/v1/sources/1/records/10", """{"values":[null,7]}""")).StatusCode
            .ShouldBe(HttpStatusCode.NoContent);
        (await (await other.Send(HttpMethod.Get, "/v1/sources/1/records/10")).Content.ReadAsStringAsync())
            .ShouldBe("""{"source":1,"sequence":10,"timestamp":0,"quality":0,"values":[null,7]}""");
        (await one.Send(HttpMethod.Delete, "/v1/sources/1/records/10")).StatusCode.ShouldBe(HttpStatusCode.NoContent);
        (await other.Send(HttpMethod.Get, "/v1/sources/1/records/10")).StatusCode.ShouldBe(HttpStatusCode.NotFound);

        // Cassandra deletes without looking.
        (await other.Send(HttpMethod.Delete, "/v1/sources/1/records/10")).StatusCode
            .ShouldBe(database == "cassandra" ? HttpStatusCode.NoContent : HttpStatusCode.NotFound);
    }

    [Theory]
    [InlineData("sqlite")]
    [InlineData("postgres")]
    [InlineData("mariadb")]
    [InlineData("mongodb")]
    [InlineData("mongodb driver")]
    [InlineData("cassandra")]
    [InlineData("cockroach")]
    [InlineData("neo4j")]
    [InlineData("sqlite+postgres")]
    [InlineData("postgres+mongodb")]
    [Needs("postgres", Where = "database", Is = "postgres")]
    [Needs("postgres", Where = "database", Is = "sqlite+postgres")]
    [Needs("postgres", Where = "database", Is = "postgres+mongodb")]
    [Needs("mongodb", Where = "database", Is = "postgres+mongodb")]
    [Needs("mariadb", Where = "database", Is = "mariadb")]
    [Needs("mongodb", Where = "database", Is = "mongodb")]
    [Needs("mongodb", Where = "database", Is = "mongodb driver")]
    [Needs("cassandra", Where = "database", Is = "cassandra")]
    [Needs("cockroach", Where = "database", Is = "cockroach")]
    [Needs("neo4j", Where = "database", Is = "neo4j")]
    public async Task Service_StartedAgain_FindsItsRecordsAndRefusesAnotherShape(string database)
    {
        var place = stores.Empty(database);
        using (var target = place.Open())
        using (var service = place.Serve(target))
        {
            (await service.PostBatch(0, 0, Row(1, "1", "1"))).StatusCode.ShouldBe(HttpStatusCode.OK);
        }

        using (var target = place.Open())
        using (var service = place.Serve(target))
        {
            (await service.PostBatch(0, 0, Row(1, "1", "1"))).StatusCode.ShouldBe(HttpStatusCode.OK);
            (await service.PostBatch(0, 0, Row(1, "1", "2"))).StatusCode.ShouldBe(HttpStatusCode.Conflict);
        }

        using (var target = place.Open())
        {
            var other = new TrialTable(new RecordSchema([new("a", ""), new("c", "")]), 1, 1000, IsKeyed: true);
            Should.Throw<TargetException>(() => target.Ensure(other)).Message.ShouldContain("instead of");
        }

        using (var target = place.Open())
        using (var service = place.Serve(target))
        {
            (await service.Send(HttpMethod.Get, "/v1/sources/0/records/0")).StatusCode.ShouldBe(HttpStatusCode.OK);
        }
    }

    /// <summary>With a writer for each source, the requests of one source would have one of the service's connections.</summary>
    [Theory]
    [InlineData("postgres")]
    [InlineData("mariadb")]
    [InlineData("mariadb driver")]
    [InlineData("neo4j")]
    [Needs("postgres", Where = "database", Is = "postgres")]
    [Needs("mariadb", Where = "database", Is = "mariadb")]
    [Needs("mariadb", Where = "database", Is = "mariadb driver")]
    [Needs("neo4j", Where = "database", Is = "neo4j")]
    public async Task Writer_OfOneSource_StoresBatchesOfAnother(string database)
    {
        var place = stores.Empty(database);
        using var target = place.Open();
        using var service = place.Serve(target);
        var batch = new RecordBatch(Schema, 1);
        batch.Reset(3, 7, 1);
        using (var writer = target.OpenWriter(0))
        {
            writer.ServesAnySource.ShouldBeTrue();
            writer.Write(batch);
        }

        (await service.Send(HttpMethod.Get, "/v1/sources/3/records/7")).StatusCode.ShouldBe(HttpStatusCode.OK);
    }

    [Theory]
    [InlineData("sqlite")]
    [InlineData("postgres")]
    [InlineData("mariadb")]
    [Needs("postgres", Where = "database", Is = "postgres")]
    [Needs("mariadb", Where = "database", Is = "mariadb")]
    public void Table_WithoutAKey_IsRefusedWithTheRemedyAndServedAtLeastOnce(string database)
    {
        var place = stores.Empty(database);
        using var target = place.Open();
        target.Ensure(new TrialTable(Schema, 1, 1000));
        Should.Throw<TargetException>(() => target.Ensure(new TrialTable(Schema, 1, 1000, IsKeyed: true))).Message
            .ShouldContain("CREATE UNIQUE INDEX");
        target.Ensure(new TrialTable(Schema, 1, 1000));
    }

    [Fact]
    public async Task Null_IsServedAtLeastOnce()
    {
        using var target = TargetCatalog.Find("null").Open(new TargetOptions { WorkFolder = _folder });
        using var service = new RunningService(target, options => options with { Operations = RecordOperations.None });
        (await Task.WhenAll(Enumerable.Range(0, 50).Select(i => service.PostBatch(i % 10, i, Row(1, "1", "1")))))
            .ShouldAllBe(answer => answer.StatusCode == HttpStatusCode.OK);

        // One and the same batch again and again: a book of them had made each slower than the one before.
        for (int i = 0; i < 300; i++)
        {
            (await service.PostBatch(0, 0, Row(1, "1", "1"))).StatusCode.ShouldBe(HttpStatusCode.OK);
        }

        (await service.Send(HttpMethod.Get, "/v1/sources/0/records/0")).StatusCode.ShouldBe(HttpStatusCode.NotImplemented);
        Directory.GetFiles(target.AttachEndpoint, "*", SearchOption.AllDirectories).ShouldBeEmpty();
    }

    /// <summary>What makes a label unfit is said before anything is served, and nothing is changed.</summary>
    [Fact]
    [Needs("neo4j")]
    public void Neo4j_OfAnotherShapeOrKey_IsRefusedWithTheRemedy()
    {
        var place = stores.Empty("neo4j");
        var table = new TrialTable(Schema, 1, 1000, IsKeyed: true) { IsServed = true };
        using (var target = place.Open("shape=relationship"))
        {
            Should.Throw<TargetException>(() => target.Ensure(table)).Message.ShouldContain("leave shape=relationship out");
        }

        using (var target = place.Open("label=Taken&key=pair"))
        {
            target.Ensure(table);
            target.Ensure(table);
        }

        // The constraint of that name is on (source, sequence).
        using (var target = place.Open("label=Taken"))
        {
            Should.Throw<TargetException>(() => target.Ensure(table)).Message.ShouldContain("Taken_key is on other properties");
        }
    }

    [Fact]
    [Needs("cassandra")]
    public async Task Cassandra_WithPartitionsOfAnotherSize_IsRefusedSinceItsRecordsWouldNotBeFound()
    {
        var place = stores.Empty("cassandra");
        using (var target = place.Open())
        using (var service = place.Serve(target))
        {
            var schema = await Body(await service.Send(HttpMethod.Get, "/v1/schema"));
            schema.GetProperty("promise").GetString().ShouldBe("once_by_looking");

            // 10,000 rows a partition, numbered by 31 bits.
            schema.GetProperty("limits").GetProperty("sequences").GetInt64().ShouldBe(21_474_836_480_000);
        }

        using var other = place.Open("bucket=500");
        Should.Throw<TargetException>(() => other.Ensure(new TrialTable(Schema, 1, 1000, IsKeyed: true))).Message
            .ShouldContain("10000 rows a partition");
    }

    [Theory]
    [InlineData("", "once_by_looking")]
    [InlineData("way=insert", "once")]
    [Needs("cockroach")]
    public async Task Cockroach_PromisesByItsWayOfWriting(string option, string promise)
    {
        var place = stores.Empty("cockroach");
        using var target = place.Open(option);
        using var service = place.Serve(target);
        var schema = await Body(await service.Send(HttpMethod.Get, "/v1/schema"));
        schema.GetProperty("promise").GetString().ShouldBe(promise);
        (await service.PostBatch(0, 0, Row(1, "1", "1"), Row(2, "1", "1"))).StatusCode.ShouldBe(HttpStatusCode.OK);
        (await service.PostBatch(0, 0, Row(1, "1", "1"), Row(2, "1", "1"))).StatusCode.ShouldBe(HttpStatusCode.OK);
        (await service.PostBatch(0, 1, Row(2, "2", "1"), Row(3, "1", "1"))).StatusCode.ShouldBe(HttpStatusCode.Conflict);
        (await service.Send(HttpMethod.Get, "/v1/sources/0/records/2")).StatusCode.ShouldBe(HttpStatusCode.NotFound);
    }

    [Theory]
    [InlineData("shape=bucket")]
    [InlineData("shape=timeseries")]
    [InlineData("id=objectid")]
    [Needs("mongodb")]
    public void MongoDb_OfAShapeWithoutKeys_IsRefusedByName(string option)
    {
        var place = stores.Empty("mongodb");
        using var target = place.Open(option);
        Should.Throw<TargetException>(() => target.Ensure(new TrialTable(Schema, 1, 1000, IsKeyed: true))).Message
            .ShouldContain(option);
    }

    [Fact]
    [Needs("mongodb")]
    public async Task MongoDb_WithObjectIds_IsServedAndToldFromNumbers()
    {
        const string ObjectIds = "id=sequence_objectid";
        var place = stores.Empty("mongodb");
        using var target = place.Open(ObjectIds);
        using (var service = place.Serve(target))
        {
            (await service.PostBatch(0, 0, Row(1, "1", "1"), Row(2, "1", "1"))).StatusCode.ShouldBe(HttpStatusCode.OK);
            (await service.PostBatch(0, 0, Row(1, "1", "1"), Row(2, "1", "1"))).StatusCode.ShouldBe(HttpStatusCode.OK);
            (await service.PostBatch(0, 1, Row(2, "2", "1"), Row(3, "1", "1"))).StatusCode.ShouldBe(HttpStatusCode.Conflict);
            (await service.Send(HttpMethod.Put, "/v1/sources/0/records/0", """{"values":[null,7]}""")).StatusCode
                .ShouldBe(HttpStatusCode.NoContent);
            (await (await service.Send(HttpMethod.Get, "/v1/sources/0/records/0")).Content.ReadAsStringAsync())
                .ShouldBe("""{"source":0,"sequence":0,"timestamp":1,"quality":0,"values":[null,7]}""");
            (await service.Send(HttpMethod.Delete, "/v1/sources/0/records/1")).StatusCode.ShouldBe(HttpStatusCode.NoContent);
            (await service.Send(HttpMethod.Get, "/v1/sources/0/records/1")).StatusCode.ShouldBe(HttpStatusCode.NotFound);
        }

        using var again = place.Open(ObjectIds);
        again.Ensure(new TrialTable(Schema, 1, 1000, IsKeyed: true));
        using var numbers = place.Open();
        Should.Throw<TargetException>(() => numbers.Ensure(new TrialTable(Schema, 1, 1000, IsKeyed: true))).Message
            .ShouldContain("id=sequence ");
    }

    [Fact]
    [Needs("mongodb")]
    public async Task MongoDb_BeyondTheRoomOfAnIdentity_IsRefused()
    {
        var place = stores.Empty("mongodb");
        using var target = place.Open();
        using var service = place.Serve(target);

        // 40 bits, as docs/service.md has it.
        const long Most = 1_099_511_627_776;
        (await service.PostBatch(0, Most - 1, Row(1, "1", "1"))).StatusCode.ShouldBe(HttpStatusCode.OK);
        (await service.PostBatch(0, Most - 1, Row(1, "1", "1"), Row(2, "1", "1"))).StatusCode
            .ShouldBe(HttpStatusCode.BadRequest);
        (await service.Send(HttpMethod.Get, $"/v1/sources/0/records/{Most}")).StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await service.Send(HttpMethod.Post, "/v1/sources/0/records",
            $$"""{"sequence":{{Most}},"timestamp":1,"values":[1,1]}""")).StatusCode.ShouldBe(HttpStatusCode.BadRequest);
    }
}

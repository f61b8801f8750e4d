using System.Net;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Catalogue;
using static DbIngest.Service.Tests.RunningService;

namespace DbIngest.Service.Tests;

/// <summary>Services before real databases: what was stored is there again, and a table of another shape is refused.</summary>
public sealed class ServedDatabaseTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-service-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData("sqlite")]
    [InlineData("postgres")]
    [InlineData("mariadb")]
    [Needs("postgres", Where = "database", Is = "postgres")]
    [Needs("mariadb", Where = "database", Is = "mariadb")]
    public async Task Records_OfTwoServicesBeforeOneStore_AreEachStoredOnce(string database)
    {
        using var place = Place(database);
        using var first = Open(database, place);
        using var second = Open(database, place);
        using var one = new RunningService(first, options => options with { Database = database });
        using var other = new RunningService(second, options => options with { Database = database });
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
    }

    [Theory]
    [InlineData("sqlite")]
    [InlineData("postgres")]
    [InlineData("mariadb")]
    [Needs("postgres", Where = "database", Is = "postgres")]
    [Needs("mariadb", Where = "database", Is = "mariadb")]
    public async Task Service_StartedAgain_FindsItsRecordsAndRefusesAnotherShape(string database)
    {
        using var place = Place(database);
        using (var target = Open(database, place))
        using (var service = new RunningService(target))
        {
            (await service.PostBatch(0, 0, Row(1, "1", "1"))).StatusCode.ShouldBe(HttpStatusCode.OK);
        }

        using (var target = Open(database, place))
        using (var service = new RunningService(target))
        {
            (await service.PostBatch(0, 0, Row(1, "1", "1"))).StatusCode.ShouldBe(HttpStatusCode.OK);
            (await service.PostBatch(0, 0, Row(1, "1", "2"))).StatusCode.ShouldBe(HttpStatusCode.Conflict);
        }

        using (var target = Open(database, place))
        {
            var other = new TrialTable(new RecordSchema([new("a", ""), new("c", "")]), 1, 1000, IsKeyed: true);
            Should.Throw<TargetException>(() => target.Ensure(other)).Message.ShouldContain("instead of");
        }

        using (var target = Open(database, place))
        using (var service = new RunningService(target))
        {
            (await service.Send(HttpMethod.Get, "/v1/sources/0/records/0")).StatusCode.ShouldBe(HttpStatusCode.OK);
        }
    }

    [Theory]
    [InlineData("sqlite")]
    [InlineData("postgres")]
    [InlineData("mariadb")]
    [Needs("postgres", Where = "database", Is = "postgres")]
    [Needs("mariadb", Where = "database", Is = "mariadb")]
    public void Table_WithoutAKey_IsRefusedWithTheRemedyAndServedAtLeastOnce(string database)
    {
        using var place = Place(database);
        using var target = Open(database, place);
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
    }

    /// <summary>A store that outlives its services: a server of the test, or a folder.</summary>
    private StorePlace Place(string database) => database == "sqlite"
        ? new StorePlace(null, Path.Combine(_folder, "served.db"))
        : new StorePlace(TargetCatalog.Find(database).Open(new TargetOptions { WorkFolder = _folder }), null);

    private ITarget Open(string database, StorePlace place) =>
        TargetCatalog.Find(database).Open(new TargetOptions { WorkFolder = _folder, Endpoint = place.Endpoint });

    private sealed class StorePlace(ITarget? server, string? path) : IDisposable
    {
        public string Endpoint => path ?? server!.AttachEndpoint;

        public void Dispose() => server?.Dispose();
    }
}

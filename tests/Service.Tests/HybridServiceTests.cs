using System.Net;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using Microsoft.Data.Sqlite;
using static DbIngest.Service.Tests.RunningService;

namespace DbIngest.Service.Tests;

/// <summary>
/// A service before two databases: which rows of control data requests leave, whatever happens between the two.
/// </summary>
[Needs("postgres")]
public sealed class HybridServiceTests : IDisposable
{
    private const string Table = "dbingest_records";

    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-hybrid-").FullName;
    private readonly StorePlace _place;

    public HybridServiceTests() => _place = new StorePlace("sqlite+postgres", _folder);

    public void Dispose()
    {
        _place.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    [Fact]
    public async Task Batch_SentAgain_HasOneRowAndItsSourceAnother()
    {
        using var target = _place.Open();
        using var service = _place.Serve(target);
        await Stored(service, 3, 10, 20);
        await Stored(service, 3, 10, 20);
        Rows().ShouldBe(["3/0: 0 from 0", "3/11: 20 from 10"]);

        using var other = _place.Open();
        using var again = _place.Serve(other);
        await Stored(again, 3, 10, 20);
        await Stored(again, 3, 30, 5);
        Rows().ShouldBe(["3/0: 0 from 0", "3/11: 20 from 10", "3/31: 5 from 30"]);
    }

    [Fact]
    public async Task Batch_WhoseRowIsMissingOrCannotBeWritten_IsMadeWholeBySendingItAgain()
    {
        using var target = _place.Open();
        using var service = _place.Serve(target);
        await Stored(service, 0, 0, 10);
        Change($"CREATE TRIGGER full BEFORE INSERT ON {Table} BEGIN SELECT RAISE(ABORT, 'full'); END");
        var answer = await service.PostBatch(0, 10, Records(10, 10));
        answer.StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
        (await Body(answer)).GetProperty("detail").GetString()!.ShouldStartWith("Outcome unknown: the records are stored");
        Rows().ShouldBe(["0/0: 0 from 0", "0/1: 10 from 0"]);

        Change("DROP TRIGGER full");
        await Stored(service, 0, 10, 10);
        Change($"DELETE FROM {Table}");
        await Stored(service, 0, 10, 10);
        await Stored(service, 0, 0, 10);
        Rows().ShouldBe(["0/1: 10 from 0", "0/11: 10 from 10"]);
    }

    [Fact]
    public async Task Batch_OfWhichAnotherRequestStoredAPart_IsCountedOnceByBothRows()
    {
        using var target = _place.Open();
        using var service = _place.Serve(target);
        await Stored(service, 0, 4, 2);
        await Stored(service, 0, 0, 10);
        Rows().ShouldBe(["0/0: 0 from 0", "0/1: 4 from 0", "0/5: 2 from 4", "0/7: 4 from 6"]);

        // All of it is stored, in rows that are cut otherwise, the first of which begins before it.
        await Stored(service, 0, 5, 5);
        await Stored(service, 0, 2, 1);
        Rows().Count.ShouldBe(4);
    }

    [Fact]
    public async Task Record_CreatedReplacedDeletedAndCreatedAnew_HasOneRowWhileItIsThere()
    {
        using var target = _place.Open();
        using var service = _place.Serve(target);
        await Created(service, 7, 1000);
        await Created(service, 7, 1000);
        (await service.Send(HttpMethod.Put, "/v1/sources/0/records/7", """{"values":[2,3]}""")).StatusCode
            .ShouldBe(HttpStatusCode.NoContent);
        Rows().ShouldBe(["0/0: 0 from 0", "0/8: 1 from 7"]);

        (await service.Send(HttpMethod.Delete, "/v1/sources/0/records/7")).StatusCode.ShouldBe(HttpStatusCode.NoContent);
        Rows().ShouldBe(["0/0: 0 from 0"]);
        (await service.Send(HttpMethod.Delete, "/v1/sources/0/records/7")).StatusCode.ShouldBe(HttpStatusCode.NotFound);

        await Created(service, 7, 2000);
        Rows().ShouldBe(["0/0: 0 from 0", "0/8: 1 from 7"]);
        Ask($"SELECT timestamp FROM {Table} WHERE sequence = 8").ShouldBe(2000);
    }

    [Fact]
    public async Task Record_DeletedFromABatch_LeavesTheRowOfTheBatch()
    {
        using var target = _place.Open();
        using var service = _place.Serve(target);
        await Stored(service, 0, 0, 10);
        (await service.Send(HttpMethod.Delete, "/v1/sources/0/records/0")).StatusCode.ShouldBe(HttpStatusCode.NoContent);
        (await service.Send(HttpMethod.Delete, "/v1/sources/0/records/5")).StatusCode.ShouldBe(HttpStatusCode.NoContent);
        Rows().ShouldBe(["0/0: 0 from 0", "0/1: 10 from 0"]);

        // The row of a batch has the time of its first record, also of one that was stored anew.
        await Created(service, 0, 77);
        Rows().ShouldBe(["0/0: 0 from 0", "0/1: 10 from 0"]);
        Ask($"SELECT timestamp FROM {Table} WHERE sequence = 1").ShouldBe(77);
    }

    [Fact]
    public async Task Batch_ServedAtLeastOnce_HasOneRowHoweverOftenItIsStored()
    {
        using var target = _place.Open();
        using var service = new RunningService(target, options => options with
        {
            Database = "sqlite+postgres",
            Operations = RecordOperations.None,
        });
        await Stored(service, 0, 0, 10);
        await Stored(service, 0, 0, 10);

        Rows().ShouldBe(["0/0: 0 from 0", "0/1: 10 from 0"]);
        using var records = _place.Parts[1].Open();
        StoredRecords.Of(records, Schema, 1).ShouldAllBe(record => record.Value.Count == 2);
    }

    [Fact]
    public async Task Requests_OfManyClientsAtOnce_LeaveOneRowOfEachBatch()
    {
        using var target = _place.Open();
        using var second = _place.Open();
        using var service = _place.Serve(target);
        using var other = _place.Serve(second);
        await Task.WhenAll(Enumerable.Range(0, 120).Select(i => i % 2 == 0
            ? Stored(service, i % 3, i / 12 * 10, 10) : Stored(other, i % 3, i / 12 * 10, 10)));
        Rows().Count.ShouldBe(3 + 30);
    }

    [Theory]
    [InlineData(0, "sqlite, for the control data: ", "the columns")]
    [InlineData(1, "postgres, for the records: ", "--columns")]
    public void TableOfAnotherShape_OnEitherSide_IsRefusedByTheNameOfTheSide(int side, string said, string remedy)
    {
        using (var part = _place.Parts[side].Open())
        {
            part.Ensure(new TrialTable(new([new("x", "")]), 1, 1000, IsKeyed: true));
        }

        using var target = _place.Open();
        string message = Should.Throw<TargetException>(() => _place.Serve(target)).Message;
        message.ShouldStartWith(said);
        message.ShouldContain(remedy);
    }

    [Theory]
    [InlineData("sqlite+postgres")]
    [InlineData("postgres+sqlite")]
    public async Task Health_WithOneDatabaseAway_IsNotReadyAndIsAgain(string store)
    {
        using var place = new StorePlace(store, Directory.CreateDirectory(Path.Combine(_folder, "health")).FullName);
        using var target = place.Open();
        using var service = place.Serve(target);
        (await service.Send(HttpMethod.Get, "/health/ready")).StatusCode.ShouldBe(HttpStatusCode.OK);
        var control = place.Server!.ServerControl!;
        control.Kill();
        var away = await Ready(service, HttpStatusCode.ServiceUnavailable);
        (await Body(away)).GetProperty("detail").GetString()!.ShouldContain("does not answer");
        (await service.Send(HttpMethod.Get, "/health/live")).StatusCode.ShouldBe(HttpStatusCode.OK);

        control.Start(CancellationToken.None);
        await Ready(service, HttpStatusCode.OK);
    }

    [Fact]
    public async Task Point_OfTheLineProtocol_IsABatchOfOneOfASourceWithAName()
    {
        using var target = _place.Open();
        using var service = _place.Serve(target);
        for (int time = 0; time < 2; time++)
        {
            using var lines = new StringContent("m,h=1 a=3 10");
            (await service.Post("/write?precision=us", lines)).StatusCode.ShouldBe(HttpStatusCode.NoContent);
        }

        (await (await service.Send(HttpMethod.Get, "/v1/sources")).Content.ReadAsStringAsync()).ShouldContain("m,h=1");
        Ask($"SELECT count(*) FROM {Table} WHERE source = 1048576 AND records = 1").ShouldBe(1);
        Ask($"SELECT count(*) FROM {Table}").ShouldBe(2);
    }

    [Fact]
    public async Task OpenApi_OfTwoDatabases_HasThePromiseOfTheirService()
    {
        using var target = _place.Open();
        using var service = _place.Serve(target);
        (await (await service.Send(HttpMethod.Get, "/openapi/v1.json")).Content.ReadAsStringAsync())
            .ShouldContain("A request that is sent again is stored once");
        var schema = await Body(await service.Send(HttpMethod.Get, "/v1/schema"));
        schema.GetProperty("database").GetString().ShouldBe("sqlite+postgres");
        schema.GetProperty("promise").GetString().ShouldBe("once");
    }

    /// <summary>Asks until the answer has a status, since the service keeps an answer for a second.</summary>
    private static async Task<HttpResponseMessage> Ready(RunningService service, HttpStatusCode status)
    {
        for (int attempt = 0; ; attempt++)
        {
            var answer = await service.Send(HttpMethod.Get, "/health/ready");
            if (answer.StatusCode == status)
            {
                return answer;
            }

            attempt.ShouldBeLessThan(600);
            await Task.Delay(100);
        }
    }

    private static string[] Records(int first, int count) =>
        [.. Enumerable.Range(first, count).Select(sequence => Row(sequence, $"{sequence}", "1"))];

    private static async Task Stored(RunningService service, int source, int first, int count) =>
        (await service.PostBatch(source, first, Records(first, count))).StatusCode.ShouldBe(HttpStatusCode.OK);

    private static async Task Created(RunningService service, int sequence, int timestamp) =>
        (await service.Send(HttpMethod.Post, "/v1/sources/0/records",
            $$"""{"sequence":{{sequence}},"timestamp":{{timestamp}},"values":[1,2]}""")).StatusCode
            .ShouldBeOneOf(HttpStatusCode.Created, HttpStatusCode.Conflict);

    /// <summary>The rows of control data as <c>source/sequence: records from first</c>.</summary>
    private List<string> Rows() =>
    [
        .. ControlDataRows.Of(_place, 4).OrderBy(row => row.Key).SelectMany(row =>
            row.Value.Select(values => $"{row.Key.Source}/{row.Key.Sequence}: {values[1]} from {values[0]}")),
    ];

    private void Change(string statement)
    {
        using var connection = Open();
        using var command = new SqliteCommand(statement, connection);
        command.ExecuteNonQuery();
    }

    private long Ask(string query)
    {
        using var connection = Open();
        using var command = new SqliteCommand(query, connection);
        return (long)command.ExecuteScalar()!;
    }

    private SqliteConnection Open()
    {
        var connection = new SqliteConnection($"Data Source={_place.Parts[0].Endpoint};Pooling=False");
        connection.Open();
        return connection;
    }
}

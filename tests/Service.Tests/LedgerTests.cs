using System.Net;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using static DbIngest.Service.Tests.RunningService;

namespace DbIngest.Service.Tests;

/// <summary>Tables without a key, whose ledger keeps a request that is sent again from being stored twice.</summary>
public sealed class LedgerTests : IDisposable
{
    private const string Key = "Idempotency-Key";

    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-ledger-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData("sqlite")]
    [InlineData("postgres")]
    [InlineData("postgres driver")]
    [InlineData("mariadb")]
    [InlineData("mariadb driver")]
    [Needs("postgres", Where = "database", Is = "postgres")]
    [Needs("postgres", Where = "database", Is = "postgres driver")]
    [Needs("mariadb", Where = "database", Is = "mariadb")]
    [Needs("mariadb", Where = "database", Is = "mariadb driver")]
    public async Task Requests_OfTwoServicesBeforeOneStore_AreEachStoredOnceAndFoundAfterARestart(string database)
    {
        using var place = new StorePlace(database, _folder);
        using (var first = place.Open())
        using (var second = place.Open())
        using (var one = place.Serve(first, byLedger: true))
        using (var other = place.Serve(second, byLedger: true))
        {
            var random = new SplitMix64(20150331);

            // Each of 20 batches is sent five times, to either service, in an order of the seed; every other one with a key.
            var sent = Enumerable.Range(0, 100).Select(i => i % 20).OrderBy(_ => random.Next()).ToList();
            var answers = await Task.WhenAll(sent.Select(i =>
                Post(random.NextBelow(2) == 0 ? one : other, i % 4, i * 10, 10, "0.5", i % 2 == 0 ? $"batch-{i / 4}" : null)));
            answers.ShouldAllBe(answer => answer.StatusCode == HttpStatusCode.OK);
            (await answers[0].Content.ReadAsStringAsync()).ShouldBe(
                $"{{\"source\":{sent[0] % 4},\"first_sequence\":{sent[0] * 10},\"count\":10}}");
        }

        using var again = place.Open();
        using (var service = place.Serve(again, byLedger: true))
        {
            (await Post(service, 0, 0, 10, "0.5", "batch-0")).StatusCode.ShouldBe(HttpStatusCode.OK);
            (await Post(service, 1, 10, 10, "0.5")).StatusCode.ShouldBe(HttpStatusCode.OK);

            // Other content under the same key: values, and for a key of the client's the range.
            (await Post(service, 0, 0, 10, "0.6", "batch-0")).StatusCode.ShouldBe(HttpStatusCode.Conflict);
            (await Post(service, 1, 10, 10, "0.6")).StatusCode.ShouldBe(HttpStatusCode.Conflict);
            var answer = await Post(service, 0, 500, 10, "0.5", "batch-0");
            answer.StatusCode.ShouldBe(HttpStatusCode.Conflict);
            (await Body(answer)).GetProperty("field").GetString().ShouldBe(Key);

            // More records than a statement of MariaDB's driver holds, so that a batch is several statements.
            (await Post(service, 5, 0, 20_000, "0.5", "large")).StatusCode.ShouldBe(HttpStatusCode.OK);
            (await Post(service, 5, 0, 20_000, "0.5", "large")).StatusCode.ShouldBe(HttpStatusCode.OK);
        }

        using var reader = place.Open();
        var stored = StoredRecords.Of(reader, Schema, 6);
        stored.Count.ShouldBe(20_200);
        stored.Values.ShouldAllBe(times => times.Count == 1 && times[0][0] == 0.5);
    }

    [Theory]
    [InlineData("sqlite")]
    [InlineData("postgres")]
    [InlineData("mariadb")]
    [InlineData("mariadb driver")]
    [Needs("postgres", Where = "database", Is = "postgres")]
    [Needs("mariadb", Where = "database", Is = "mariadb")]
    [Needs("mariadb", Where = "database", Is = "mariadb driver")]
    public void Ledger_ForgetsOldRowsAlone(string database)
    {
        using var place = new StorePlace(database, _folder);
        using var target = place.Open();
        target.Ensure(new TrialTable(Schema, 1, 1000) { HasLedger = true, IsServed = true });
        using var writer = target.OpenWriter(0);
        var ledger = (IRequestLedger)writer;
        var batch = new RecordBatch(Schema, 1);
        batch.Reset(0, 7, 1);
        LedgerRow[] rows = [.. Enumerable.Range(0, 5).Select(i => Row((byte)i, 1))];
        foreach (var row in rows)
        {
            ledger.Write(batch, row).ShouldBeTrue();
        }

        ledger.Write(batch, Row(3, 2)).ShouldBeFalse();
        ledger.ContentOf(Row(3, 2)).ShouldBe(rows[3].Content);
        ledger.ContentOf(Row(9, 1)).ShouldBeNull();
        ledger.Forget(TimeSpan.FromHours(1), 1000).ShouldBe(0);

        // Younger than ten seconds in the future: all of them, three at a time.
        ledger.Forget(TimeSpan.FromSeconds(-10), 3).ShouldBe(3);
        ledger.Forget(TimeSpan.FromSeconds(-10), 3).ShouldBe(2);
        ledger.ContentOf(rows[0]).ShouldBeNull();

        static LedgerRow Row(byte key, byte content) => new([.. Enumerable.Repeat(key, 32)], [.. Enumerable.Repeat(content, 32)],
            0, 7, 1);
    }

    [Theory]
    [InlineData("sqlite", "")]
    [InlineData("postgres", "")]
    [InlineData("postgres driver", "")]
    [InlineData("mariadb", "rows=50")]
    [InlineData("mariadb driver", "rows=50")]
    [InlineData("mariadb driver", "way=load")]
    [Needs("postgres", Where = "database", Is = "postgres")]
    [Needs("postgres", Where = "database", Is = "postgres driver")]
    [Needs("mariadb", Where = "database", Is = "mariadb")]
    [Needs("mariadb", Where = "database", Is = "mariadb driver")]
    public void Batch_ThatFailsAtItsLastRecord_LeavesNeitherRecordsNorItsRow(string database, string options)
    {
        using var place = new StorePlace(database, _folder);
        using var target = place.Open(options);
        target.Ensure(new TrialTable(Schema, 1, 1000, IsKeyed: true) { HasLedger = true, IsServed = true });
        using var writer = target.OpenWriter(0);
        var ledger = (IRequestLedger)writer;
        LedgerRow[] rows = [.. Enumerable.Range(0, 2).Select(i => new LedgerRow(
            [.. Enumerable.Repeat((byte)i, 32)], new byte[32], 0, 0, 1))];
        ledger.Write(Batch(119, 1), rows[0]).ShouldBeTrue();

        // Three statements where a statement has 50 rows: the last of them meets the key.
        Should.Throw<BatchWriteException>(() => ledger.Write(Batch(0, 120), rows[1]));
        var reads = (IRecordReads)writer;
        reads.Restore();
        ledger.ContentOf(rows[1]).ShouldBeNull();
        ledger.Write(Batch(0, 119), rows[1]).ShouldBeTrue();
        var found = new StoredRecords();
        reads.Scan(0, 0, 1000, found);
        found.Count.ShouldBe(120);

        static RecordBatch Batch(long first, int count)
        {
            var batch = new RecordBatch(Schema, 120);
            batch.Reset(0, first, count);
            return batch;
        }
    }

    [Fact]
    public async Task Row_OlderThan25Hours_IsForgottenWhenAServiceStarts()
    {
        using var place = new StorePlace("sqlite", _folder);
        using (var target = place.Open())
        using (var service = place.Serve(target, byLedger: true))
        {
            (await Post(service, 0, 0, 1, "0.5", "old")).StatusCode.ShouldBe(HttpStatusCode.OK);
            (await Post(service, 1, 0, 1, "0.5", "young")).StatusCode.ShouldBe(HttpStatusCode.OK);
        }

        using var connection = new Microsoft.Data.Sqlite.SqliteConnection($"Data Source={place.Endpoint};Pooling=False");
        connection.Open();
        Scalar("UPDATE dbingest_requests SET stored_at = stored_at - CASE source WHEN 0 THEN 25 * 3600 + 1 ELSE 24 * 3600 END");
        using (var target = place.Open())
        using (var service = place.Serve(target, byLedger: true))
        {
            SpinWait.SpinUntil(() => Scalar("SELECT count(*) FROM dbingest_requests") == 1, TimeSpan.FromMinutes(1))
                .ShouldBeTrue();
            Scalar("SELECT source FROM dbingest_requests").ShouldBe(1);
        }

        long Scalar(string sql)
        {
            using var command = connection.CreateCommand();
            command.CommandText = sql;
            return Convert.ToInt64(command.ExecuteScalar(), System.Globalization.CultureInfo.InvariantCulture);
        }
    }

    [Theory]
    [InlineData("")]
    [InlineData("a b")]
    [InlineData("a\tb")]
    public async Task Key_ThatIsNone_IsRefusedByName(string key)
    {
        using var store = new FakeStore();
        using var service = new RunningService(store, options => options with { Operations = default, HasLedger = true });
        var answer = await Post(service, 0, 0, 1, "1", key);
        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await Body(answer)).GetProperty("field").GetString().ShouldBe(Key);
        store.Rows.ShouldBeEmpty();
    }

    [Fact]
    public async Task Request_IsToldByRecordsWhateverItsFormAndRoute()
    {
        using var store = new FakeStore();
        using var service = new RunningService(store, options => options with { Operations = default, HasLedger = true });
        (await service.Send(HttpMethod.Post, "/v1/sources/3/records", """{"sequence":5,"timestamp":0,"values":[0.5,null]}"""))
            .StatusCode.ShouldBe(HttpStatusCode.Created);
        (await Post(service, 3, 5, 1, "0.5")).StatusCode.ShouldBe(HttpStatusCode.OK);
        var batch = new RecordBatch(Schema, 4);
        batch.Reset(3, 5, 1);
        (batch.Timestamps[0], batch.Values[0], batch.Values[4]) = (0, 0.5, double.NaN);
        byte[] body = new byte[BatchBody.SizeOf(1, 2)];
        BatchBody.Encode(batch, body);
        (await service.SendBinary(HttpMethod.Post, "/v1/sources/3/batches", body)).StatusCode.ShouldBe(HttpStatusCode.OK);
        store.Writes.ShouldBe(1);

        // A key is that of its source alone.
        (await Post(service, 1, 0, 1, "0.5", "same")).StatusCode.ShouldBe(HttpStatusCode.OK);
        (await Post(service, 2, 0, 1, "0.5", "same")).StatusCode.ShouldBe(HttpStatusCode.OK);
        store.Writes.ShouldBe(3);
    }

    [Fact]
    public async Task Line_SentAgain_IsStoredOnceAndAnotherOfItsTimeIsAdded()
    {
        using var place = new StorePlace("sqlite", _folder);
        using (var target = place.Open())
        using (var service = place.Serve(target, byLedger: true))
        {
            foreach (string lines in new[] { "m a=1 10\nm a=1 11", "m a=1 10\nm a=1 11", "m a=2 10" })
            {
                (await service.Post("/write?precision=us", new StringContent(lines))).StatusCode
                    .ShouldBe(HttpStatusCode.NoContent);
            }
        }

        using var connection = new Microsoft.Data.Sqlite.SqliteConnection($"Data Source={place.Endpoint};Pooling=False");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = "SELECT group_concat(sequence || ':' || a) FROM (SELECT * FROM dbingest_records ORDER BY sequence, a)";
        command.ExecuteScalar().ShouldBe("10:1.0,10:2.0,11:1.0");
    }

    [Fact]
    public async Task Schema_AndOpenApi_TellTheKeyAndHowLongItHolds()
    {
        using var store = new FakeStore();
        using var service = new RunningService(store, options => options with { Operations = default, HasLedger = true });
        var schema = await Body(await service.Send(HttpMethod.Get, "/v1/schema"));
        schema.GetProperty("promise").GetString().ShouldBe("once_by_ledger");
        schema.GetProperty("promise_s").GetInt32().ShouldBe(86_400);
        var api = await Body(await service.Send(HttpMethod.Get, "/openapi/v1.json"));
        api.GetProperty("info").GetProperty("description").GetString()!.ShouldContain("for 24 hours");
        api.GetProperty("paths").GetProperty("/v1/sources/{source}/batches").GetProperty("post").GetProperty("parameters")
            .EnumerateArray().Select(parameter => parameter.GetProperty("name").GetString()).ShouldBe(["source", Key]);
    }

    [Fact]
    public void Ledger_OfAnotherShape_IsRefusedBeforeAnythingIsServed()
    {
        using var place = new StorePlace("sqlite", _folder);
        using (var connection = new Microsoft.Data.Sqlite.SqliteConnection($"Data Source={place.Endpoint};Pooling=False"))
        {
            connection.Open();
            using var command = connection.CreateCommand();
            command.CommandText = "CREATE TABLE dbingest_requests "
                + "(request TEXT, content TEXT, stored_at INTEGER, source INTEGER, first_sequence INTEGER, records INTEGER)";
            command.ExecuteNonQuery();
        }

        using var target = place.Open();
        Should.Throw<TargetException>(() => place.Serve(target, byLedger: true)).Message
            .ShouldContain("no unique key on request");
    }

    [Theory]
    [InlineData("--promise: client driver of null cannot write a batch and the row of its request in one transaction", "--db",
        "null", "--promise", "ledger")]
    [InlineData("--threads: the ledger has no asynchronous calls", "--db", "postgres", "--endpoint", "127.0.0.1:1", "--promise",
        "ledger", "--threads", "async", "--client", "driver")]
    public void Serve_WhereNoLedgerCanBe_IsRefusedByTheOption(string fault, params string[] options) =>
        Should.Throw<InvalidOperationException>(() => new ServeProgram(options)).Message.ShouldContain(fault);

    private static Task<HttpResponseMessage> Post(
        RunningService service, int source, long first, int records, string value, string? key = null) => service.Send(
            HttpMethod.Post, $"/v1/sources/{source}/batches",
            $"{{\"first_sequence\":{first},\"records\":[{string.Join(',', Enumerable.Range(0, records)
                .Select(i => Row(i, value, "null")))}]}}", key is null ? [] : [(Key, key)]);
}

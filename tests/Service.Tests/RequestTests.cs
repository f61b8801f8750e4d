using System.Net;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using static DbIngest.Service.Tests.RunningService;

namespace DbIngest.Service.Tests;

/// <summary>What requests may be, and how others are refused.</summary>
public sealed class RequestTests : IDisposable
{
    private readonly FakeStore _store = new();
    private readonly RunningService _service;

    public RequestTests() => _service = new RunningService(_store);

    public void Dispose()
    {
        _service.Dispose();
        _store.Dispose();
    }

    [Fact]
    public async Task Record_FromCreationToDeletion_IsWhatRequestsSay()
    {
        const string Place = "/v1/sources/5/records/9007199254740000";
        var created = await _service.Send(HttpMethod.Post, "/v1/sources/5/records",
            """{"sequence": 9007199254740000, "timestamp": -7, "quality": 4294967295, "values": [0.1, null]}""");
        created.StatusCode.ShouldBe(HttpStatusCode.Created);
        created.Headers.Location!.ToString().ShouldBe(Place);

        string read = await (await _service.Send(HttpMethod.Get, Place)).Content.ReadAsStringAsync();
        read.ShouldBe(
            """{"source":5,"sequence":9007199254740000,"timestamp":-7,"quality":4294967295,"values":[0.1,null]}""");

        (await _service.Send(HttpMethod.Put, Place, """{"values": [-0.0, 1e-300]}""")).StatusCode
            .ShouldBe(HttpStatusCode.NoContent);
        _store.Rows[(5, 9007199254740000)].Timestamp.ShouldBe(-7);
        BitConverter.DoubleToInt64Bits(_store.Rows[(5, 9007199254740000)].Values[0]).ShouldBe(0);
        (await _service.Send(HttpMethod.Put, Place, """{"timestamp": 1, "values": [0, 0]}""")).StatusCode
            .ShouldBe(HttpStatusCode.Conflict);

        (await _service.Send(HttpMethod.Delete, Place)).StatusCode.ShouldBe(HttpStatusCode.NoContent);
        (await _service.Send(HttpMethod.Delete, Place)).StatusCode.ShouldBe(HttpStatusCode.NoContent);
        (await _service.Send(HttpMethod.Get, Place)).StatusCode.ShouldBe(HttpStatusCode.NotFound);
        (await _service.Send(HttpMethod.Put, Place, """{"values": [0, 0]}""")).StatusCode.ShouldBe(HttpStatusCode.NotFound);
    }

    [Fact]
    public async Task Window_OfRecords_HasThoseThatExistBySequence()
    {
        await _service.PostBatch(0, 5, Row(5, "5", "5"), Row(6, "6", "6"), Row(7, "7", "7"));
        var window = await Body(await _service.Send(HttpMethod.Get, "/v1/sources/0/records?first=6&count=10"));
        window.GetProperty("records").EnumerateArray().Select(r => r.GetProperty("sequence").GetInt64()).ShouldBe([6L, 7]);
    }

    [Fact]
    public async Task Window_BeyondTheLastSequenceNumber_EndsThere()
    {
        using var store = new FakeStore { Sequences = 10 };
        using var service = new RunningService(store);
        store.Rows[(0, 9)] = store.Rows[(0, 10)] = (1, 0, [1, 1]);
        var window = await Body(await service.Send(HttpMethod.Get, "/v1/sources/0/records?first=8&count=10"));
        window.GetProperty("records").EnumerateArray().Select(r => r.GetProperty("sequence").GetInt64()).ShouldBe([9L]);
    }

    [Fact]
    public async Task Instant_OfASource_HasItsRecordsAtThatTime()
    {
        await _service.PostBatch(0, 5, Row(5, "5", "5"), Row(6, "6", "6"), Row(7, "7", "7"));
        await _service.PostBatch(1, 5, Row(6, "8", "8"));
        var instant = await Body(await _service.Send(HttpMethod.Get, $"/v1/sources/0/records?timestamp={await TimeOf(6)}"));
        instant.GetProperty("records").EnumerateArray().Select(r => r.GetProperty("sequence").GetInt64()).ShouldBe([6L]);

        async Task<long> TimeOf(long sequence) =>
            (await Body(await _service.Send(HttpMethod.Get, $"/v1/sources/0/records/{sequence}"))).GetProperty("timestamp").GetInt64();
    }

    /// <summary>Another program may have stored it.</summary>
    [Theory]
    [InlineData("/v1/sources/0/records/7")]
    [InlineData("/v1/sources/0/records?first=6&count=2")]
    public async Task Read_OfAnInfiniteValue_IsRefusedByTheRecord(string path)
    {
        _store.Rows[(0, 7)] = (1, 0, [double.NegativeInfinity, 1]);

        var answer = await _service.Send(HttpMethod.Get, path);

        answer.StatusCode.ShouldBe(HttpStatusCode.UnprocessableEntity);
        (await Body(answer)).GetProperty("detail").GetString()!.ShouldStartWith("Record 7 of source 0 has an infinite value");
    }

    [Fact]
    public async Task Instant_WithMoreRecordsThanAWindow_IsRefused()
    {
        using var store = new FakeStore();
        using var service = new RunningService(store, options => options with { WindowRecords = 2 });
        await service.PostBatch(0, 5, Row(5, "5", "5"), Row(6, "6", "6"), Row(6, "7", "7"));
        var full = await Body(await service.Send(HttpMethod.Get, "/v1/sources/0/records?timestamp=6"));
        full.GetProperty("records").GetArrayLength().ShouldBe(2);

        await service.PostBatch(0, 8, Row(6, "8", "8"));
        var answer = await service.Send(HttpMethod.Get, "/v1/sources/0/records?timestamp=6");
        answer.StatusCode.ShouldBe(HttpStatusCode.UnprocessableEntity);
        (await Body(answer)).GetProperty("field").GetString().ShouldBe("timestamp");
    }

    [Fact]
    public async Task BinaryBatch_IsStoredAsItWasSent()
    {
        var batch = new RecordBatch(Schema, 1000);
        batch.Reset(7, 100, 1000);
        for (int row = 0; row < 1000; row++)
        {
            batch.Timestamps[row] = row;
            batch.Qualities[row] = (uint)row;
            batch.Column(0)[row] = row / 7.0;
            batch.Column(1)[row] = row % 3 == 0 ? double.NaN : row;
        }

        byte[] body = new byte[BatchBody.SizeOf(1000, 2)];
        BatchBody.Encode(batch, body);
        var answer = await _service.SendBinary(HttpMethod.Post, "/v1/sources/7/batches", body);

        (await answer.Content.ReadAsStringAsync()).ShouldBe("""{"source":7,"first_sequence":100,"count":1000}""");
        _store.Rows.Count.ShouldBe(1000);
        _store.Rows[(7, 103)].ShouldSatisfyAllConditions(row => row.Timestamp.ShouldBe(3), row => row.Values[0].ShouldBe(3 / 7.0),
            row => row.Values[1].ShouldBe(double.NaN));

        var other = await _service.SendBinary(HttpMethod.Post, "/v1/sources/8/batches", body);
        other.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await Body(other)).GetProperty("field").GetString().ShouldBe("source");
        (await _service.SendBinary(HttpMethod.Post, "/v1/sources/7/batches", body[..^1])).StatusCode
            .ShouldBe(HttpStatusCode.BadRequest);
    }

    [Theory]
    [InlineData("", "body", 1)]
    [InlineData("[]", "batch", 1)]
    [InlineData("{\"records\":[]}", "first_sequence", null)]
    [InlineData("{\"first_sequence\":0}", "records", null)]
    [InlineData("{\"first_sequence\":0,\"records\":[]}", "records", null)]
    [InlineData("{\"first_sequence\":-1,\"records\":[]}", "first_sequence", 1)]
    [InlineData("{\"first_sequence\":0,\n\"first_sequence\":0}", "first_sequence", 2)]
    [InlineData("{\"first_sequence\":0,\n\"more\":0}", "more", 2)]
    [InlineData("{\"first_sequence\":0,\"records\":[\n{\"timestamp\":0.5,\"values\":[1,2]}]}", "timestamp", 2)]
    [InlineData("{\"first_sequence\":0,\"records\":[\n{\"values\":[1,2]}]}", "timestamp", 2)]
    [InlineData("{\"first_sequence\":0,\"records\":[\n{\"timestamp\":0}]}", "values", 2)]
    [InlineData("{\"first_sequence\":0,\"records\":[\n{\"timestamp\":0,\n\"values\":[1]}]}", "values", 3)]
    [InlineData("{\"first_sequence\":0,\"records\":[\n{\"timestamp\":0,\n\"values\":[1,2,3]}]}", "values", 3)]
    [InlineData("{\"first_sequence\":0,\"records\":[\n{\"timestamp\":0,\n\"values\":[1,1e999]}]}", "b", 3)]
    [InlineData("{\"first_sequence\":0,\"records\":[\n{\"timestamp\":0,\n\"values\":[1,\"NaN\"]}]}", "b", 3)]
    [InlineData("{\"first_sequence\":0,\"records\":[\n{\"timestamp\":0,\n\"values\":[1,NaN]}]}", "body", 3)]
    [InlineData("{\"first_sequence\":0,\"records\":[{\"timestamp\":0,\"quality\":-1,\"values\":[1,2]}]}", "quality", 1)]
    [InlineData("{\"first_sequence\":0,\"records\":[{\"timestamp\":0,\"values\":[1,2]}]} {}", "body", 1)]
    [InlineData("{\"first_sequence\":0,\n\"\\ud800\":1}", "body", 2)]
    [InlineData("{\"first_sequence\":0,\n\"a\\u001b\\n\":1}", "a??", 2)]
    public async Task Batch_ThatIsMalformed_IsRefusedByFieldAndLine(string json, string field, int? line)
    {
        var answer = await _service.Send(HttpMethod.Post, "/v1/sources/0/batches", json);
        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        answer.Content.Headers.ContentType!.MediaType.ShouldBe("application/problem+json");
        var problem = await Body(answer);
        problem.GetProperty("field").GetString().ShouldBe(field);
        (problem.TryGetProperty("line", out var at) ? at.GetInt32() : (int?)null).ShouldBe(line);
        _store.Rows.ShouldBeEmpty();
    }

    /// <summary>The answer had been the text of .NET's JSON reader.</summary>
    [Theory]
    [InlineData("batches", "", "The body is empty. A batch is a JSON object with first_sequence and records.")]
    [InlineData("batches", " \r\n\t", "The body is empty. A batch is a JSON object with first_sequence and records.")]
    [InlineData("records", "", "The body is empty. A record is a JSON object with values.")]
    public async Task Body_ThatIsEmpty_IsRefusedByWhatItMustContain(string route, string json, string detail)
    {
        var answer = await _service.Send(HttpMethod.Post, $"/v1/sources/0/{route}", json);
        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await Body(answer)).GetProperty("detail").GetString()!.ShouldStartWith(detail);
    }

    [Fact]
    public async Task FieldName_ThatIsNoUtf8_IsMalformed()
    {
        using var body = new ByteArrayContent([.. "{\""u8, 0xff, .. "\":1}"u8]);
        body.Headers.ContentType = new("application/json");
        (await _service.Post("/v1/sources/0/batches", body)).StatusCode.ShouldBe(HttpStatusCode.BadRequest);
    }

    [Fact]
    public async Task FieldName_OfAMegabyte_IsCutInTheAnswer()
    {
        var answer = await _service.Send(HttpMethod.Post, "/v1/sources/0/batches", $"{{\"{new string('x', 1_000_000)}\":1}}");
        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await answer.Content.ReadAsStringAsync()).Length.ShouldBeLessThan(2000);
    }

    [Fact]
    public async Task Log_OfWhatAClientSays_HasOneShortLineWithoutControlCharacters()
    {
        await _service.Send(HttpMethod.Get, "/v1/sources/0%0Aforged%1B[31m/records/0");
        await _service.Send(HttpMethod.Get, $"/v1/sources/{new string('9', 5000)}/records/0");
        _service.Lines.Count.ShouldBe(2);
        _service.Lines.ShouldAllBe(line => line.Length < 1000 && !line.Any(char.IsControl));
        _service.Lines[0].ShouldContain("0?forged?[31m");
    }

    [Theory]
    [InlineData("GET", "/nowhere", 404)]
    [InlineData("GET", "/v1/sources/0/batches", 405)]
    [InlineData("GET", "/v1/sources/99/records/0", 400)]
    [InlineData("GET", "/v1/sources/1048576/records/0", 400)]
    [InlineData("DELETE", "/v1/sources/16777216/records/5", 400)]
    [InlineData("GET", "/v1/sources/x/records/0", 400)]
    [InlineData("GET", "/v1/sources/0/records/-1", 400)]
    [InlineData("GET", "/v1/sources/0/records?first=0", 400)]
    [InlineData("GET", "/v1/sources/0/records?timestamp=soon", 400)]
    [InlineData("GET", "/v1/sources/0/records?timestamp=5&count=2", 400)]
    [InlineData("GET", "/v1/sources/0/records?first=0&count=99999999", 400)]
    public async Task Request_OfAnotherForm_IsAProblemWithTheIdOfTheRequest(string method, string path, int status)
    {
        var answer = await _service.Send(new HttpMethod(method), path, null, ("X-Request-Id", "one-2.3_4"));
        ((int)answer.StatusCode).ShouldBe(status);
        var problem = await Body(answer);
        problem.GetProperty("status").GetInt32().ShouldBe(status);
        problem.GetProperty("request_id").GetString().ShouldBe("one-2.3_4");
        answer.Headers.GetValues("X-Request-Id").ShouldBe(["one-2.3_4"]);
        _service.Lines.ShouldContain(line => line.Contains("one-2.3_4", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("evil.example", 400)]
    [InlineData("localhost", 200)]
    [InlineData("[::1]", 200)]
    public async Task Host_OfAnotherName_IsRefused(string host, int status) =>
        ((int)(await _service.Send(HttpMethod.Get, "/health/live", null, ("Host", host))).StatusCode).ShouldBe(status);

    [Fact]
    public async Task Key_ThatIsMissingOrWrong_IsUnauthorized()
    {
        using var service = new RunningService(_store, options => options with { Keys = [new Secret("a-key-of-some-length")] });
        (await service.Send(HttpMethod.Get, "/v1/schema")).StatusCode.ShouldBe(HttpStatusCode.Unauthorized);
        (await service.Send(HttpMethod.Get, "/metrics")).StatusCode.ShouldBe(HttpStatusCode.Unauthorized);
        (await service.Send(HttpMethod.Get, "/v1/schema", null, ("X-API-Key", "another"))).StatusCode
            .ShouldBe(HttpStatusCode.Unauthorized);
        (await service.Send(HttpMethod.Get, "/v1/schema", null, ("X-API-Key", "a-key-of-some-length"))).StatusCode
            .ShouldBe(HttpStatusCode.OK);
        (await service.Send(HttpMethod.Get, "/v1/schema", null, ("Authorization", "Bearer a-key-of-some-length"))).StatusCode
            .ShouldBe(HttpStatusCode.OK);
        (await service.Send(HttpMethod.Get, "/health/ready")).StatusCode.ShouldBe(HttpStatusCode.OK);
        service.Lines.ShouldNotContain(line => line.Contains("a-key-of", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Body_LargerThanTheLimit_IsRefused()
    {
        using var service = new RunningService(_store, options => options with { BodyBytes = 100, BatchRecords = 1 });
        (await service.Send(HttpMethod.Post, "/v1/sources/0/batches", new string(' ', 101))).StatusCode
            .ShouldBe(HttpStatusCode.RequestEntityTooLarge);
        (await service.Send(HttpMethod.Post, "/v1/sources/0/batches",
            """{"first_sequence":0,"records":[{"timestamp":1,"values":[1,1]},{"timestamp":2,"values":[2,2]}]}""")).StatusCode
            .ShouldBe(HttpStatusCode.RequestEntityTooLarge);
    }

    [Fact]
    public async Task Operations_OfATableWithoutAKey_AreNotImplemented()
    {
        using var service = new RunningService(_store, options => options with { Operations = default });
        (await service.Send(HttpMethod.Get, "/v1/sources/0/records/0")).StatusCode.ShouldBe(HttpStatusCode.NotImplemented);
        var schema = await Body(await service.Send(HttpMethod.Get, "/v1/schema"));
        schema.GetProperty("promise").GetString().ShouldBe("at_least_once");
        schema.GetProperty("operations").GetArrayLength().ShouldBe(1);
    }

    [Theory]
    [InlineData(true, HttpStatusCode.NotFound)]
    [InlineData(false, HttpStatusCode.NoContent)]
    public async Task Deletion_OfWhatIsNotThere_IsSaidWhereTheStoreTells(bool tells, HttpStatusCode status)
    {
        using var service = new RunningService(
            new FakeStore { TellsAbsence = tells }, options => options with { TellsAbsence = tells });
        await service.PostBatch(0, 5, Row(5, "5", "5"));

        (await service.Send(HttpMethod.Delete, "/v1/sources/0/records/5")).StatusCode.ShouldBe(HttpStatusCode.NoContent);
        var again = await service.Send(HttpMethod.Delete, "/v1/sources/0/records/5");

        again.StatusCode.ShouldBe(status);
        (await Body(await service.Send(HttpMethod.Get, "/v1/schema"))).GetProperty("delete_of_absent").GetInt32()
            .ShouldBe((int)status);
        if (tells)
        {
            again.Content.Headers.ContentType!.MediaType.ShouldBe("application/problem+json");
            (await Body(again)).GetProperty("field").GetString().ShouldBe("sequence");
        }
    }

    [Fact]
    public async Task OpenApi_Document_HasRoutesAndPromise()
    {
        var document = await Body(await _service.Send(HttpMethod.Get, "/openapi/v1.json"));
        document.GetProperty("paths").EnumerateObject().Select(path => path.Name).ShouldContain("/v1/sources/{source}/batches");
        document.GetProperty("paths").GetProperty("/v1/sources/{source}/records/{sequence}").EnumerateObject()
            .Select(method => method.Name).ShouldBe(["get", "put", "delete"], ignoreOrder: true);
        document.GetProperty("paths").GetProperty("/v1/sources/{source}/records/{sequence}").GetProperty("delete")
            .GetProperty("responses").EnumerateObject().Select(answer => answer.Name).ShouldBe(["204", "404"]);
        document.GetProperty("info").GetProperty("description").GetString()!.ShouldContain("stored once");
    }

    [Fact]
    public async Task Metrics_AfterRequests_CountThem()
    {
        await _service.PostBatch(0, 0, Row(1, "1", "1"), Row(2, "2", "2"));
        await _service.PostBatch(0, 0, Row(1, "1", "1"), Row(2, "2", "2"));
        await _service.Send(HttpMethod.Get, "/nowhere");
        string text = await (await _service.Send(HttpMethod.Get, "/metrics")).Content.ReadAsStringAsync();
        text.ShouldContain("\ndbingest_records_total 2\n");
        text.ShouldContain("\ndbingest_records_sent_again_total 2\n");
        text.ShouldContain("dbingest_requests_total{status=\"404\"} 1");
        text.ShouldContain("\ndbingest_queue_rows 0\n");
    }
}

using System.Diagnostics;
using System.IO.Compression;
using System.Net;
using System.Text;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Catalogue;
using static DbIngest.Service.Tests.RunningService;

namespace DbIngest.Service.Tests;

/// <summary>InfluxDB's line protocol, written into SQLite.</summary>
public sealed class InfluxTests : IDisposable
{
    private const int FirstSource = 1 << 20;

    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-service-").FullName;
    private readonly ITarget _target;
    private readonly RunningService _service;

    public InfluxTests()
    {
        _target = TargetCatalog.Find("sqlite").Open(
            new TargetOptions { WorkFolder = _folder, Endpoint = Path.Combine(_folder, "served.db") });
        _service = new RunningService(_target, options => options with
        {
            Keys = [new Secret("a-key-of-some-length")],

            // A busy machine may take longer than the service's ten seconds for 500 transactions.
            QueueTimeout = TimeSpan.FromMinutes(2),
        });
    }

    public void Dispose()
    {
        _service.Dispose();
        _target.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    [Theory]
    [InlineData("/write?precision=us&p=a-key-of-some-length", null)]
    [InlineData("/api/v2/write?precision=us", "Token a-key-of-some-length")]
    [InlineData("/write?precision=us", "Basic dXNlcjphLWtleS1vZi1zb21lLWxlbmd0aA==")]
    public async Task Points_OfTwoSources_AreRecordsByTheirTimestamps(string path, string? authorization)
    {
        (await Write(path, "m,h=2 a=1,b=2 10\nm,h=1 a=3 10\n# a comment\n\nm,h=2 a=4 11", authorization)).StatusCode
            .ShouldBe(HttpStatusCode.NoContent);

        (await Record(FirstSource, 10)).ShouldBe(
            """{"source":1048576,"sequence":10,"timestamp":10,"quality":0,"values":[1,2]}""");
        (await Record(FirstSource + 1, 10)).ShouldBe(
            """{"source":1048577,"sequence":10,"timestamp":10,"quality":1,"values":[3,null]}""");
        (await (await Get("/v1/sources")).Content.ReadAsStringAsync()).ShouldBe(
            """{"sources":[{"source":1048576,"name":"m,h=2"},{"source":1048577,"name":"m,h=1"}]}""");
    }

    [Fact]
    public async Task Point_WrittenAgain_IsLaidOverTheStoredOne()
    {
        await Write("/write?precision=us", "m a=1 10\nm b=5 10");
        await Write("/write?precision=us", "m a=2 10");
        (await Record(FirstSource, 10)).ShouldBe("""{"source":1048576,"sequence":10,"timestamp":10,"quality":0,"values":[2,5]}""");
    }

    [Fact]
    public async Task Lines_ThatAreWrong_AreDroppedAndTheOthersStored()
    {
        var answer = await Write("/write?precision=us", "m a=1 10\nm c=1 11\nm a=x 12");
        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        var problem = await Body(answer);
        problem.GetProperty("error").GetString().ShouldBe("partial write: line 2: field 'c' is no value of the table dropped=2");
        problem.GetProperty("line").GetInt32().ShouldBe(2);
        (await Get($"/v1/sources/{FirstSource}/records/10")).StatusCode.ShouldBe(HttpStatusCode.OK);
    }

    [Fact]
    public async Task Body_ByGzip_IsReadAndBounded()
    {
        (await Write("/write?precision=us", "m a=1 10", gzip: true)).StatusCode.ShouldBe(HttpStatusCode.NoContent);
        using var small = new RunningService(_target, options => options with { BodyBytes = 1000 });
        var content = Packed(new string('#', 100_000));
        (await small.Post("/write", content)).StatusCode.ShouldBe(HttpStatusCode.RequestEntityTooLarge);
    }

    [Theory]
    [InlineData("CREATE DATABASE \"x\"", false)]
    [InlineData("DROP DATABASE \"x\"", true)]
    public async Task Query_OfCreateDatabase_IsTakenAlone(string query, bool isRefused)
    {
        var answer = await Body(await Get("/query?q=" + Uri.EscapeDataString(query)));
        answer.GetProperty("results")[0].TryGetProperty("error", out _).ShouldBe(isRefused);
    }

    [Fact]
    public async Task Query_WithAFormBeyondTheLimits_IsMalformed()
    {
        string form = string.Join('&', Enumerable.Repeat("a=1", 2000));
        (await _service.Post("/query", new StringContent(form, Encoding.UTF8, "application/x-www-form-urlencoded"),
            "Bearer a-key-of-some-length")).StatusCode.ShouldBe(HttpStatusCode.BadRequest);
    }

    [Fact]
    public async Task Ping_HasAVersion() =>
        (await Get("/ping")).Headers.GetValues("X-Influxdb-Version").ShouldHaveSingleItem().ShouldStartWith("1.");

    /// <summary>The program of InfluxDB 1 writes through the service unchanged.</summary>
    [Fact]
    [Needs("influx")]
    public async Task Influx_Import_WritesAllPoints()
    {
        string file = Path.Combine(_folder, "points.txt");
        await File.WriteAllTextAsync(file, "# DDL\nCREATE DATABASE meters\n# DML\n# CONTEXT-DATABASE: meters\n"
            + string.Concat(Enumerable.Range(0, 500)
                .Select(i => $"m,h={i % 5} a={i}.25,b={i} {(1_700_000_000_000_000L + i) * 1000}\n")));
        var start = new ProcessStartInfo("influx",
            ["-host", _service.Address.Host, "-port", $"{_service.Address.Port}", "-username", "any", "-password",
                "a-key-of-some-length", "-import", "-path", file])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using var process = Process.Start(start)!;
        string said = await process.StandardOutput.ReadToEndAsync() + await process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync();

        said.ShouldContain("Processed 500 inserts");
        said.ShouldContain("Failed 0 inserts");
        (await Record(FirstSource + 4, 1_700_000_000_000_499)).ShouldContain("499.25");
    }

    private Task<HttpResponseMessage> Write(string path, string lines, string? authorization = "Bearer a-key-of-some-length",
        bool gzip = false) => _service.Post(path, gzip ? Packed(lines) : new StringContent(lines), authorization);

    internal static ByteArrayContent Packed(string text)
    {
        using var packed = new MemoryStream();
        using (var stream = new GZipStream(packed, CompressionMode.Compress, leaveOpen: true))
        {
            stream.Write(Encoding.UTF8.GetBytes(text));
        }

        var content = new ByteArrayContent(packed.ToArray());
        content.Headers.ContentEncoding.Add("gzip");
        return content;
    }

    private Task<HttpResponseMessage> Get(string path) =>
        _service.Send(HttpMethod.Get, path, null, ("X-API-Key", "a-key-of-some-length"));

    private async Task<string> Record(int source, long sequence) =>
        await (await Get($"/v1/sources/{source}/records/{sequence}")).Content.ReadAsStringAsync();
}

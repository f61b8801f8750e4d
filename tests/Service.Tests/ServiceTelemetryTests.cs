using System.Diagnostics;
using System.Net;
using System.Text;
using DbIngest.Tests.Collector;

namespace DbIngest.Service.Tests;

/// <summary>What a collector gets of a service that a user starts with <c>--otlp</c>.</summary>
[Needs("unix")]
public sealed class ServiceTelemetryTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-service-").FullName;
    private readonly HttpClient _client = new();

    public void Dispose()
    {
        _client.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    [Fact]
    public async Task Service_WithACollector_ExportsItsRequestsAndItsLastNumbers()
    {
        using var collector = new CollectorStandIn();
        var service = Serve(collector.Address);
        using var process = service.Process;
        (await Post(service, "1")).ShouldBe(HttpStatusCode.OK);
        (await Post(service, "1")).ShouldBe(HttpStatusCode.OK);
        (await Post(service, "2")).ShouldBe(HttpStatusCode.Conflict);
        (await _client.GetAsync(new Uri($"{service.Address}/query?q=SHOW&p=hush-hush-hush-hush&u=me"))).StatusCode
            .ShouldBe(HttpStatusCode.OK);
        (await service.End()).ShouldNotContain("--otlp");

        Last(collector, "dbingest.service.records").ShouldBe(2);
        Last(collector, "dbingest.service.records_sent_again").ShouldBe(2);
        Last(collector, "dbingest.service.answers", ("http.response.status_code", "200")).ShouldBe(3);
        Last(collector, "dbingest.service.answers", ("http.response.status_code", "409")).ShouldBe(1);
        Last(collector, "dbingest.service.queue_rows").ShouldBe(0);
        Last(collector, "dbingest.service.queue_bytes").ShouldBe(0);
        Last(collector, "http.server.request.duration", ("http.response.status_code", "409")).ShouldBe(1);
        collector.Resource["service.name"].ShouldBe("dbingest-service");
        var spans = collector.Spans.ToList();
        spans.Count.ShouldBe(4);
        spans.Count(span => span.Name == "POST /v1/sources/{source}/batches").ShouldBe(3);
        spans.ShouldContain(span => span.Tags["http.response.status_code"] == "409"
            && span.Tags["url.path"] == "/v1/sources/0/batches");

        // The password of InfluxDB's clients, which they send as a part of the query.
        spans.SelectMany(span => span.Tags.Values).ShouldAllBe(value => !value.Contains("hush"));
    }

    [Fact]
    public async Task Service_WithoutItsCollector_ServesAndEndsAndSaysSoOnce()
    {
        var nowhere = new Uri(FormattableString.Invariant($"http://127.0.0.1:{CollectorStandIn.FreePort()}"));
        var service = Serve(nowhere);
        using var process = service.Process;
        (await Post(service, "1")).ShouldBe(HttpStatusCode.OK);

        long ending = Stopwatch.GetTimestamp();
        string said = await service.End();

        // Ten seconds at most, as docs/service.md has it; the rest is the end of a busy program.
        Stopwatch.GetElapsedTime(ending).ShouldBeLessThan(TimeSpan.FromSeconds(40));
        said.Split("--otlp: the collector at").Length.ShouldBe(2, said);
    }

    private static double Last(CollectorStandIn collector, string name, params (string Tag, string Value)[] tags) =>
        collector.Points.Last(point => point.Name == name
            && tags.All(tag => point.Tags.GetValueOrDefault(tag.Tag) == tag.Value)).Value;

    private ServeProgram Serve(Uri collector) => new("--db", "sqlite", "--endpoint", Path.Combine(_folder, "served.db"),
        "--columns", "a", "--work-folder", _folder, "--otlp", collector.AbsoluteUri);

    private async Task<HttpStatusCode> Post(ServeProgram service, string value)
    {
        using var content = new StringContent(
            $"{{\"first_sequence\":0,\"records\":[{{\"timestamp\":1,\"values\":[{value}]}},{{\"timestamp\":2,\"values\":[3]}}]}}",
            Encoding.UTF8, "application/json");
        using var answer = await _client.PostAsync(new Uri($"{service.Address}/v1/sources/0/batches"), content);
        return answer.StatusCode;
    }
}

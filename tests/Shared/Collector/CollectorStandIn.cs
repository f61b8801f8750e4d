using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;

namespace DbIngest.Tests.Collector;

/// <summary>
/// Stands in for an OpenTelemetry collector that takes OTLP/HTTP: keeps the metrics and spans that it is sent (field numbers of
/// opentelemetry-proto 1.x).
/// </summary>
internal sealed class CollectorStandIn : IDisposable
{
    private readonly WebApplication _server;
    private readonly Lock _lock = new();

    public CollectorStandIn()
    {
        Address = new Uri(FormattableString.Invariant($"http://127.0.0.1:{FreePort()}"));

        // Commands within this process change the current folder, the default, and remove it.
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions { ContentRootPath = AppContext.BaseDirectory });
        builder.WebHost.UseKestrelCore().UseUrls(Address.AbsoluteUri);
        _server = builder.Build();
        _server.Run(TakeAsync);
        _server.StartAsync().GetAwaiter().GetResult();
    }

    public Uri Address { get; }

    public ConcurrentQueue<string> Headers { get; } = new();

    /// <summary>Values of number and histogram points in the order of arrival: a histogram's value is its count.</summary>
    public ConcurrentQueue<(string Name, string Unit, IReadOnlyDictionary<string, string> Tags, double Value)> Points { get; } =
        new();

    public ConcurrentQueue<(string Name, string Id, string Parent, IReadOnlyDictionary<string, string> Tags)> Spans { get; } =
        new();

    /// <summary>The resource that the last message came from.</summary>
    public IReadOnlyDictionary<string, string> Resource { get; private set; } = new Dictionary<string, string>();

    /// <summary>A port that nothing listens on.</summary>
    public static int FreePort()
    {
        using var probe = new TcpListener(IPAddress.Loopback, 0);
        probe.Start();
        return ((IPEndPoint)probe.LocalEndpoint).Port;
    }

    public void Dispose() => _server.DisposeAsync().AsTask().GetAwaiter().GetResult();

    private async Task TakeAsync(HttpContext context)
    {
        using var body = new MemoryStream();
        await context.Request.Body.CopyToAsync(body);
        lock (_lock)
        {
            Headers.Enqueue(context.Request.Headers["x-key"].ToString());
            var message = new ProtobufMessage(body.ToArray());
            Resource = TagsOf(message.All(1, 1).Last(), 1);
            if (context.Request.Path == "/v1/metrics")
            {
                KeepMetrics(message);
            }
            else if (context.Request.Path == "/v1/traces")
            {
                KeepSpans(message);
            }
        }

        context.Response.ContentType = "application/x-protobuf";
    }

    private void KeepMetrics(ProtobufMessage message)
    {
        const int gauge = 5;
        const int sum = 7;
        const int histogram = 9;
        const int exponentialHistogram = 10;
        foreach (var metric in message.All(1, 2, 2))
        {
            foreach (var point in metric.All(gauge, 1).Concat(metric.All(sum, 1)))
            {
                double value = point.Has(4) ? point.Double(4) : unchecked((long)point.Scalar(6));
                Points.Enqueue((metric.Text(1), metric.Text(3), TagsOf(point, 7), value));
            }

            foreach (var point in metric.All(histogram, 1))
            {
                Points.Enqueue((metric.Text(1), metric.Text(3), TagsOf(point, 9), point.Scalar(4)));
            }

            foreach (var point in metric.All(exponentialHistogram, 1))
            {
                Points.Enqueue((metric.Text(1), metric.Text(3), TagsOf(point, 1), point.Scalar(4)));
            }
        }
    }

    private void KeepSpans(ProtobufMessage message)
    {
        foreach (var span in message.All(1, 2, 2))
        {
            (string id, string parent) = (Convert.ToHexString(span.Bytes(2)), Convert.ToHexString(span.Bytes(4)));
            Spans.Enqueue((span.Text(5), id, parent, TagsOf(span, 9)));
        }
    }

    /// <summary>Attributes: a key, and a value that is a text (1), a truth (2), a whole (3) or another number (4).</summary>
    private static Dictionary<string, string> TagsOf(ProtobufMessage owner, int field) => owner.All(field).ToDictionary(
        tag => tag.Text(1),
        tag => tag.All(2).Select(value => value.Has(1) ? value.Text(1)
            : value.Has(4) ? value.Double(4).ToString(System.Globalization.CultureInfo.InvariantCulture)
            : value.Has(2) ? (value.Scalar(2) == 1).ToString()
            : value.Scalar(3).ToString(System.Globalization.CultureInfo.InvariantCulture)).Single());
}

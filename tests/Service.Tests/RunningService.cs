using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Service.Hosting;
using DbIngest.Service.Settings;

namespace DbIngest.Service.Tests;

/// <summary>A service on a free port of this machine, with a client of it.</summary>
internal sealed class RunningService : IDisposable
{
    public static readonly RecordSchema Schema = new([new("a", "V"), new("b", "")]);

    private readonly ServiceHost _host;
    private readonly HttpClient _client;

    public RunningService(ITarget target, Func<ServiceOptions, ServiceOptions>? change = null)
    {
        var options = new ServiceOptions
        {
            Database = "fake",
            Client = "driver",
            Contract = new DurabilityContract("none", "Nothing survives.", Survival.Nothing),
            Operations = RecordOperations.ReadsAndWrites | RecordOperations.Find,
            Schema = Schema,
            Listen = new IPEndPoint(IPAddress.Loopback, 0),
            Connections = 4,
            Sources = 16,
            Log = Lines.Add,
        };
        _host = ServiceHost.Start(target, change?.Invoke(options) ?? options);
        _client = new HttpClient { BaseAddress = _host.Address };
    }

    public List<string> Lines { get; } = [];

    public Uri Address => _host.Address;

    public Task<HttpResponseMessage> Send(HttpMethod method, string path, string? json = null, params (string, string)[] headers)
    {
        var request = new HttpRequestMessage(method, path);
        if (json is not null)
        {
            request.Content = new StringContent(json, Encoding.UTF8, "application/json");
        }

        foreach (var (name, value) in headers)
        {
            request.Headers.TryAddWithoutValidation(name, value);
        }

        return _client.SendAsync(request);
    }

    public Task<HttpResponseMessage> SendBinary(HttpMethod method, string path, byte[] body)
    {
        var content = new ByteArrayContent(body);
        content.Headers.ContentType = new MediaTypeHeaderValue(BatchBody.ContentType);
        return _client.SendAsync(new HttpRequestMessage(method, path) { Content = content });
    }

    public Task<HttpResponseMessage> Post(string path, HttpContent content, string? authorization = null)
    {
        var request = new HttpRequestMessage(HttpMethod.Post, path) { Content = content };
        if (authorization is not null)
        {
            request.Headers.TryAddWithoutValidation("Authorization", authorization);
        }

        return _client.SendAsync(request);
    }

    public Task<HttpResponseMessage> PostBatch(int source, long first, params string[] records) => Send(
        HttpMethod.Post, $"/v1/sources/{source}/batches",
        $"{{\"first_sequence\":{first},\"records\":[{string.Join(",\n", records)}]}}");

    public static string Row(long timestamp, string a, string b) => $"{{\"timestamp\":{timestamp},\"values\":[{a},{b}]}}";

    public static async Task<JsonElement> Body(HttpResponseMessage answer) =>
        JsonDocument.Parse(await answer.Content.ReadAsStringAsync()).RootElement;

    public void Dispose()
    {
        _client.Dispose();
        _host.Dispose();
    }
}

using System.Net;
using System.Text.Json;
using System.Text.Json.Nodes;
using static DbIngest.Service.Tests.RunningService;

namespace DbIngest.Service.Tests;

/// <summary>The service takes the bodies that its OpenAPI document describes.</summary>
public sealed class OpenApiTests : IDisposable
{
    private readonly FakeStore _store = new();
    private readonly RunningService _service;

    public OpenApiTests() => _service = new RunningService(_store);

    public void Dispose()
    {
        _service.Dispose();
        _store.Dispose();
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Body_AsTheDocumentDescribesIt_IsTaken(bool withOptional)
    {
        var document = await Body(await _service.Send(HttpMethod.Get, "/openapi/v1.json"));
        (await Send("/v1/sources/{source}/records", HttpMethod.Post, "/v1/sources/5/records")).ShouldBe(HttpStatusCode.Created);
        (await Send("/v1/sources/{source}/records/{sequence}", HttpMethod.Put, "/v1/sources/5/records/7"))
            .ShouldBe(HttpStatusCode.NoContent);
        (await Send("/v1/sources/{source}/batches", HttpMethod.Post, "/v1/sources/6/batches")).ShouldBe(HttpStatusCode.OK);

        async Task<HttpStatusCode> Send(string route, HttpMethod method, string path)
        {
            var schema = document.GetProperty("paths").GetProperty(route).GetProperty(method.Method.ToLowerInvariant())
                .GetProperty("requestBody").GetProperty("content").GetProperty("application/json").GetProperty("schema");
            return (await _service.Send(method, path, Example(document, schema, withOptional).ToJsonString())).StatusCode;
        }
    }

    /// <summary>The least surprising value that a schema allows: 7 for a number, two of the items of an array.</summary>
    private static JsonNode Example(JsonElement document, JsonElement schema, bool withOptional)
    {
        if (schema.TryGetProperty("$ref", out var reference))
        {
            schema = document.GetProperty("components").GetProperty("schemas").GetProperty(reference.GetString()!.Split('/')[^1]);
        }

        var type = schema.GetProperty("type");
        string[] types = type.ValueKind == JsonValueKind.Array
            ? [.. type.EnumerateArray().Select(one => one.GetString()!).Where(one => one != "null")] : [type.GetString()!];
        switch (types.Contains("string") ? "string" : types[0])
        {
            case "object":
                string[] required = [.. schema.GetProperty("required").EnumerateArray().Select(name => name.GetString()!)];
                return new JsonObject(schema.GetProperty("properties").EnumerateObject()
                    .Where(property => withOptional || required.Contains(property.Name))
                    .Select(property =>
                        KeyValuePair.Create<string, JsonNode?>(property.Name, Example(document, property.Value, withOptional))));
            case "array":
                return new JsonArray([.. Enumerable.Range(0, 2)
                    .Select(_ => Example(document, schema.GetProperty("items"), withOptional))]);
            case "string":
                return JsonValue.Create("7")!;
            default:
                return JsonValue.Create(7);
        }
    }
}

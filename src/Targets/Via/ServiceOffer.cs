using System.Text.Json;
using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.Via;

/// <summary>
/// The answer of a service to <c>GET /v1/schema</c>: its store and its limits. <see cref="ServiceProbe"/> reads it, and
/// <see cref="ServiceFit"/> compares it with the needs of a run, when a sweep opens its targets and before each trial. The JSON
/// names are those of the service and must not change.
/// </summary>
internal sealed record ServiceOffer
{
    /// <summary>The version of the service. Null if an older service does not report it.</summary>
    public required string? Version { get; init; }

    /// <summary>Name of the service's database.</summary>
    public required string Database { get; init; }

    /// <summary>The write path to the store. Null if an older service does not report it.</summary>
    public required string? Client { get; init; }

    /// <summary>The durability level of the service's acknowledgements.</summary>
    public required string Durability { get; init; }

    /// <summary>The promise about a request that is sent again, for example <c>at_least_once</c>.</summary>
    public required string Promise { get; init; }

    /// <summary>The threads that work on requests, for the result. Null if an older service does not report them.</summary>
    public required string? Threads { get; init; }

    /// <summary>Operations on single records, for example <c>read</c> and <c>find</c>. Empty for an older service.</summary>
    public required IReadOnlyList<string> Operations { get; init; }

    /// <summary>The values of a record.</summary>
    public required IReadOnlyList<ValueColumn> Values { get; init; }

    /// <summary>Number of sources that may write, numbered from 0.</summary>
    public required long Sources { get; init; }

    /// <summary>Number of sequence numbers per source, from 0.</summary>
    public required long Sequences { get; init; }

    /// <summary>Largest number of records in a batch.</summary>
    public required long BatchRecords { get; init; }

    /// <summary>Largest size of a request body in bytes.</summary>
    public required long BodyBytes { get; init; }

    /// <summary>Number of connections to the store.</summary>
    public required long StoreConnections { get; init; }

    /// <summary>Parses the answer.</summary>
    /// <param name="json">The body of the answer.</param>
    /// <exception cref="JsonException">The body is no JSON.</exception>
    /// <exception cref="KeyNotFoundException">The body lacks a member.</exception>
    /// <exception cref="InvalidOperationException">A member has another type.</exception>
    public static ServiceOffer Parse(string json)
    {
        using var document = JsonDocument.Parse(json);
        var (root, limits) = (document.RootElement, document.RootElement.GetProperty("limits"));
        string? Optional(string name) => root.TryGetProperty(name, out var member) ? member.GetString() : null;
        long Limit(string name) => limits.GetProperty(name).GetInt64();
        return new()
        {
            Version = Optional("version"),
            Database = root.GetProperty("database").GetString()!,
            Client = Optional("client"),
            Durability = root.GetProperty("durability").GetString()!,
            Promise = root.GetProperty("promise").GetString()!,
            Threads = Optional("threads"),
            Operations = root.TryGetProperty("operations", out var operations)
                ? [.. operations.EnumerateArray().Select(operation => operation.GetString()!)] : [],
            Values =
            [
                .. root.GetProperty("values").EnumerateArray().Select(value =>
                    new ValueColumn(value.GetProperty("name").GetString()!, value.GetProperty("unit").GetString()!)),
            ],
            Sources = Limit("sources"),
            Sequences = Limit("sequences"),
            BatchRecords = Limit("batch_records"),
            BodyBytes = Limit("body_bytes"),
            StoreConnections = Limit("store_connections"),
        };
    }
}

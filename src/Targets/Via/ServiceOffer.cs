using System.Text.Json;
using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.Via;

/// <summary>
/// What a service tells of itself by <c>GET /v1/schema</c>: its store, and how much it takes. <see cref="ServiceProbe"/> reads
/// it, and <see cref="ServiceFit"/> compares it with what a run needs.
/// </summary>
internal sealed record ServiceOffer
{
    /// <summary>The version of the service. Null if it is of a version that does not say it.</summary>
    public required string? Version { get; init; }

    /// <summary>Name of its database.</summary>
    public required string Database { get; init; }

    /// <summary>The write path to its store. Null if it is of a version that does not say it.</summary>
    public required string? Client { get; init; }

    /// <summary>The durability level of its acknowledgements.</summary>
    public required string Durability { get; init; }

    /// <summary>What becomes of a request that is sent again.</summary>
    public required string Promise { get; init; }

    /// <summary>Which thread does the work of a request. Null if unknown.</summary>
    public required string? Threads { get; init; }

    /// <summary>What it does with records, such as <c>read</c> and <c>find</c>.</summary>
    public required IReadOnlyList<string> Operations { get; init; }

    /// <summary>The values of a record.</summary>
    public required IReadOnlyList<ValueColumn> Values { get; init; }

    /// <summary>Sources that may write, numbered from 0.</summary>
    public required long Sources { get; init; }

    /// <summary>Sequence numbers of a source, from 0.</summary>
    public required long Sequences { get; init; }

    /// <summary>Most records of a batch.</summary>
    public required long BatchRecords { get; init; }

    /// <summary>Most bytes of a body.</summary>
    public required long BodyBytes { get; init; }

    /// <summary>Connections to the store.</summary>
    public required long StoreConnections { get; init; }

    /// <summary>Reads the answer.</summary>
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

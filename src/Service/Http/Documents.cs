using System.Text.Json.Serialization;

namespace DbIngest.Service.Http;

/// <summary>
/// A batch as JSON. The records of this file describe bodies for the OpenAPI document only: <see cref="RecordRoutes"/> and
/// <see cref="OperatorRoutes"/> name them when they map their routes, and no code reads or writes a body through them. So they
/// must be changed together with <c>JsonRecordReader</c>, <c>JsonRecordWriter</c> and the routes. Property names are the
/// published API and must not change.
/// </summary>
/// <param name="FirstSequence">The sequence number of the first record.</param>
/// <param name="Records">Records with consecutive sequence numbers.</param>
internal sealed record BatchDocument(
    [property: JsonPropertyName("first_sequence")] long FirstSequence,
    [property: JsonPropertyName("records")] IReadOnlyList<RowDocument> Records);

/// <summary>A record of a batch, or of a PUT.</summary>
/// <param name="Timestamp">Microseconds UTC.</param>
/// <param name="Values">The values in the schema's order, null for a missing one.</param>
/// <param name="Quality">32 bits of flags. 0 if the body has none.</param>
internal sealed record RowDocument(
    [property: JsonPropertyName("timestamp")] long Timestamp,
    [property: JsonPropertyName("values")] IReadOnlyList<double?> Values,
    [property: JsonPropertyName("quality")] uint Quality = 0);

/// <summary>A record that is created. The path names its source.</summary>
/// <param name="Sequence">The sequence number.</param>
/// <param name="Timestamp">Microseconds UTC.</param>
/// <param name="Values">The values in the schema's order, null for a missing one.</param>
/// <param name="Quality">32 bits of flags. 0 if the body has none.</param>
internal sealed record CreationDocument(
    [property: JsonPropertyName("sequence")] long Sequence,
    [property: JsonPropertyName("timestamp")] long Timestamp,
    [property: JsonPropertyName("values")] IReadOnlyList<double?> Values,
    [property: JsonPropertyName("quality")] uint Quality = 0);

/// <summary>A record with its key, in answers.</summary>
/// <param name="Source">The source.</param>
/// <param name="Sequence">The sequence number.</param>
/// <param name="Timestamp">Microseconds UTC.</param>
/// <param name="Quality">32 bits.</param>
/// <param name="Values">The values in the schema's order, null for a missing one.</param>
internal sealed record RecordDocument(
    [property: JsonPropertyName("source")] int Source,
    [property: JsonPropertyName("sequence")] long Sequence,
    [property: JsonPropertyName("timestamp")] long Timestamp,
    [property: JsonPropertyName("quality")] uint Quality,
    [property: JsonPropertyName("values")] IReadOnlyList<double?> Values);

/// <summary>A window of records.</summary>
/// <param name="Records">The records that exist, by sequence number.</param>
internal sealed record WindowDocument([property: JsonPropertyName("records")] IReadOnlyList<RecordDocument> Records);

/// <summary>The answer to a batch.</summary>
/// <param name="Source">The source.</param>
/// <param name="FirstSequence">The sequence number of the first record.</param>
/// <param name="Count">Records.</param>
internal sealed record StoredDocument(
    [property: JsonPropertyName("source")] int Source,
    [property: JsonPropertyName("first_sequence")] long FirstSequence,
    [property: JsonPropertyName("count")] int Count);

/// <summary>A source that has a name.</summary>
/// <param name="Source">Its number.</param>
/// <param name="Name">Its name: measurement and tags.</param>
internal sealed record SourceDocument(
    [property: JsonPropertyName("source")] int Source,
    [property: JsonPropertyName("name")] string Name);

/// <summary>The sources that have names.</summary>
/// <param name="Sources">All of them, by number.</param>
internal sealed record SourcesDocument([property: JsonPropertyName("sources")] IReadOnlyList<SourceDocument> Sources);

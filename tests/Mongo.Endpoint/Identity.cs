using DbIngest.Wire.Mongo;

namespace DbIngest.Mongo.Endpoint;

/// <summary>The <c>_id</c> of a document: numbers in their order, then everything else bytewise.</summary>
internal sealed record Identity(bool IsNumber, long Number, string Other) : IComparable<Identity>
{
    private static long _next;

    public static Identity New() => new(IsNumber: false, 0, $"{Interlocked.Increment(ref _next):D20}");

    public static Identity Of(ReadOnlySpan<byte> document)
    {
        var reader = new BsonReader(document);
        while (reader.Next())
        {
            if (reader.Name.SequenceEqual("_id"u8))
            {
                return reader.Type is BsonType.Int32 or BsonType.Int64 or BsonType.Double
                    ? new Identity(IsNumber: true, reader.Whole(), string.Empty)
                    : new Identity(IsNumber: false, 0, Convert.ToHexStringLower(reader.Value));
            }
        }

        return New();
    }

    /// <summary>That of a value in a filter, by which documents are found; null for others.</summary>
    public static Identity? Of(object? value) => value switch
    {
        int or long => new Identity(IsNumber: true, Convert.ToInt64(value, null), string.Empty),
        BsonObjectId id => new Identity(IsNumber: false, 0, $"{id}"),
        _ => null,
    };

    public int CompareTo(Identity? other) =>
        other is null || (IsNumber && !other.IsNumber) ? (other is null ? 1 : -1)
        : !IsNumber && other.IsNumber ? 1
        : IsNumber ? Number.CompareTo(other.Number) : string.CompareOrdinal(Other, other.Other);
}

using DbIngest.Wire.Mongo;

namespace DbIngest.Mongo.Endpoint;

/// <summary>Filters of fields, by equality, comparison, <c>$in</c>, <c>$not</c> and <c>$type</c>.</summary>
internal static class Filter
{
    public static bool Matches(BsonDocument filter, BsonDocument document) => filter.Elements.All(e => e.Key == "$and"
        ? ((IReadOnlyList<object?>)e.Value!).All(f => Matches((BsonDocument)f!, document))
        : Matches(e.Value, document[e.Key]));

    private static bool Matches(object? wanted, object? value) =>
        wanted is BsonDocument { Elements: [{ Key: ['$', ..] }, ..] } conditions
        ? conditions.Elements.All(c => c.Key switch
        {
            "$gte" => Compare(value, c.Value) >= 0,
            "$gt" => Compare(value, c.Value) > 0,
            "$lte" => Compare(value, c.Value) <= 0,
            "$lt" => Compare(value, c.Value) < 0,
            "$not" => !Matches(c.Value, value),
            "$type" when c.Value is "number" => value is int or long or double,
            "$type" when c.Value is "objectId" => value is BsonObjectId,
            "$in" => ((IReadOnlyList<object?>)c.Value!).Any(v => Compare(value, v) == 0),
            _ => throw new NotSupportedException(c.Key),
        })
        : Compare(value, wanted) == 0;

    // What cannot be compared is not equal, nor within any range.
    private static int? Compare(object? a, object? b) => (a, b) switch
    {
        (int or long, int or long) => Convert.ToInt64(a, null).CompareTo(Convert.ToInt64(b, null)),
        (int or long or double, int or long or double) => Convert.ToDouble(a, null).CompareTo(Convert.ToDouble(b, null)),
        (string x, string y) => string.CompareOrdinal(x, y),
        (DateTimeOffset x, DateTimeOffset y) => x.CompareTo(y),
        (BsonObjectId x, BsonObjectId y) => (x.High, x.Low).CompareTo((y.High, y.Low)),
        _ => null,
    };
}

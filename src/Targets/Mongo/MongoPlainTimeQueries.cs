using DbIngest.Abstractions.Operations;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// Answers questions about time ranges on a server whose <c>$group</c> can only count and sum: FerretDB 1. It asks for counts,
/// sums and largest values of each hour by separate aggregations. <see cref="MongoTimeQueries.Open"/> chooses it. An
/// aggregation here may have only one accumulator per stage.
/// </summary>
/// <param name="deployment">The servers.</param>
/// <param name="collection">The collection.</param>
/// <param name="cancellation">Closes the connection.</param>
internal sealed class MongoPlainTimeQueries(MongoDeployment deployment, MongoCollection collection,
    CancellationToken cancellation) : MongoTimeQueries(deployment, collection, cancellation)
{
    private readonly string _source = collection.Names.Source;

    /// <inheritdoc/>
    protected override TimeQueryRow AnswerAbove(in TimeQuery query)
    {
        var match = MatchAbove(query);
        long count = Run(match, Group(null, ("count", Sum(1)))) is [var found] ? found.Number("count") ?? 0 : 0;
        return new(query.Source, 0, count, count == 0 ? double.NaN : MostOf(query, match));
    }

    /// <inheritdoc/>
    protected override void AnswerByHour(in TimeQuery query, List<TimeQueryRow> rows)
    {
        // The remainder is negative before 1970.
        long past = query.From % TimeQuery.HourMicroseconds;
        for (long hour = query.From - (past < 0 ? past + TimeQuery.HourMicroseconds : past); hour < query.Until;
            hour += TimeQuery.HourMicroseconds)
        {
            AnswerHour(query, hour, rows);
        }
    }

    private void AnswerHour(in TimeQuery query, long hour, List<TimeQueryRow> rows)
    {
        string value = ValueOf(query);
        var match = Match(query, Math.Max(hour, query.From), Math.Min(hour + TimeQuery.HourMicroseconds, query.Until));

        // One accumulator per stage: FerretDB 1.24.2 answers zero for a second one.
        var by = new BsonDocument(("source", $"${_source}"), ("type", new BsonDocument(("$type", $"${value}"))));
        var counts = new SortedDictionary<int, long>();
        foreach (var found in Run(match, Group(by, ("count", Sum(1)))))
        {
            int source = (int)(found.Number("_id.source") ?? -1);
            counts[source] = counts.GetValueOrDefault(source)
                + (found.Text("_id.type") == "missing" ? 0 : found.Number("count") ?? 0);
        }

        var sums = query.Kind == TimeQueryKind.HourlyMean && counts.Values.Any(count => count > 0)
            ? Run(match, Group($"${_source}", ("sum", Sum($"${value}"))))
                .ToDictionary(found => (int)(found.Number("_id") ?? -1), found => Number(found["sum"]))
            : [];
        foreach (var (source, count) in counts)
        {
            rows.Add(new(source, hour, count, count == 0 ? double.NaN
                : query.Kind == TimeQueryKind.HourlyMean ? sums[source] / count : MostOf(query, match)));
        }
    }

    private double MostOf(in TimeQuery query, BsonDocument match)
    {
        string value = ValueOf(query);
        return Run([match, .. Largest(value)]) is [var found] ? Number(found[value]) : double.NaN;
    }
}

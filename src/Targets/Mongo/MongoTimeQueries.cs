using DbIngest.Abstractions.Operations;
using DbIngest.Targets.Queries;
using DbIngest.Wire;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// Answers each question about a time range by one aggregation, over DbIngest's own client whichever client writes.
/// <see cref="MongoTarget"/> opens it, and <c>TimeQueryProbe</c> asks beside the lanes of a trial, on one thread. Changes
/// nothing.
/// </summary>
/// <param name="deployment">The servers.</param>
/// <param name="collection">The collection, with one document per record and whole timestamps.</param>
/// <param name="cancellation">Closes the connection.</param>
internal class MongoTimeQueries(MongoDeployment deployment, MongoCollection collection, CancellationToken cancellation)
    : TimeQueries
{
    private const int PageDocuments = 10_000;

    private MongoConnection? _connection;

    /// <summary>
    /// Connects and runs one aggregation over an empty range, to learn whether the server has the operators. If it lacks them,
    /// returns <see cref="MongoPlainTimeQueries"/>.
    /// </summary>
    /// <param name="deployment">The servers.</param>
    /// <param name="collection">The collection.</param>
    /// <param name="cancellation">Closes the connection.</param>
    /// <exception cref="WireException">The server cannot be reached, or refuses.</exception>
    public static MongoTimeQueries Open(MongoDeployment deployment, MongoCollection collection, CancellationToken cancellation)
    {
        var queries = new MongoTimeQueries(deployment, collection, cancellation);
        try
        {
            queries.AnswerByHour(new(TimeQueryKind.HourlyMean, Source: -1, Sources: 1, Value: 0, From: 0, Until: 0), []);
            return queries;
        }
        catch (MongoServerException lacking) when (lacking.Code == MongoErrorCode.NotImplemented)
        {
            queries.Dispose();
            return new MongoPlainTimeQueries(deployment, collection, cancellation);
        }
        catch
        {
            queries.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public override void Dispose() => _connection?.Dispose();

    /// <inheritdoc/>
    protected override void Answer(in TimeQuery query, List<TimeQueryRow> rows)
    {
        switch (query.Kind)
        {
            case TimeQueryKind.Last:
                AnswerLast(query, rows);
                break;
            case TimeQueryKind.Above:
                rows.Add(AnswerAbove(query));
                break;
            default:
                AnswerByHour(query, rows);
                break;
        }
    }

    /// <inheritdoc/>
    protected override void Forget()
    {
        _connection?.Dispose();
        _connection = null;
    }

    /// <summary>Counts the values above the threshold, and finds the largest.</summary>
    protected virtual TimeQueryRow AnswerAbove(in TimeQuery query)
    {
        string value = ValueOf(query);
        return Run(
            MatchAbove(query),
            Group(null, ("count", Sum(1)), ("value", new BsonDocument(("$max", $"${value}"))))) is [var found]
            ? new(query.Source, 0, found.Number("count") ?? 0, Number(found["value"]))
            : new(query.Source, 0, 0, double.NaN);
    }

    /// <summary>Counts the values of each source and hour, and finds their mean or largest, as the question asks.</summary>
    protected virtual void AnswerByHour(in TimeQuery query, List<TimeQueryRow> rows)
    {
        string value = ValueOf(query);
        string time = $"${collection.Names.Timestamp}";
        var past = Remainder(time);
        if (query.From < 0)
        {
            // Before 1970 the remainder is negative, and the next hour's.
            past = Remainder(new BsonDocument(("$add", (object?[])[past, TimeQuery.HourMicroseconds])));
        }

        var hour = new BsonDocument(("$subtract", (object?[])[time, past]));
        var isMissing = new BsonDocument(("$eq", (object?[])[new BsonDocument(("$type", $"${value}")), "missing"]));
        string function = query.Kind == TimeQueryKind.HourlyMean ? "$avg" : "$max";
        foreach (var found in Run(
            Match(query, query.From, query.Until),
            Group(
                new BsonDocument(("source", $"${collection.Names.Source}"), ("hour", hour)),
                ("count", Sum(new BsonDocument(("$cond", (object?[])[isMissing, 0, 1])))),
                ("value", new BsonDocument((function, $"${value}"))))))
        {
            rows.Add(new((int)(found.Number("_id.source") ?? -1), found.Number("_id.hour") ?? -1, found.Number("count") ?? 0,
                Number(found["value"])));
        }
    }

    /// <summary>Name of the field with the value that a question is about.</summary>
    protected string ValueOf(in TimeQuery query) => collection.Names.Values[query.Value];

    /// <summary>The stage that selects the records of the sources and of a range of time.</summary>
    /// <param name="query">The question.</param>
    /// <param name="from">Begin of the range in microseconds UTC. Null for all before its end.</param>
    /// <param name="until">End of the range, exclusive.</param>
    protected BsonDocument Match(in TimeQuery query, long? from, long until) =>
        new(("$match", Range(query, from, until)));

    /// <summary>The stage that selects the records above the threshold.</summary>
    protected BsonDocument MatchAbove(in TimeQuery query) => new(("$match",
        Range(query, query.From, query.Until).Add(ValueOf(query), new BsonDocument(("$gt", query.Threshold)))));

    /// <summary>The stage that groups documents.</summary>
    protected static BsonDocument Group(object? by, params ReadOnlySpan<(string Name, object? Value)> fields)
    {
        var group = new BsonDocument(("_id", by));
        foreach (var (name, value) in fields)
        {
            group.Add(name, value);
        }

        return new(("$group", group));
    }

    /// <summary>The accumulator of a sum.</summary>
    protected static BsonDocument Sum(object what) => new(("$sum", what));

    /// <summary>The stages that leave the document with the largest value of a field.</summary>
    protected static BsonDocument[] Largest(string field) =>
        [new(("$sort", new BsonDocument((field, -1)))), new(("$limit", 1))];

    /// <summary>Runs an aggregation and returns its documents.</summary>
    protected List<BsonDocument> Run(params object?[] stages)
    {
        var connection = _connection ??= deployment.Open(cancellation);
        var documents = new List<BsonDocument>();
        var page = connection.Page(collection.Database, collection.Aggregate(stages, PageDocuments));
        while (true)
        {
            while (page.Next())
            {
                documents.Add(BsonDocument.Read(page.Document));
            }

            if (page.Cursor == 0)
            {
                return documents;
            }

            page = connection.Page(collection.Database, collection.More(page.Cursor, PageDocuments));
        }
    }

    /// <summary>Converts a field to a value. <see cref="double.NaN"/> for a missing field.</summary>
    protected static double Number(object? value) => value switch
    {
        double number => number,
        int number => number,
        long number => number,
        _ => double.NaN,
    };

    private static BsonDocument Remainder(object time) =>
        new(("$mod", (object?[])[time, TimeQuery.HourMicroseconds]));

    private void AnswerLast(in TimeQuery query, List<TimeQueryRow> rows)
    {
        var (time, value) = (collection.Names.Timestamp, ValueOf(query));
        var fields = new BsonDocument(("$project", new BsonDocument(("_id", 0), (time, 1), (value, 1))));
        if (Run([Match(query, from: null, query.Until), .. Largest(time), fields]) is [var found])
        {
            rows.Add(new(query.Source, found.Number(time) ?? -1, 1, Number(found[value])));
        }
    }

    private BsonDocument Range(in TimeQuery query, long? from, long until)
    {
        var times = from is { } begin ? new BsonDocument(("$gte", begin)) : new BsonDocument();
        return new((collection.Names.Source, query.Sources == 1 ? query.Source
                : new BsonDocument(("$gte", query.Source), ("$lt", query.Source + query.Sources))),
            (collection.Names.Timestamp, times.Add("$lt", until)));
    }
}

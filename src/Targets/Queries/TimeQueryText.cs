using System.Globalization;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.Queries;

/// <summary>
/// Writes a <see cref="TimeQuery"/> as SQL whose columns are those of a <see cref="TimeQueryRow"/>.
/// <see cref="ConnectedTimeQueries{TConnection}"/> runs it, and so do targets whose server answers over HTTP. Readers of the rows
/// find the columns by their order: source, time, count, value. The defaults suit a table whose timestamp is an integer of
/// microseconds, of a database that divides whole numbers by <c>/</c>. Databases override the rest. Immutable.
/// </summary>
/// <param name="table">The table, quoted.</param>
/// <param name="schema">The values of a record.</param>
/// <param name="hour">The expression that groups rows by hour, of a time in microseconds. Null to divide by <c>/</c>.</param>
internal class TimeQueryText(string table, RecordSchema schema, Func<string, string>? hour = null)
{
    /// <summary>
    /// Microseconds from the year 1 to 1970, a multiple of an hour. Databases divide whole numbers towards zero, so a question
    /// about times before 1970 must count its hours from the year 1.
    /// </summary>
    internal const long FromYear1 = 62_135_596_800_000_000;

    /// <summary>Parses a row of an answer that arrived as text.</summary>
    /// <param name="cells">Source, time, count and value. The value may be null, or what the database writes for NaN.</param>
    public static TimeQueryRow RowOf(IReadOnlyList<string?> cells)
    {
        long count = long.Parse(cells[2]!, CultureInfo.InvariantCulture);
        return new(
            int.Parse(cells[0]!, CultureInfo.InvariantCulture),
            long.Parse(cells[1]!, CultureInfo.InvariantCulture),
            count,
            count > 0 && double.TryParse(cells[3], NumberStyles.Float, CultureInfo.InvariantCulture, out double value) ? value
                : double.NaN);
    }

    /// <summary>The column of the timestamp, quoted.</summary>
    protected virtual string Timestamp => "\"timestamp\"";

    /// <summary>The timestamp as an integer of microseconds.</summary>
    protected virtual string Microseconds => Timestamp;

    /// <summary>The source as an integer.</summary>
    protected virtual string Source => "source";

    /// <summary>
    /// The expression that groups rows by hour: a whole number, because a row of an answer carries it as one.
    /// </summary>
    /// <param name="time"><see cref="Timestamp"/>, or a sum with it if <see cref="DividesTime"/>.</param>
    protected virtual string Hour(string time) => hour is null ? $"{time} / {TimeQuery.HourMicroseconds}" : hour(time);

    /// <summary>The expression of the hour's begin in microseconds UTC. By default <see cref="Hour"/> counts hours.</summary>
    /// <param name="time">As for <see cref="Hour"/>.</param>
    protected virtual string HourMicroseconds(string time) => string.Create(CultureInfo.InvariantCulture,
        $"{Hour(time)} * {TimeQuery.HourMicroseconds}");

    /// <summary>True if <see cref="Hour"/> divides the timestamp as a whole number.</summary>
    protected virtual bool DividesTime => true;

    /// <summary>The clause that groups by source and hour. Empty if the database groups by all other columns itself.</summary>
    /// <param name="time">As for <see cref="Hour"/>.</param>
    protected virtual string Grouped(string time) => $" GROUP BY source, {Hour(time)}";

    /// <summary>Writes a question.</summary>
    /// <param name="query">The question.</param>
    /// <returns>A statement with the columns source, time, count, value.</returns>
    public string Of(in TimeQuery query)
    {
        string value = Column(schema.Values[query.Value].Name);
        string until = $"{Timestamp} < {Instant(query.Until)}";
        string range = $"{Sources(query.Source, query.Sources)} AND {Timestamp} >= {Instant(query.From)} AND {until}";
        return query.Kind switch
        {
            TimeQueryKind.Last => $"SELECT {Source}, {Microseconds}, 1, {value} FROM {table} WHERE "
                + $"{Sources(query.Source, 1)} AND {until} ORDER BY {Timestamp} DESC LIMIT 1",
            TimeQueryKind.Above => string.Create(CultureInfo.InvariantCulture,
                $"SELECT {query.Source}, 0, count(*), {Aggregate("max", value)} FROM {table} WHERE {range} AND {value} > {query.Threshold:E16}"),
            TimeQueryKind.HourlyMaximum => PerHour("max", value, range, query.From),
            TimeQueryKind.HourlyMean => PerHour("avg", value, range, query.From),
            _ => throw new ArgumentOutOfRangeException(nameof(query), query.Kind, "No kind of question."),
        };
    }

    /// <summary>A column of a value, quoted.</summary>
    protected virtual string Column(string name) => $"\"{name}\"";

    /// <summary>The literal of a time, to compare with <see cref="Timestamp"/>.</summary>
    /// <param name="microseconds">The time in microseconds UTC.</param>
    protected virtual string Instant(long microseconds) => microseconds.ToString(CultureInfo.InvariantCulture);

    /// <summary>The condition that names the sources.</summary>
    protected virtual string Sources(int first, int count) => count == 1
        ? string.Create(CultureInfo.InvariantCulture, $"source = {first}")
        : string.Create(CultureInfo.InvariantCulture, $"source >= {first} AND source < {first + count}");

    /// <summary>An aggregate, <c>count</c>, <c>max</c> or <c>avg</c>, which must skip missing values.</summary>
    protected virtual string Aggregate(string function, string value) => $"{function}({value})";

    private string PerHour(string function, string value, string range, long from)
    {
        bool isShifted = from < 0 && DividesTime;
        string time = isShifted ? $"({Timestamp} + {FromYear1})" : Timestamp;
        string begin = HourMicroseconds(time) + (isShifted ? $" - {FromYear1}" : string.Empty);
        return $"SELECT {Source}, {begin}, {Aggregate("count", value)}, {Aggregate(function, value)} FROM {table} WHERE {range}"
            + Grouped(time);
    }
}

using System.Globalization;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.InfluxDb;

/// <summary>
/// Writes a <see cref="TimeQuery"/> in InfluxQL. <see cref="InfluxQlApi"/> creates one for each connection that asks questions
/// (<c>--queries</c>), and <see cref="InfluxTimeRows"/> sends the text and finds the answer's cells by the two names here. A
/// question about the last record asks for <see cref="Value"/> alone, every other one for <see cref="Count"/> too. Immutable.
/// </summary>
/// <param name="schema">The values of a record.</param>
internal sealed class InfluxQueryText(RecordSchema schema)
{
    public const string Count = "count_of_values";
    public const string Value = "value_asked_for";

    private const long NanosecondsPerMicrosecond = 1000;
    private const string SmallestDouble = "F340";

    /// <summary>Writes a question.</summary>
    /// <param name="query">The question.</param>
    public string Of(in TimeQuery query)
    {
        string value = $"\"{schema.Values[query.Value].Name}\"";
        string until = $"({Sources(query)}) AND time < {Instant(query.Until)}";
        string range = $"{until} AND time >= {Instant(query.From)}";

        // A record may lack the value. Selecting its sequence number, which every record has, still returns a row for it.
        return query.Kind switch
        {
            TimeQueryKind.Last =>
                $"SELECT sequence, {value} AS {Value} FROM {InfluxEndpoint.Measurement} WHERE {until} ORDER BY time DESC LIMIT 1",
            TimeQueryKind.Above => $"SELECT {Both("max", value)} FROM {InfluxEndpoint.Measurement} WHERE {range} AND {value} > "
                + Number(query.Threshold),
            TimeQueryKind.HourlyMaximum => PerHour("max", value, range),
            TimeQueryKind.HourlyMean => PerHour("mean", value, range),
            _ => throw new ArgumentOutOfRangeException(nameof(query), query.Kind, "No kind of question."),
        };
    }

    private static string PerHour(string function, string value, string range) =>
        $"SELECT count(sequence), {Both(function, value)} FROM {InfluxEndpoint.Measurement} WHERE {range} "
        + "GROUP BY time(1h), source fill(none)";

    private static string Both(string function, string value) => $"count({value}) AS {Count}, {function}({value}) AS {Value}";

    private static string Sources(in TimeQuery query) => string.Join(" OR ",
        Enumerable.Range(query.Source, query.Sources).Select(source => FormattableString.Invariant($"source = '{source}'")));

    // The server knows no exponents: all digits of the double.
    private static string Number(double number) =>
        number.ToString(SmallestDouble, CultureInfo.InvariantCulture).TrimEnd('0') + "0";

    private static string Instant(long microseconds) =>
        ((Int128)microseconds * NanosecondsPerMicrosecond).ToString(CultureInfo.InvariantCulture);
}

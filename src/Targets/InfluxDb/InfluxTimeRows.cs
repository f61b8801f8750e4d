using System.Globalization;
using System.Text.Json;
using DbIngest.Abstractions.Operations;
using DbIngest.Targets.Http;
using DbIngest.Targets.InfluxDb.Server;

namespace DbIngest.Targets.InfluxDb;

/// <summary>
/// Asks questions about time ranges by InfluxQL and returns the rows of the answers. <see cref="InfluxQlApi"/> passes it to
/// <see cref="HttpTimeQueries"/>, which calls it for each question of <c>--queries</c>, beside the lanes. A question about values
/// above a limit must get one row even if the server returns none. Changes nothing.
/// </summary>
internal static class InfluxTimeRows
{
    /// <summary>Asks a question.</summary>
    /// <param name="session">The connection.</param>
    /// <param name="database">Name of the database.</param>
    /// <param name="text">Writes the question.</param>
    /// <param name="query">The question.</param>
    /// <exception cref="Wire.WireException">The server refuses, or the connection is lost.</exception>
    public static IEnumerable<TimeQueryRow> Of(HttpSession session, string database, InfluxQueryText text, TimeQuery query)
    {
        bool isEmpty = true;
        foreach (var series in InfluxServer.Query(session, text.Of(query), database, CancellationToken.None))
        {
            int source = series.Tags.TryGetValue("source", out string? tag) ? int.Parse(tag, CultureInfo.InvariantCulture)
                : query.Source;
            foreach (var row in series.Rows)
            {
                double value = row[InfluxQueryText.Value] is { ValueKind: JsonValueKind.Number } number ? number.GetDouble()
                    : double.NaN;
                long count = query.Kind == TimeQueryKind.Last ? 1
                    : row[InfluxQueryText.Count] is { ValueKind: JsonValueKind.Number } some ? some.GetInt64() : 0;
                isEmpty = false;
                yield return new(source, query.Kind == TimeQueryKind.Above ? 0 : row["time"].GetInt64(), count, value);
            }
        }

        // The server returns no row if no value is above the limit.
        if (query.Kind == TimeQueryKind.Above && isEmpty)
        {
            yield return new(query.Source, 0, 0, double.NaN);
        }
    }
}

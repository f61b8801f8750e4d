using System.Globalization;
using System.Text.Json;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Http;
using DbIngest.Targets.InfluxDb.Server;
using DbIngest.Targets.Queries;

namespace DbIngest.Targets.InfluxDb;

/// <summary>
/// Answers questions about time ranges by InfluxQL, over one HTTP connection, which reopens on next use.
/// <see cref="InfluxQlApi"/> opens it.
/// </summary>
internal sealed class InfluxTimeQueries : TimeQueries
{
    private readonly HttpSession _session;
    private readonly string _database;
    private readonly InfluxQueryText _text;
    private readonly CancellationTokenRegistration _cut;

    /// <summary>Connects.</summary>
    /// <param name="session">The connection, which this object disposes unless the constructor throws.</param>
    /// <param name="database">Name of the database.</param>
    /// <param name="schema">The values of a record.</param>
    /// <param name="cancellation">Closes the connection for good: the question under way and all later ones fail.</param>
    /// <exception cref="Wire.WireException">The server cannot be reached.</exception>
    public InfluxTimeQueries(HttpSession session, string database, RecordSchema schema, CancellationToken cancellation)
    {
        (_session, _database, _text) = (session, database, new InfluxQueryText(schema));
        session.Connection();
        _cut = cancellation.Register(session.Cut);
    }

    /// <inheritdoc/>
    public override void Dispose()
    {
        _cut.Dispose();
        _session.Dispose();
    }

    /// <inheritdoc/>
    protected override void Answer(in TimeQuery query, List<TimeQueryRow> rows)
    {
        foreach (var series in InfluxServer.Query(_session, _text.Of(query), _database, CancellationToken.None))
        {
            int source = series.Tags.TryGetValue("source", out string? tag) ? int.Parse(tag, CultureInfo.InvariantCulture)
                : query.Source;
            foreach (var row in series.Rows)
            {
                double value = row[InfluxQueryText.Value] is { ValueKind: JsonValueKind.Number } number ? number.GetDouble()
                    : double.NaN;
                long count = query.Kind == TimeQueryKind.Last ? 1
                    : row[InfluxQueryText.Count] is { ValueKind: JsonValueKind.Number } some ? some.GetInt64() : 0;
                rows.Add(new(source, query.Kind == TimeQueryKind.Above ? 0 : row["time"].GetInt64(), count, value));
            }
        }

        // The server has no row for what it does not find.
        if (query.Kind == TimeQueryKind.Above && rows.Count == 0)
        {
            rows.Add(new(query.Source, 0, 0, double.NaN));
        }
    }

    /// <inheritdoc/>
    protected override void Forget() => _session.Close();
}

using System.Globalization;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;

namespace DbIngest.Targets.Queries;

/// <summary>
/// Answers questions about time ranges by SQL. <see cref="ConnectedTimeQueries{TConnection}"/> derives from it and supplies the
/// connection. <c>TimeQueryProbe</c> asks beside the lanes of a trial, on one thread. Targets whose server answers over HTTP call
/// <see cref="RowOf"/> alone. Changes nothing.
/// </summary>
/// <param name="text">Writes each question as a statement.</param>
internal abstract class SqlTimeQueries(TimeQueryText text) : TimeQueries
{
    /// <inheritdoc/>
    protected override void Answer(in TimeQuery query, List<TimeQueryRow> rows) => Run(text.Of(query), rows);

    /// <summary>Runs a statement on the connection. Opens one if there is none.</summary>
    /// <param name="sql">The statement.</param>
    /// <param name="rows">Receives the rows.</param>
    /// <exception cref="WireException">The database refuses, or the connection is lost.</exception>
    /// <exception cref="TargetException">The same failures, if a vendor's driver is the client.</exception>
    protected abstract void Run(string sql, List<TimeQueryRow> rows);

    /// <summary>Parses a row that arrived as text.</summary>
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
}

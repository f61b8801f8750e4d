using DbIngest.Targets.Lines;
using DbIngest.Targets.Queries;

namespace DbIngest.Targets.QuestDb;

/// <summary>
/// Writes questions about time ranges in QuestDB's SQL: the source is a symbol, timestamps have their own type, and rows are
/// grouped by whatever is not aggregated. <see cref="QuestDbTarget"/> creates it and runs them. Immutable.
/// </summary>
/// <param name="table">The table.</param>
internal sealed class QuestDbQueryText(QuestDbTable table) : TimeQueryText(table.Name, table.Table.Schema)
{
    /// <inheritdoc/>
    protected override string Timestamp => "timestamp";

    /// <inheritdoc/>
    protected override string Microseconds => "timestamp::LONG";

    /// <inheritdoc/>
    protected override string Source => "source::INT";

    /// <inheritdoc/>
    protected override bool DividesTime => false;

    /// <inheritdoc/>
    protected override string Hour(string time) => $"timestamp_floor('h', {time})";

    /// <inheritdoc/>
    protected override string HourMicroseconds(string time) => $"{Hour(time)}::LONG";

    /// <inheritdoc/>
    protected override string Grouped(string time) => string.Empty;

    /// <inheritdoc/>
    protected override string Sources(int first, int count) =>
        $"source IN ({string.Join(", ", Enumerable.Range(first, count).Select(source => $"'{RecordLines.Tag(source)}'"))})";
}

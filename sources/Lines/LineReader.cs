using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Lines;

/// <summary>Reads a log of which a line is a record, or none.</summary>
/// <param name="file">The log.</param>
/// <param name="schema">The shape of its records.</param>
/// <param name="skipsBadRows">Whether a malformed line is counted instead of ending the reading.</param>
internal abstract class LineReader(InputFile file, RecordSchema schema, bool skipsBadRows) : IRecordReader
{
    private readonly CsvLines _lines = KeyValueSniffer.Lines(file);
    private long _records;

    /// <inheritdoc/>
    public RecordSchema Schema => schema;

    /// <inheritdoc/>
    public abstract IReadOnlyDictionary<string, string> Facts { get; }

    /// <summary>The malformed lines so far.</summary>
    protected BadRows Bad { get; } = new(file.Name, skipsBadRows);

    /// <inheritdoc/>
    public int Read(RecordBatch batch)
    {
        int row = 0;
        while (row < batch.Capacity && _lines.TryNext(out var line))
        {
            if (KeyValueSniffer.IsIdle(line))
            {
                continue;
            }

            Bad.Confirm();
            var found = ReadLine(line, batch, row);
            if (found.Fault is { } fault)
            {
                Bad.Add(_lines.Line, fault, perhapsTorn: found.IsPerhapsTorn && !_lines.Terminated);
            }
            else if (found.IsRecord && !_lines.Terminated && Doubt(line) is { } doubt)
            {
                Bad.Add(_lines.Line, doubt, perhapsTorn: true);
                break;
            }

            row += found.IsRecord ? 1 : 0;
        }

        batch.Reset(0, _records, row);
        _records += row;
        return row;
    }

    /// <inheritdoc/>
    public void Dispose() => _lines.Dispose();

    /// <summary>Reads a line that says something.</summary>
    /// <param name="line">The line.</param>
    /// <param name="batch">Where a record goes.</param>
    /// <param name="row">Its row.</param>
    protected abstract LineFound ReadLine(ReadOnlySpan<byte> line, RecordBatch batch, int row);

    /// <summary>Why a last line without a line end, though it was read as a record, may have been cut off.</summary>
    /// <param name="line">The line.</param>
    /// <returns>The reason, as a clause; null when the line is whole.</returns>
    protected abstract string? Doubt(ReadOnlySpan<byte> line);
}

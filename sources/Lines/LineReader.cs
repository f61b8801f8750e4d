using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Lines;

/// <summary>
/// Base of the readers of logs whose lines are records or are skipped: JSON lines, pairs, sentences, line protocol. A derived
/// reader parses one line. This class skips empty lines and comments, counts malformed lines or throws at the first one, and
/// drops a last line that may have been cut off. <c>FilesReader</c> or <c>PivotReader</c> reads it once, before any trial. Not
/// thread-safe.
/// </summary>
/// <param name="skipsBadRows">True when malformed lines are counted; false when the first one ends the reading.</param>
internal abstract class LineReader(InputFile file, RecordSchema schema, bool skipsBadRows) : IRecordReader
{
    private readonly CsvLines _lines = KeyValueSniffer.Lines(file);
    private long _records;

    /// <inheritdoc/>
    public RecordSchema Schema => schema;

    /// <inheritdoc/>
    public abstract IReadOnlyDictionary<string, string> Facts { get; }

    protected MalformedRows Bad { get; } = new(file.Name, skipsBadRows);

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

    /// <summary>Reads one line that is neither empty nor a comment.</summary>
    /// <param name="batch">The batch that receives a record.</param>
    /// <param name="row">The record's row in the batch.</param>
    protected abstract LineOutcome ReadLine(ReadOnlySpan<byte> line, RecordBatch batch, int row);

    /// <summary>Judges a last line without a line end that was read as a record: it may have been cut off.</summary>
    /// <returns>The reason to leave it out, as a clause; null when the line is whole.</returns>
    protected abstract string? Doubt(ReadOnlySpan<byte> line);
}

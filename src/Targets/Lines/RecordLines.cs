using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Wire.Lines;

namespace DbIngest.Targets.Lines;

/// <summary>
/// Encodes records as lines: <c>TABLE,source=S sequence=Ni,quality=Ni,NAME=VALUE,... MICROSECONDS</c>. The source is a tag, each
/// value a field. Where records have a series, the series is a second tag, <c>,series=N</c>. A missing value has no field.
/// <see cref="LineProtocolWriter"/> calls it on the timed path, so it allocates nothing per record. Audits, reads and questions
/// name the same tags and fields, so none may change. Immutable, so several writers may share it.
/// </summary>
internal sealed class RecordLines
{
    private readonly byte[] _start;
    private readonly byte[][] _names;
    private readonly bool _isBinary;
    private readonly int _longest;

    /// <summary>Prepares the constant parts of the lines.</summary>
    /// <param name="table">Name of the table or measurement: letters, digits and underscores.</param>
    /// <param name="schema">The values of a record.</param>
    /// <param name="isBinary">True to write doubles as their 8 bytes, as in version 2 of QuestDB's protocol.</param>
    public RecordLines(string table, RecordSchema schema, bool isBinary)
    {
        _start = Encoding.ASCII.GetBytes($"{table},source=");
        _names = [.. schema.Measured.Select(value => Encoding.ASCII.GetBytes($",{value.Name}="))];
        _isBinary = isBinary;
        _longest = _start.Length + (5 * LineBuffer.NumberBytes) + ",series= sequence=,quality= \n".Length
            + _names.Sum(name => name.Length + LineBuffer.NumberBytes);
    }

    /// <summary>The text of a source's tag.</summary>
    public static string Tag(int source) => source.ToString(CultureInfo.InvariantCulture);

    /// <summary>Appends all records of a batch.</summary>
    /// <param name="lines">Receives the lines.</param>
    /// <param name="batch">The batch.</param>
    public void Append(LineBuffer lines, RecordBatch batch)
    {
        int capacity = batch.Capacity;
        double[] values = batch.Values;
        int series = batch.Schema.SeriesColumn;
        for (int row = 0; row < batch.Count; row++)
        {
            lines.Reserve(_longest);
            lines.Raw(_start);
            lines.Digits(batch.Source);
            if (series >= 0)
            {
                lines.Raw(",series="u8);
                lines.Digits((long)values[(series * capacity) + row]);
            }

            lines.Raw(" sequence="u8);
            lines.Integer(batch.FirstSequence + row);
            lines.Raw(",quality="u8);
            lines.Integer(batch.Qualities[row]);
            for (int column = 0; column < _names.Length; column++)
            {
                double value = values[(column * capacity) + row];
                if (double.IsNaN(value))
                {
                    continue;
                }

                lines.Raw(_names[column]);
                if (_isBinary)
                {
                    lines.BinaryDouble(value);
                }
                else
                {
                    lines.Double(value);
                }
            }

            lines.Raw((byte)' ');
            lines.Digits(batch.Timestamps[row]);
            lines.Raw((byte)'\n');
        }
    }
}

using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Wire.Lines;

namespace DbIngest.Targets.Lines;

/// <summary>
/// Writes records as lines: <c>TABLE,source=S sequence=Ni,quality=Ni,NAME=VALUE,... MICROSECONDS</c>. The source is a tag, every
/// value a field; one that is missing has no field.
/// </summary>
internal sealed class RecordLines
{
    private readonly byte[] _start;
    private readonly byte[][] _names;
    private readonly bool _isBinary;
    private readonly int _longest;

    /// <summary>Creates it.</summary>
    /// <param name="table">The table, or measurement: letters, digits and underscores.</param>
    /// <param name="schema">The shape of the records.</param>
    /// <param name="isBinary">Whether doubles are written as their bytes, as QuestDB's version 2 of the protocol has it.</param>
    public RecordLines(string table, RecordSchema schema, bool isBinary)
    {
        _start = Encoding.ASCII.GetBytes($"{table},source=");
        _names = [.. schema.Values.Select(value => Encoding.ASCII.GetBytes($",{value.Name}="))];
        _isBinary = isBinary;
        _longest = _start.Length + (4 * LineBuffer.NumberBytes) + " sequence=,quality= \n".Length
            + _names.Sum(name => name.Length + LineBuffer.NumberBytes);
    }

    /// <summary>The tag of a source.</summary>
    public static string Tag(int source) => source.ToString(CultureInfo.InvariantCulture);

    /// <summary>Appends a batch.</summary>
    /// <param name="lines">Where to.</param>
    /// <param name="batch">The batch.</param>
    public void Append(LineBuffer lines, RecordBatch batch)
    {
        int capacity = batch.Capacity;
        double[] values = batch.Values;
        for (int row = 0; row < batch.Count; row++)
        {
            lines.Reserve(_longest);
            lines.Raw(_start);
            lines.Digits(batch.Source);
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

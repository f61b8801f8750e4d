using System.Buffers.Binary;
using System.Globalization;
using System.Text;
using DbIngest.Core.Records;

namespace DbIngest.Sources.Export;

/// <summary>
/// Writes a COMTRADE record of revision 2013: a configuration (.cfg) and, beside it, its data (.dat) in the coding FLOAT32. Values
/// are rounded to single precision, the quality flags are not written, and stamps of 32 bits wrap round, as recorders' do.
/// </summary>
internal sealed class ComtradeWriter : IRecordWriter
{
    private readonly string _path;
    private readonly RecordSchema _schema;
    private readonly Stream _data;
    private readonly byte[] _sample;
    private long _rows;
    private long _first;

    /// <summary>Creates the data file.</summary>
    /// <param name="path">The configuration, which is replaced, as is the data file beside it.</param>
    /// <param name="schema">The shape of the records.</param>
    public ComtradeWriter(string path, RecordSchema schema)
    {
        _path = path;
        _schema = schema;
        _data = new BufferedStream(File.Create(Path.ChangeExtension(path, ".dat")), 1 << 20);
        _sample = new byte[8 + (4 * schema.ValueCount)];
    }

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        for (int row = 0; row < batch.Count; row++)
        {
            _first = _rows == 0 ? batch.Timestamps[row] : _first;
            BinaryPrimitives.WriteUInt32LittleEndian(_sample, unchecked((uint)++_rows));
            uint stamp = unchecked((uint)(batch.Timestamps[row] - _first));

            // All ones would mean that the stamp is missing.
            BinaryPrimitives.WriteUInt32LittleEndian(_sample.AsSpan(4), stamp == uint.MaxValue ? stamp - 1 : stamp);
            for (int column = 0; column < _schema.ValueCount; column++)
            {
                double value = batch.Values[(column * batch.Capacity) + row];
                BinaryPrimitives.WriteSingleLittleEndian(_sample.AsSpan(8 + (4 * column)), double.IsNaN(value) ? float.MinValue : (float)value);
            }

            _data.Write(_sample);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _data.Dispose();
        var text = new StringBuilder();
        text.Append("dbingest,export,2013\n");
        text.Append(CultureInfo.InvariantCulture, $"{_schema.ValueCount},{_schema.ValueCount}A,0D\n");
        for (int i = 0; i < _schema.ValueCount; i++)
        {
            var value = _schema.Values[i];
            string unit = value.Unit.Replace(',', ' ');
            text.Append(CultureInfo.InvariantCulture, $"{i + 1},{value.Name},,,{unit},1,0,0,-3.4028235E+38,3.4028235E+38,1,1,P\n");
        }

        string start = DateTime.UnixEpoch.AddTicks(_first * TimeSpan.TicksPerMicrosecond)
            .ToString("dd'/'MM'/'yyyy','HH':'mm':'ss'.'ffffff", CultureInfo.InvariantCulture);
        text.Append(CultureInfo.InvariantCulture, $"50\n0\n0,{_rows}\n{start}\n{start}\nFLOAT32\n1\n0,0\n0,0\n");
        File.WriteAllText(_path, text.ToString());
    }
}

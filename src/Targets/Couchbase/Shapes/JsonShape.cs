using System.Buffers.Text;
using System.Text;
using System.Text.Json;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Documents;
using DbIngest.Wire;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase.Shapes;

/// <summary>
/// Encodes a record as a JSON object. The text between two numbers is the same for each record and is copied. A missing value
/// has no attribute. <see cref="CouchbaseTable"/> creates it for <c>value=json</c> and <c>value=short</c>. It must stay immutable
/// and allocate nothing per record.
/// </summary>
internal sealed class JsonShape : CouchbaseDocumentShape
{
    private readonly RecordNames _names;
    private readonly bool _mayGrow;
    private readonly byte[] _source;
    private readonly byte[] _sequence;
    private readonly byte[] _timestamp;
    private readonly byte[] _quality;
    private readonly byte[][] _values;
    private readonly int _largestBytes;

    /// <summary>Creates the shape.</summary>
    /// <param name="names">Names of the attributes: letters, digits and underscores.</param>
    /// <param name="mayGrow">True if a trial may yet add values: a reader then leaves out attributes with other names.</param>
    public JsonShape(RecordNames names, bool mayGrow = false)
    {
        (_names, _mayGrow) = (names, mayGrow);
        _source = Encoding.UTF8.GetBytes($"{{\"{names.Source}\":");
        _sequence = Before(names.Sequence);
        _timestamp = Before(names.Timestamp);
        _quality = Before(names.Quality);
        _values = [.. names.Values.Select(Before)];
        _largestBytes = _source.Length + _sequence.Length + _timestamp.Length + _quality.Length
            + _values.Sum(v => v.Length + ShortestDouble.MostBytes) + (4 * ShortestDouble.MostBytes) + 1;
    }

    /// <summary>Flags for JSON: the SDKs' common flags, and the older ones.</summary>
    public override uint Flags => 0x0200_0006;

    /// <inheritdoc/>
    public override void Append(KvRequestBuffer to, RecordBatch batch, int row)
    {
        var room = to.Room(_largestBytes);
        int at = 0;
        Put(room, ref at, _source, batch.Source);
        Put(room, ref at, _sequence, batch.FirstSequence + row);
        Put(room, ref at, _timestamp, batch.Timestamps[row]);
        Put(room, ref at, _quality, batch.Qualities[row]);
        double[] values = batch.Values;
        byte[][] names = _values;
        for (int i = 0, from = row; i < names.Length; i++, from += batch.Capacity)
        {
            double value = values[from];
            if (!double.IsNaN(value))
            {
                names[i].CopyTo(room[at..]);
                at += names[i].Length;
                at += ShortestDouble.Write(value, room[at..]);
            }
        }

        room[at++] = (byte)'}';
        to.Advance(at);
    }

    /// <inheritdoc/>
    public override CouchbaseDocumentReader Reader() => new JsonReader(_names, _mayGrow);

    private static byte[] Before(string name) => Encoding.UTF8.GetBytes($",\"{name}\":");

    private static void Put(Span<byte> room, ref int at, byte[] name, long number)
    {
        name.CopyTo(room[at..]);
        at += name.Length;
        Utf8Formatter.TryFormat(number, room[at..], out int written);
        at += written;
    }

    private sealed class JsonReader(RecordNames names, bool mayGrow) : CouchbaseDocumentReader(names.Values.Count)
    {
        private readonly byte[][] _fixed =
            [.. new[] { names.Source, names.Sequence, names.Timestamp, names.Quality }.Select(RecordNames.Utf8)];
        private readonly byte[][] _values = [.. names.Values.Select(RecordNames.Utf8)];

        public override bool Read(ReadOnlySpan<byte> value)
        {
            Values.Fill(double.NaN);
            var reader = new Utf8JsonReader(value);
            try
            {
                return ReadObject(ref reader);
            }
            catch (Exception exception) when (exception is JsonException or FormatException or InvalidOperationException)
            {
                return false;
            }
        }

        private bool ReadObject(ref Utf8JsonReader reader)
        {
            int found = 0;
            int next = 0;
            if (!reader.Read() || reader.TokenType != JsonTokenType.StartObject)
            {
                return false;
            }

            while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
            {
                int field = found < _fixed.Length ? Index(_fixed, ref reader, 0) : -1;
                int column = field < 0 ? Index(_values, ref reader, next) : -1;
                bool isKnown = field >= 0 || column >= 0;
                if (!reader.Read() || (!isKnown && !mayGrow))
                {
                    return false;
                }

                if (!isKnown)
                {
                    reader.Skip();
                    continue;
                }

                if (column >= 0)
                {
                    Values[column] = reader.GetDouble();
                    next = column + 1;
                    continue;
                }

                found++;
                switch (field)
                {
                    case 0: Source = reader.GetInt32(); break;
                    case 1: Sequence = reader.GetInt64(); break;
                    case 2: Timestamp = reader.GetInt64(); break;
                    default: Quality = reader.GetUInt32(); break;
                }
            }

            return found == _fixed.Length && reader.TokenType == JsonTokenType.EndObject;
        }

        /// <summary>Finds the index of the current attribute name, starting at the likely one.</summary>
        private static int Index(byte[][] names, ref Utf8JsonReader reader, int likely)
        {
            for (int i = 0; i < names.Length; i++)
            {
                int index = likely + i < names.Length ? likely + i : likely + i - names.Length;
                if (reader.ValueTextEquals(names[index]))
                {
                    return index;
                }
            }

            return -1;
        }
    }
}

using System.Buffers.Binary;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Documents;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo.Shapes;

/// <summary>
/// Encodes each record as one document. It copies a template and overwrites the numbers, since documents without missing values
/// differ in numbers only. A missing value has no field. <see cref="MongoCollection"/> creates it for every shape but
/// <c>bucket</c>, and all writers share it. It must stay immutable and allocate nothing per record.
/// </summary>
/// <remarks>
/// A BSON date has milliseconds, so a timestamp in microseconds is stored as a whole number. A time series requires a date and
/// has the remaining microseconds in another field.
/// </remarks>
internal sealed class RecordShape : MongoDocumentShape
{
    internal const string Micros = "micros";
    private const long MicrosPerMilli = 1000;

    private readonly MongoIdentity _identity;
    private readonly bool _isTimeSeries;
    private readonly byte[][] _values;
    private readonly byte[]? _series;
    private readonly RecordNames _names;
    private readonly byte[] _template;
    private readonly int _fixedBytes;
    private readonly int _id;
    private readonly int _source;
    private readonly int _sequence;
    private readonly int _timestamp;
    private readonly int _micros;
    private readonly int _quality;
    private readonly int[] _at;
    private readonly int _seriesAt;

    /// <summary>Creates the shape.</summary>
    /// <param name="names">Names of the fields.</param>
    /// <param name="hasSeries">True if the last value is the number of the record's series, a whole number.</param>
    /// <param name="identity">Makes the <c>_id</c> of a document.</param>
    /// <param name="isTimeSeries">True for documents of a time series.</param>
    public RecordShape(RecordNames names, bool hasSeries, MongoIdentity identity, bool isTimeSeries)
    {
        _names = names;
        _identity = identity;
        _isTimeSeries = isTimeSeries;
        _values = [.. names.Values.SkipLast(hasSeries ? 1 : 0).Select(RecordNames.Utf8)];
        _series = hasSeries ? RecordNames.Utf8(names.Values[^1]) : null;
        var buffer = new BsonBuffer();
        int start = buffer.BeginDocument();
        buffer.Header(identity.Type, "_id"u8);
        _id = Room(buffer, identity.Bytes);
        buffer.Header(BsonType.Int32, RecordNames.Utf8(names.Source));
        _source = Room(buffer, sizeof(int));
        buffer.Header(BsonType.Int64, RecordNames.Utf8(names.Sequence));
        _sequence = Room(buffer, sizeof(long));
        buffer.Header(isTimeSeries ? BsonType.DateTime : BsonType.Int64, RecordNames.Utf8(names.Timestamp));
        _timestamp = Room(buffer, sizeof(long));
        if (isTimeSeries)
        {
            buffer.Header(BsonType.Int32, RecordNames.Utf8(Micros));
            _micros = Room(buffer, sizeof(int));
        }

        buffer.Header(BsonType.Int32, RecordNames.Utf8(names.Quality));
        _quality = Room(buffer, sizeof(int));
        _fixedBytes = buffer.Length;
        _at = new int[_values.Length];
        for (int i = 0; i < _values.Length; i++)
        {
            buffer.Header(BsonType.Double, _values[i]);
            _at[i] = Room(buffer, sizeof(double));
        }

        if (_series is not null)
        {
            buffer.Header(BsonType.Int32, _series);
            _seriesAt = Room(buffer, sizeof(int));
        }

        buffer.EndDocument(start);
        _template = buffer.Written.ToArray();
    }

    /// <inheritdoc/>
    public override int LargestBytes => _template.Length;

    /// <inheritdoc/>
    public override void Append(BsonBuffer to, RecordBatch batch, int first, int count)
    {
        int start = to.Length;
        var document = to.Append(_template.Length);
        _template.CopyTo(document);
        Fixed(document, batch, first);
        double[] values = batch.Values;
        int[] places = _at;
        for (int i = 0, at = first; i < places.Length; i++, at += batch.Capacity)
        {
            double value = values[at];
            if (double.IsNaN(value))
            {
                to.Truncate(start + _fixedBytes);
                Sparse(to, start, batch, first);
                return;
            }

            BinaryPrimitives.WriteDoubleLittleEndian(document[places[i]..], value);
        }

        if (_series is not null)
        {
            BinaryPrimitives.WriteInt32LittleEndian(document[_seriesAt..], SeriesOf(batch, first));
        }
    }

    /// <inheritdoc/>
    public override MongoDocumentReader Reader() => new RecordReader(_names, _isTimeSeries);

    /// <summary>Splits a timestamp into milliseconds and remaining microseconds.</summary>
    internal static (long Milliseconds, int Micros) Split(long timestamp)
    {
        var (milliseconds, rest) = Math.DivRem(timestamp, MicrosPerMilli);
        return rest < 0 ? (milliseconds - 1, (int)(rest + MicrosPerMilli)) : (milliseconds, (int)rest);
    }

    private static int Room(BsonBuffer buffer, int bytes)
    {
        int at = buffer.Length;
        buffer.Append(bytes).Clear();
        return at;
    }

    private void Fixed(Span<byte> document, RecordBatch batch, int row)
    {
        long sequence = batch.FirstSequence + row;
        _identity.Write(document[_id..], batch.Source, sequence);
        BinaryPrimitives.WriteInt32LittleEndian(document[_source..], batch.Source);
        BinaryPrimitives.WriteInt64LittleEndian(document[_sequence..], sequence);
        if (_isTimeSeries)
        {
            var (milliseconds, micros) = Split(batch.Timestamps[row]);
            BinaryPrimitives.WriteInt64LittleEndian(document[_timestamp..], milliseconds);
            BinaryPrimitives.WriteInt32LittleEndian(document[_micros..], micros);
        }
        else
        {
            BinaryPrimitives.WriteInt64LittleEndian(document[_timestamp..], batch.Timestamps[row]);
        }

        BinaryPrimitives.WriteInt32LittleEndian(document[_quality..], (int)batch.Qualities[row]);
    }

    private void Sparse(BsonBuffer to, int start, RecordBatch batch, int row)
    {
        for (int i = 0, at = row; i < _values.Length; i++, at += batch.Capacity)
        {
            if (!double.IsNaN(batch.Values[at]))
            {
                to.Double(_values[i], batch.Values[at]);
            }
        }

        if (_series is not null)
        {
            to.Int32(_series, SeriesOf(batch, row));
        }

        to.EndDocument(start);
    }

    private static int SeriesOf(RecordBatch batch, int row) => (int)batch.Column(batch.Schema.SeriesColumn)[row];
}

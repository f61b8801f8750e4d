using DbIngest.Targets.Documents;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo.Shapes;

/// <summary>
/// Decodes documents of <see cref="RecordShape"/>, which hold one record each, with their fields in any order. The shape
/// creates one for each thread of the audit, each comparison after a failed write and each writer that reads single records. A
/// field of a wrong type counts as missing. Not thread-safe.
/// </summary>
internal sealed class RecordReader : MongoDocumentReader
{
    private const int FixedFields = 6;

    private readonly FieldPlaces _places;
    private readonly double[] _values;
    private readonly bool _isTimeSeries;
    private bool _isThere;

    public RecordReader(RecordNames names, bool isTimeSeries)
    {
        _places = new(["_id", names.Source, names.Sequence, names.Timestamp, RecordShape.Micros, names.Quality, .. names.Values]);
        _values = new double[names.Values.Count];
        _isTimeSeries = isTimeSeries;
    }

    /// <inheritdoc/>
    public override ReadOnlySpan<double> Values => _values;

    /// <inheritdoc/>
    public override void Open(ReadOnlySpan<byte> document)
    {
        (Source, Sequence, Timestamp, Quality) = (-1, -1, 0, 0);
        _values.AsSpan().Fill(double.NaN);
        _isThere = true;
        _places.Begin();
        int micros = 0;
        var reader = new BsonReader(document);
        while (reader.Next())
        {
            int place = _places.Of(reader.Name);
            if (place >= FixedFields)
            {
                // Accepts a whole number, as some clients store it. Any other type counts as missing.
                _values[place - FixedFields] = reader.Type == BsonType.Double ? reader.Double
                    : reader.Type is BsonType.Int32 or BsonType.Int64 ? reader.Whole() : double.NaN;
            }
            else if (place > 0 && reader.Type is BsonType.Int32 or BsonType.Int64 or BsonType.DateTime)
            {
                Take(place, reader.Whole(), ref micros);
            }
        }

        Timestamp = _isTimeSeries ? (Timestamp * 1000) + micros : Timestamp;
    }

    /// <inheritdoc/>
    public override bool Next()
    {
        bool isThere = _isThere;
        _isThere = false;
        return isThere;
    }

    private void Take(int place, long value, ref int micros)
    {
        switch (place)
        {
            case 1:
                Source = value is >= 0 and <= int.MaxValue ? (int)value : -1;
                break;
            case 2:
                Sequence = value;
                break;
            case 3:
                Timestamp = value;
                break;
            case 4:
                micros = (int)value;
                break;
            default:
                Quality = (uint)value;
                break;
        }
    }
}

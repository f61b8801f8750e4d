using DbIngest.Targets.Documents;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo.Shapes;

/// <summary>
/// Decodes documents of <see cref="BucketShape"/>, which hold several records each. Each thread of the audit and each comparison
/// after a failed write has its own. The field <c>count</c> must come before the arrays, as the shape writes it. A document
/// without records is read as one record of no source.
/// </summary>
internal sealed class BucketReader(RecordNames names) : MongoDocumentReader
{
    private const int FixedFields = 6;

    private readonly FieldPlaces _places = new(["_id", "source", "sequence", "count", "timestamp", "quality", .. names.Values]);
    private readonly double[] _row = new double[names.Values.Count];
    private long[] _timestamps = [];
    private uint[] _qualities = [];
    private double[] _values = [];
    private int _capacity;
    private int _count;
    private int _next;
    private long _first;

    /// <inheritdoc/>
    public override ReadOnlySpan<double> Values => _row;

    /// <inheritdoc/>
    public override void Open(ReadOnlySpan<byte> document)
    {
        (Source, _first, _count, _next) = (-1, -1, 0, 0);
        _places.Begin();
        var reader = new BsonReader(document);
        while (reader.Next())
        {
            int place = _places.Of(reader.Name);
            if (reader.Type == BsonType.Array && place >= 4)
            {
                Read(place, reader.Value);
            }
            else if (place is >= 1 and <= 3 && reader.Type is BsonType.Int32 or BsonType.Int64)
            {
                Take(place, reader.Whole());
            }
        }

        if (_count == 0)
        {
            // The shape writes no bucket without records: this document is another's, and one row tells the audit of it.
            (Source, _first) = (-1, -1);
            Begin(1);
        }
    }

    /// <inheritdoc/>
    public override bool Next()
    {
        if (_next == _count)
        {
            return false;
        }

        Sequence = _first < 0 ? -1 : _first + _next;
        Timestamp = _timestamps[_next];
        Quality = _qualities[_next];
        for (int i = 0; i < _row.Length; i++)
        {
            _row[i] = _values[(i * _capacity) + _next];
        }

        _next++;
        return true;
    }

    private void Take(int place, long value)
    {
        switch (place)
        {
            case 1:
                Source = value is >= 0 and <= int.MaxValue ? (int)value : -1;
                break;
            case 2:
                _first = value;
                break;
            default:
                Begin(value);
                break;
        }
    }

    /// <summary>Makes room for a number of records and forgets the previous ones.</summary>
    private void Begin(long count)
    {
        // A larger count is damage, and must not allocate memory.
        _count = (int)Math.Clamp(count, 0, 1_000_000);
        if (_count > _capacity)
        {
            _capacity = _count;
            _timestamps = new long[_count];
            _qualities = new uint[_count];
            _values = new double[_count * _row.Length];
        }

        _timestamps.AsSpan().Clear();
        _qualities.AsSpan().Clear();
        _values.AsSpan().Fill(double.NaN);
    }

    private void Read(int place, ReadOnlySpan<byte> array)
    {
        var reader = new BsonReader(array);
        for (int i = 0; reader.Next() && i < _count; i++)
        {
            if (reader.Type is not (BsonType.Int32 or BsonType.Int64 or BsonType.Double))
            {
                continue;
            }

            switch (place)
            {
                case 4:
                    _timestamps[i] = IsWhole(reader) ? reader.Whole() : 0;
                    break;
                case 5:
                    _qualities[i] = IsWhole(reader) ? (uint)reader.Whole() : 0;
                    break;
                default:
                    _values[((place - FixedFields) * _capacity) + i] = reader.Type == BsonType.Double ? reader.Double
                        : reader.Whole();
                    break;
            }
        }
    }

    /// <summary>
    /// False for a double with a fraction, which <see cref="BsonReader.Whole"/> would cut off, and for one for which it throws.
    /// </summary>
    private static bool IsWhole(in BsonReader reader) =>
        reader.Type != BsonType.Double || (double.IsInteger(reader.Double) && Math.Abs(reader.Double) < 1L << 53);
}

using System.Buffers;
using System.Globalization;
using System.Text.Json;
using DbIngest.Abstractions.Operations;
using DbIngest.Service.Problems;

namespace DbIngest.Service.Bodies;

/// <summary>
/// Collects the records that a store returns and writes them as JSON, by sequence number. <c>RecordRoutes</c> creates a writer
/// per request. A session of the store fills it on the thread of the session. After the POST of one record the route fills it
/// itself. For a PUT the route reads only the count and the timestamp. Not thread-safe.
/// </summary>
/// <param name="most">Most records that it keeps. Further ones only set <see cref="HasMore"/>.</param>
internal sealed class JsonRecordWriter(int most = int.MaxValue) : IRecordReceiver
{
    private readonly List<(int Source, long Sequence, long Timestamp, uint Quality, double[] Values)> _records = [];

    /// <summary>Records received and kept.</summary>
    public int Count => _records.Count;

    /// <summary>True if the store returned more records than are kept.</summary>
    public bool HasMore { get; private set; }

    /// <summary>Timestamp of the first record in microseconds UTC. Only if <see cref="Count"/> is at least 1.</summary>
    public long Timestamp => _records[0].Timestamp;

    /// <summary>Forgets the records, before a read is repeated.</summary>
    public void Clear()
    {
        _records.Clear();
        HasMore = false;
    }

    /// <inheritdoc/>
    public void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values)
    {
        HasMore = _records.Count == most;
        if (!HasMore)
        {
            _records.Add((source, sequence, timestamp, quality, values.ToArray()));
        }
    }

    /// <summary>Writes the first record as an object. Call it only if <see cref="Count"/> is at least 1.</summary>
    /// <exception cref="RefusalException">The record has an infinite value: status 422.</exception>
    public ArrayBufferWriter<byte> WriteOne()
    {
        var body = new ArrayBufferWriter<byte>(512);
        using var json = new Utf8JsonWriter(body);
        Write(json, _records[0]);
        return body;
    }

    /// <summary>Sorts the records by sequence number and writes all of them as a window.</summary>
    /// <exception cref="RefusalException">A record has an infinite value: status 422.</exception>
    public ArrayBufferWriter<byte> WriteWindow()
    {
        _records.Sort((a, b) => a.Sequence.CompareTo(b.Sequence));
        var body = new ArrayBufferWriter<byte>(1024);
        using var json = new Utf8JsonWriter(body);
        json.WriteStartObject();
        json.WriteStartArray("records");
        foreach (var record in _records)
        {
            Write(json, record);
        }

        json.WriteEndArray();
        json.WriteEndObject();
        return body;
    }

    private static void Write(Utf8JsonWriter json,
        (int Source, long Sequence, long Timestamp, uint Quality, double[] Values) record)
    {
        json.WriteStartObject();
        json.WriteNumber("source", record.Source);
        json.WriteNumber("sequence", record.Sequence);
        json.WriteNumber("timestamp", record.Timestamp);
        json.WriteNumber("quality", record.Quality);
        json.WriteStartArray("values");
        foreach (double value in record.Values)
        {
            if (double.IsNaN(value))
            {
                json.WriteNullValue();
            }
            else if (double.IsFinite(value))
            {
                json.WriteNumberValue(value);
            }
            else
            {
                // Another program stored it: the service takes no infinite value.
                throw new RefusalException(422, string.Create(CultureInfo.InvariantCulture,
                    $"Record {record.Sequence} of source {record.Source} has an infinite value, which JSON cannot express."))
                {
                    Field = "values",
                };
            }
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }
}

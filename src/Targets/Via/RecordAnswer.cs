using System.Text.Json;
using DbIngest.Abstractions.Operations;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Via;

/// <summary>
/// Reads the records in an answer of the service: one JSON object, or a window of them (<c>docs/reference/service.md</c>).
/// <see cref="ServiceWriter"/> calls it on the timed path, so it reuses its buffers. An answer of another form must throw,
/// never yield a record. Not thread-safe.
/// </summary>
internal sealed class RecordAnswer
{
    private byte[] _body = new byte[16 * 1024];
    private double[] _values = new double[16];

    /// <summary>Reads the body of an answer whose head has arrived.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="found">Receives the records. Null to count them.</param>
    /// <returns>Number of records in the answer.</returns>
    /// <exception cref="WireException">The connection is lost, or the body does not follow the protocol.</exception>
    public int Read(HttpConnection connection, IRecordReceiver? found)
    {
        int length = 0;
        for (int read; (read = connection.Read(_body.AsSpan(length))) > 0;)
        {
            length += read;
            if (length == _body.Length)
            {
                Array.Resize(ref _body, length * 2);
            }
        }

        try
        {
            return Parse(_body.AsSpan(0, length), found);
        }
        catch (Exception fault) when (fault is JsonException or FormatException or InvalidOperationException)
        {
            throw new WireProtocolException($"The service's answer is not a record: {fault.Message}");
        }
    }

    private int Parse(ReadOnlySpan<byte> body, IRecordReceiver? found)
    {
        var json = new Utf8JsonReader(body);
        json.Read();
        Demand(json.TokenType == JsonTokenType.StartObject);
        json.Read();
        if (!json.ValueTextEquals("records"u8))
        {
            Record(ref json, found);
            return 1;
        }

        int count = 0;
        json.Read();
        Demand(json.TokenType == JsonTokenType.StartArray);
        while (json.Read() && json.TokenType == JsonTokenType.StartObject)
        {
            json.Read();
            Record(ref json, found);
            count++;
        }

        Demand(json.TokenType == JsonTokenType.EndArray);
        return count;
    }

    /// <summary>Reads an object from its first name to its end. It must have all five members.</summary>
    private void Record(ref Utf8JsonReader json, IRecordReceiver? found)
    {
        long source = 0;
        long sequence = 0;
        long timestamp = 0;
        long quality = 0;
        int count = 0;
        var members = Members.None;
        for (; json.TokenType == JsonTokenType.PropertyName; json.Read())
        {
            if (json.ValueTextEquals("values"u8))
            {
                count = Values(ref json);
                members |= Members.Values;
            }
            else if (json.ValueTextEquals("timestamp"u8))
            {
                timestamp = Number(ref json);
                members |= Members.Timestamp;
            }
            else if (json.ValueTextEquals("quality"u8))
            {
                quality = Number(ref json);
                members |= Members.Quality;
            }
            else if (json.ValueTextEquals("sequence"u8))
            {
                sequence = Number(ref json);
                members |= Members.Sequence;
            }
            else
            {
                Demand(json.ValueTextEquals("source"u8));
                source = Number(ref json);
                members |= Members.Source;
            }
        }

        Demand(json.TokenType == JsonTokenType.EndObject && members == Members.All);
        Demand(source is >= 0 and <= int.MaxValue && quality is >= 0 and <= uint.MaxValue);
        found?.Add((int)source, sequence, timestamp, (uint)quality, _values.AsSpan(0, count));
    }

    private int Values(ref Utf8JsonReader json)
    {
        json.Read();
        Demand(json.TokenType == JsonTokenType.StartArray);
        int count = 0;
        while (json.Read() && json.TokenType != JsonTokenType.EndArray)
        {
            if (count == _values.Length)
            {
                Array.Resize(ref _values, count * 2);
            }

            _values[count++] = json.TokenType == JsonTokenType.Null ? double.NaN : json.GetDouble();
        }

        return count;
    }

    private static long Number(ref Utf8JsonReader json)
    {
        json.Read();
        return json.GetInt64();
    }

    private static void Demand(bool isSo)
    {
        if (!isSo)
        {
            throw new FormatException("expected an object with source, sequence, timestamp, quality and values.");
        }
    }

    /// <summary>The members that were read of an object.</summary>
    [Flags]
    private enum Members
    {
        None = 0,
        Source = 1,
        Sequence = 2,
        Timestamp = 4,
        Quality = 8,
        Values = 16,
        All = Source | Sequence | Timestamp | Quality | Values,
    }
}

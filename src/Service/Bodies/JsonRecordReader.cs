using System.Globalization;
using System.Text.Json;
using DbIngest.Abstractions.Records;
using DbIngest.Service.Problems;

namespace DbIngest.Service.Bodies;

/// <summary>
/// Reads the JSON bodies of <c>docs/reference/service.md</c>, a batch or a single record, into a rented batch.
/// <c>RecordRoutes</c> calls it once per JSON body, for several requests at once, so it keeps no state. It refuses everything
/// that the page does not name: unknown, repeated and missing fields, infinite values.
/// </summary>
/// <remarks>After a refusal the batch holds a part of the body, so the caller must not store it.</remarks>
internal static class JsonRecordReader
{
    /// <summary>The largest sequence number: JSON's numbers are exact up to there.</summary>
    public const long LargestSequence = (1L << 53) - 1;

    /// <summary>Fewest bytes of a record in JSON, without its values. Each value takes 2 bytes or more with its comma.</summary>
    private const int LeastRecordBytes = 26;

    /// <summary>An upper bound on the records of a body, so that a batch with room for them can be rented.</summary>
    /// <param name="bytes">Bytes of the body.</param>
    /// <param name="values">Values of a record.</param>
    public static int MostRecords(int bytes, int values) => (bytes / (LeastRecordBytes + (2 * values))) + 1;

    /// <summary>Reads a batch.</summary>
    /// <param name="body">The whole body.</param>
    /// <param name="source">The source that the path names.</param>
    /// <param name="batch">Receives the records. A body with more records than its capacity is refused with status 413.</param>
    /// <exception cref="RefusalException">The body is malformed.</exception>
    public static void ReadBatch(ReadOnlySpan<byte> body, int source, RecordBatch batch) => Guard(body, source, batch,
        static (ref Utf8JsonReader reader, ReadOnlySpan<byte> body, int source, RecordBatch batch) =>
    {
        long? first = null;
        int? count = null;
        Expect(ref reader, body, JsonTokenType.StartObject, "batch", "A batch is a JSON object with first_sequence and records.");
        while (Next(ref reader, body) is { } name)
        {
            long at = reader.TokenStartIndex;
            reader.Read();
            switch (name)
            {
                case "first_sequence" when first is null:
                    first = Whole(ref reader, body, name, 0, LargestSequence);
                    break;
                case "records" when count is null:
                    count = Records(ref reader, body, batch);
                    break;
                default:
                    throw JsonLines.Refuse(body, at, name, $"A batch has no field {name}, or not twice.");
            }
        }

        if (first is null || count is null)
        {
            throw RefusalException.Malformed(first is null ? "first_sequence" : "records",
                $"The batch has no {(first is null ? "first_sequence" : "records")}.");
        }

        if (count == 0)
        {
            throw RefusalException.Malformed("records", "A batch has at least one record.");
        }

        batch.Reset(source, first.Value, count.Value);
    });

    /// <summary>Reads one record.</summary>
    /// <param name="body">The whole body.</param>
    /// <param name="source">The source that the path names.</param>
    /// <param name="sequence">The sequence number that the path names. Null if the body must carry it.</param>
    /// <param name="batch">Receives the record as a batch of one.</param>
    /// <exception cref="RefusalException">The body is malformed.</exception>
    public static void ReadRecord(ReadOnlySpan<byte> body, int source, long? sequence, RecordBatch batch)
    {
        long found = -1;
        Guard(body, source, batch, (ref Utf8JsonReader reader, ReadOnlySpan<byte> text, int _, RecordBatch record) =>
        {
            Expect(ref reader, text, JsonTokenType.StartObject, "record", "A record is a JSON object with values.");
            found = Record(ref reader, text, record, 0, sequence is null ? Place.Created : Place.Replaced) ?? sequence!.Value;
        });
        if (sequence is { } named && named != found)
        {
            throw RefusalException.Malformed("sequence", $"The body has sequence {found}, and the path has {named}.");
        }

        batch.Reset(source, found, 1);
    }

    private enum Place
    {
        InBatch,
        Created,
        Replaced,
    }

    private delegate void Reading(ref Utf8JsonReader reader, ReadOnlySpan<byte> body, int source, RecordBatch batch);

    private static void Guard(ReadOnlySpan<byte> body, int source, RecordBatch batch, Reading read)
    {
        var reader = new Utf8JsonReader(body);
        try
        {
            read(ref reader, body, source, batch);
            if (reader.Read())
            {
                throw JsonLines.Refuse(body, reader.TokenStartIndex, "body", "Text follows the JSON object.");
            }
        }
        catch (JsonException exception)
        {
            throw new RefusalException(400, $"The body is no valid JSON: {exception.Message}", exception)
            {
                Field = "body",
                Line = exception.LineNumber + 1,
            };
        }
    }

    private static int Records(ref Utf8JsonReader reader, ReadOnlySpan<byte> body, RecordBatch batch)
    {
        Require(ref reader, body, JsonTokenType.StartArray, "records", "records is an array.");
        int row = 0;
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
        {
            Require(ref reader, body, JsonTokenType.StartObject, "records", "Each of the records is an object.");
            if (row == batch.Capacity)
            {
                throw new RefusalException(413, $"The batch has more than the {batch.Capacity} records that are taken at once.")
                {
                    Field = "records",
                    Remedy = "Send smaller batches.",
                };
            }

            Record(ref reader, body, batch, row++, Place.InBatch);
        }

        return row;
    }

    /// <summary>Reads a record, whose opening brace has been read, into a row of the batch.</summary>
    /// <returns>The sequence number in the record. Null if the record has none.</returns>
    private static long? Record(ref Utf8JsonReader reader, ReadOnlySpan<byte> body, RecordBatch batch, int row, Place place)
    {
        long? sequence = null;
        long? timestamp = null;
        uint? quality = null;
        bool hasValues = false;
        long start = reader.TokenStartIndex;
        while (Next(ref reader, body) is { } name)
        {
            long at = reader.TokenStartIndex;
            reader.Read();
            switch (name)
            {
                case "timestamp" when timestamp is null:
                    timestamp = Whole(ref reader, body, name, long.MinValue, long.MaxValue);
                    break;
                case "quality" when quality is null:
                    quality = (uint)Whole(ref reader, body, name, 0, uint.MaxValue);
                    break;
                case "values" when !hasValues:
                    Values(ref reader, body, batch, row);
                    hasValues = true;
                    break;
                case "sequence" when sequence is null && place != Place.InBatch:
                    sequence = Whole(ref reader, body, name, 0, LargestSequence);
                    break;
                case "source" when place != Place.InBatch:
                    throw JsonLines.Refuse(body, at, name, "The path names the source.");
                default:
                    throw JsonLines.Refuse(body, at, name, $"A record has no field {name} here, or not twice.");
            }
        }

        string? missing = timestamp is null && place != Place.Replaced ? "timestamp"
            : !hasValues ? "values"
            : sequence is null && place == Place.Created ? "sequence"
            : null;
        if (missing is not null)
        {
            throw JsonLines.Refuse(body, start, missing, $"The record has no {missing}.");
        }

        batch.Timestamps[row] = timestamp ?? NoTimestamp;
        batch.Qualities[row] = quality ?? 0;
        return sequence;
    }

    /// <summary>Stands for the timestamp in a PUT whose body has none: the stored timestamp stays.</summary>
    public const long NoTimestamp = long.MinValue;

    private static void Values(ref Utf8JsonReader reader, ReadOnlySpan<byte> body, RecordBatch batch, int row)
    {
        Require(ref reader, body, JsonTokenType.StartArray, "values", "values is an array.");
        int column = 0;
        int columns = batch.Schema.ValueCount;
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
        {
            if (column == columns)
            {
                throw JsonLines.Refuse(body, reader.TokenStartIndex, "values",
                    $"A record has {columns} values, and here are more.");
            }

            batch.Values[(column * batch.Capacity) + row] = Value(ref reader, body, batch.Schema.Values[column].Name);
            column++;
        }

        if (column < columns)
        {
            throw JsonLines.Refuse(body, reader.TokenStartIndex, "values",
                string.Create(CultureInfo.InvariantCulture, $"A record has {columns} values, and here are {column}."));
        }
    }

    private static double Value(ref Utf8JsonReader reader, ReadOnlySpan<byte> body, string name)
    {
        if (reader.TokenType == JsonTokenType.Null)
        {
            return double.NaN;
        }

        Require(ref reader, body, JsonTokenType.Number, name, $"{name} is a number, or null for a missing value.");
        if (!reader.TryGetDouble(out double value) || !double.IsFinite(value))
        {
            throw JsonLines.Refuse(body, reader.TokenStartIndex, name, $"{name} is beyond the range of a double.");
        }

        // Batches have no negative zero: adding zero turns it into zero.
        return value + 0.0;
    }

    private static long Whole(ref Utf8JsonReader reader, ReadOnlySpan<byte> body, string name, long least, long most)
    {
        if (reader.TokenType != JsonTokenType.Number || !reader.TryGetInt64(out long number) || number < least || number > most)
        {
            throw JsonLines.Refuse(body, reader.TokenStartIndex, name,
                string.Create(CultureInfo.InvariantCulture, $"{name} is a whole number from {least} to {most}."));
        }

        return number;
    }

    /// <summary>Reads the name of the next field, fit for a message. Null at the end of the object.</summary>
    private static string? Next(ref Utf8JsonReader reader, ReadOnlySpan<byte> body)
    {
        reader.Read();
        if (reader.TokenType == JsonTokenType.EndObject)
        {
            return null;
        }

        if (reader.TokenType != JsonTokenType.PropertyName)
        {
            throw JsonLines.Refuse(body, reader.TokenStartIndex, "body", "A field is missing.");
        }

        try
        {
            return reader.ValueTextEquals("timestamp"u8) ? "timestamp"
                : reader.ValueTextEquals("values"u8) ? "values"
                : reader.ValueTextEquals("quality"u8) ? "quality"
                : ClientText.Shown(reader.GetString()!);
        }
        catch (InvalidOperationException)
        {
            // The reader checks only here whether a name is UTF-8 without half a surrogate pair.
            throw JsonLines.Refuse(body, reader.TokenStartIndex, "body", "The name of a field is no valid text.");
        }
    }

    private static void Expect(ref Utf8JsonReader reader, ReadOnlySpan<byte> body, JsonTokenType type, string field,
        string detail)
    {
        if (body.Trim(" \t\r\n"u8).IsEmpty)
        {
            throw JsonLines.Refuse(body, 0, "body", $"The body is empty. {detail}");
        }

        reader.Read();
        Require(ref reader, body, type, field, detail);
    }

    private static void Require(ref Utf8JsonReader reader, ReadOnlySpan<byte> body, JsonTokenType type, string field,
        string detail)
    {
        if (reader.TokenType != type)
        {
            throw JsonLines.Refuse(body, reader.TokenStartIndex, field, detail);
        }
    }
}

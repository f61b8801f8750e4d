using DbIngest.Abstractions.Records;
using MongoDB.Bson.Serialization.Attributes;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// A record as an application's class, which the driver serialises (<c>documents=typed</c>). <see cref="MongoDriverPath"/>
/// gives each writer a function that fills one object per record on the timed path. Values are extra fields, since the schema
/// is known at run time only. The field names are those of <c>RecordNames.Full</c>, which audit and recovery read: do not
/// rename them.
/// </summary>
/// <typeparam name="TId">Type of the <c>_id</c>.</typeparam>
internal sealed class TypedRecord<TId>
    where TId : struct
{
    [BsonId]
    public TId Id { get; set; }

    [BsonElement("source")]
    public int Source { get; set; }

    [BsonElement("sequence")]
    public long Sequence { get; set; }

    [BsonElement("timestamp")]
    public long Timestamp { get; set; }

    [BsonElement("quality")]
    public int Quality { get; set; }

    [BsonExtraElements]
    public Dictionary<string, object> Values { get; set; } = [];

    /// <summary>Creates the function that replaces a list's content by one new object per row of a batch.</summary>
    /// <param name="identity">The <c>_id</c> of a source's record by its sequence number.</param>
    public static Action<RecordBatch, List<TypedRecord<TId>>> Filler(Func<int, long, TId> identity) =>
        (batch, documents) => Fill(batch, documents, identity);

    // A missing value (NaN) gets no field.
    private static void Fill(RecordBatch batch, List<TypedRecord<TId>> documents, Func<int, long, TId> identity)
    {
        documents.Clear();
        for (int row = 0; row < batch.Count; row++)
        {
            long sequence = batch.FirstSequence + row;
            var record = new TypedRecord<TId>
            {
                Id = identity(batch.Source, sequence),
                Source = batch.Source,
                Sequence = sequence,
                Timestamp = batch.Timestamps[row],
                Quality = (int)batch.Qualities[row],
            };
            for (int column = 0; column < batch.Schema.MeasuredCount; column++)
            {
                double value = batch.Column(column)[row];
                if (!double.IsNaN(value))
                {
                    record.Values.Add(batch.Schema.Values[column].Name, value);
                }
            }

            if (batch.Schema.HasSeries)
            {
                record.Values.Add(RecordSchema.SeriesName, (int)batch.Column(batch.Schema.SeriesColumn)[row]);
            }

            documents.Add(record);
        }
    }
}

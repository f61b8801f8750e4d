using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// Reads records of a batch back and compares them with the batch. <see cref="MongoWriter"/> calls it after a refused
/// insertion, and when the fate of a batch is unknown. Only a record with the same content may count as stored. Changes
/// nothing.
/// </summary>
internal sealed class MongoStoredCheck(MongoCollection collection)
{
    private const int PageDocuments = 5000;

    /// <summary>Requires that existing documents equal the records that were to be stored.</summary>
    /// <param name="connection">A connection of the writer.</param>
    /// <param name="batch">The batch.</param>
    /// <param name="first">The first row to compare.</param>
    /// <exception cref="BatchWriteException">A document is missing or has different content.</exception>
    public void Require(MongoConnection connection, RecordBatch batch, int first)
    {
        var (found, wrong) = Compare(connection, batch, first);
        if (wrong > 0 || found < batch.Count - first)
        {
            throw new BatchWriteException(
                wrong > 0
                    ? $"{wrong} records of source {batch.Source} from {batch.FirstSequence + first} on are stored with "
                        + $"different content: another client writes to the collection, or it was not emptied."
                    : $"The server says that records of source {batch.Source} from {batch.FirstSequence + first} on are "
                        + $"there, and {batch.Count - first - found} of them are not.",
                isTransient: wrong == 0,
                isAmbiguous: true);
        }
    }

    /// <summary>True if every record of a batch is stored once with its content.</summary>
    public bool IsStored(MongoConnection connection, RecordBatch batch)
    {
        // Without sessions the server may still execute the insertion, so the content must be the same twice.
        var (found, wrong) = Compare(connection, batch, 0);
        while (!connection.Hello.HasSessions && !collection.IsIdentified)
        {
            Thread.Sleep(100);
            var again = Compare(connection, batch, 0);
            if (again == (found, wrong))
            {
                break;
            }

            (found, wrong) = again;
        }

        return found == batch.Count && wrong == 0;
    }

    /// <summary>Counts rows that are stored with their content, and rows that are stored otherwise or twice.</summary>
    private (int Found, int Wrong) Compare(MongoConnection connection, RecordBatch batch, int first)
    {
        bool[] seen = new bool[batch.Count];
        double[] values = new double[batch.Schema.ValueCount];
        int wrong = 0;
        int found = 0;
        var reader = collection.Shape.Reader();
        var page = connection.Page(
            collection.Database,
                collection.Find(collection.Range(batch.Source, batch.FirstSequence + first, batch.FirstSequence + batch.Count),
                PageDocuments));
        while (true)
        {
            while (page.Next())
            {
                reader.Open(page.Document);
                while (reader.Next())
                {
                    long row = reader.Sequence - batch.FirstSequence;
                    bool isSame = reader.Source == batch.Source && row >= first && row < batch.Count && !seen[row]
                        && RecordHash.Of(reader.Source, reader.Sequence, reader.Timestamp, reader.Quality,
                            reader.Values) == RecordHash.OfRow(batch, (int)row, values);
                    if (isSame)
                    {
                        seen[row] = true;
                        found++;
                    }
                    else
                    {
                        wrong++;
                    }
                }
            }

            if (page.Cursor == 0)
            {
                return (found, wrong);
            }

            page = connection.Page(collection.Database, collection.More(page.Cursor, PageDocuments));
        }
    }
}

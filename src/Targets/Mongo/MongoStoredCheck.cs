using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// Reads the records of a batch back and compares them with it: after an insertion that was refused, or whose fate is not known.
/// </summary>
internal sealed class MongoStoredCheck(MongoCollection collection)
{
    private const int PageDocuments = 5000;

    /// <summary>Makes sure that what was there already is what was to be stored.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="batch">The batch.</param>
    /// <param name="first">The first row to look at.</param>
    /// <exception cref="BatchWriteException">A record is there with another content, or is not.</exception>
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

    /// <summary>Whether all of a batch is stored, each record once and with its content.</summary>
    public bool IsStored(MongoConnection connection, RecordBatch batch)
    {
        // Without sessions the server may still be at it: what is there must be the same twice.
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

    /// <summary>How many of the rows from one on are stored as they are, and how many otherwise or once more.</summary>
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

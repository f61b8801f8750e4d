using DbIngest.Abstractions.Records;
using DbIngest.Wire;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// Sends a batch as several insertions in flight, each with as many records as the endpoint asks for and the server accepts.
/// <see cref="MongoWriter"/> owns one and calls it on the timed path: it allocates nothing per record. After a refusal it
/// sends nothing more and takes the answers that are due. Documents that existed already are no failure here: the writer must
/// compare their content from <see cref="FirstDuplicate"/> on.
/// </summary>
/// <param name="collection">The collection.</param>
internal sealed class MongoInsertWindow(MongoCollection collection)
{
    private readonly (int First, int Count)[] _sent = new (int, int)[collection.Pace.Window];
    private int _oldest;
    private int _pending;

    /// <summary>
    /// True if a part of the batch may be stored although the batch was not acknowledged. Says nothing about an insertion that
    /// was lost with its connection: <see cref="MongoErrors"/> judges that by the exception.
    /// </summary>
    public bool AnyStored { get; private set; }

    /// <summary>
    /// First row of an insertion of which some documents existed already. <see cref="int.MaxValue"/> if there was none.
    /// </summary>
    public int FirstDuplicate { get; private set; }

    /// <summary>Sends a batch and waits for all answers.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="command">The insertion command without documents.</param>
    /// <param name="batch">The batch.</param>
    /// <exception cref="WireException">
    /// The server refused the batch or a part of it. No insertion is unanswered, unless the connection is lost.
    /// </exception>
    public void Insert(MongoConnection connection, byte[] command, RecordBatch batch)
    {
        (AnyStored, FirstDuplicate, _oldest, _pending) = (false, int.MaxValue, 0, 0);
        MongoServerException? failure = null;
        for (int next = 0; _pending > 0 || (failure is null && next < batch.Count);)
        {
            if (failure is null && next < batch.Count && _pending < _sent.Length)
            {
                next += Send(connection, command, batch, next);
                continue;
            }

            failure = Receive(connection) ?? failure;
        }

        if (failure is not null)
        {
            throw failure;
        }
    }

    private int Send(MongoConnection connection, byte[] command, RecordBatch batch, int first)
    {
        var shape = collection.Shape;
        int end = Math.Min(batch.Count, first + Math.Max(collection.Pace.Rows, shape.RecordsPerDocument));
        int documents = 0;
        int row = first;
        connection.BeginInsert(command);
        do
        {
            int count = Math.Min(shape.RecordsPerDocument, end - row);
            shape.Append(connection.Documents, batch, row, count);
            row += count;
            documents++;
        }
        while (row < end && documents < connection.Hello.MaxWriteBatch
            && connection.InsertBytes + shape.LargestBytes <= connection.Hello.MaxMessageBytes);
        AnyStored |= _pending > 0;
        _sent[(_oldest + _pending) % _sent.Length] = (first, row - first);
        _pending++;
        connection.SendInsert();
        return row - first;
    }

    private MongoServerException? Receive(MongoConnection connection)
    {
        var failure = connection.ReceiveInsert();
        int first = _sent[_oldest].First;
        _oldest = (_oldest + 1) % _sent.Length;
        _pending--;
        AnyStored |= failure?.Command is null;
        if (failure is null)
        {
            return null;
        }

        foreach (var (_, error) in failure.Documents)
        {
            if (error.Code != MongoErrorCode.DuplicateKey || !collection.IsIdentified)
            {
                return error;
            }

            FirstDuplicate = Math.Min(FirstDuplicate, first);
        }

        return failure.Command ?? failure.Concern;
    }
}

using System.Net.Sockets;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Single-record operations in two calls, one that sends the request and one that reads its answer, so that one thread can serve
/// the connections of several writers (<c>--client-threads</c>). A writer implements it beside <see cref="IRecordReads"/>.
/// <see cref="WriteClient.SplitOperations"/> and <see cref="WriteClient.SplitsBatches"/> say which operations it has.
/// <c>OwnKeysWork</c> and <c>SharedKeysWork</c> call it for lanes of a mix on the timed path.
/// </summary>
/// <remarks>
/// The rules of <see cref="IBatchWriter"/> and <see cref="IRecordReads"/> hold for both calls. At most one request of a writer is
/// under way: each sending is followed by one <see cref="Receive"/>, unless the sending threw. A sending must not wait for the
/// server, since the thread that calls it has the answers of other writers to read.
/// </remarks>
public interface ISplitOperations : IRecordReads
{
    /// <summary>
    /// The socket that becomes readable when the answer to the request under way arrives. Null if there is no connection.
    /// </summary>
    Socket? Answering { get; }

    /// <summary>
    /// True if the connection is lost, or the request under way has exceeded its timeout: <see cref="Receive"/> then throws
    /// without waiting.
    /// </summary>
    bool IsOverdue { get; }

    /// <summary>
    /// Sends a read of one record, as <see cref="IRecordReads.Read"/>, or of a range, as <see cref="IRecordReads.Scan"/>.
    /// </summary>
    /// <param name="source">The source that wrote them, from 0.</param>
    /// <param name="first">The first sequence number.</param>
    /// <param name="count">Sequence numbers in the range, at least 1.</param>
    void SendRead(int source, long first, int count);

    /// <summary>Sends what <see cref="IRecordOperations.Update"/> does.</summary>
    /// <param name="record">A batch of one row: the key and the new content.</param>
    void SendUpdate(RecordBatch record);

    /// <summary>Sends what <see cref="IRecordOperations.Delete"/> does.</summary>
    /// <param name="source">The source that wrote it, from 0.</param>
    /// <param name="sequence">Its sequence number within the source, from 0.</param>
    void SendDelete(int source, long sequence);

    /// <summary>Sends what <see cref="IBatchWriter.Write"/> does.</summary>
    void SendBatch(RecordBatch batch);

    /// <summary>Waits for the answer and reads it. Returns when the database has answered or acknowledged the request.</summary>
    /// <param name="found">Receives the records that a read returns.</param>
    /// <exception cref="BatchWriteException">The request failed.</exception>
    void Receive(IRecordReceiver found);
}

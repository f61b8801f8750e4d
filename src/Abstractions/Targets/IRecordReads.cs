using DbIngest.Abstractions.Operations;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Reads single records by key (source, sequence). A writer implements it beside <see cref="IBatchWriter"/> if its database can
/// find a record by its key. Lanes of a mix call it on the timed path. The freshness probe and the HTTP service call it on
/// separate connections.
/// </summary>
/// <remarks>
/// The rules of <see cref="IBatchWriter"/> hold: one thread at a time, no retries, no timing, no exception but
/// <see cref="BatchWriteException"/>, no allocation per record. <see cref="TrialTable.IsKeyed"/> tells the target to prepare the
/// table for these operations.
/// </remarks>
public interface IRecordReads
{
    /// <summary>
    /// True if a record may become visible to reads only some time after its acknowledgement, as in a store that acknowledges its
    /// log and applies it later. A read that misses an acknowledged record then counts as late, not as wrong. The records that a
    /// read does return must be right all the same. After <see cref="ITarget.Settle"/> every acknowledged record is visible.
    /// </summary>
    bool MayLag => false;

    /// <summary>Reads one record. The record may be absent.</summary>
    /// <param name="source">The source that wrote it, from 0.</param>
    /// <param name="sequence">Its sequence number within the source, from 0.</param>
    /// <param name="found">Receives each record that the database returns.</param>
    void Read(int source, long sequence, IRecordReceiver found);

    /// <summary>Reads a range of sequence numbers of one source, in any order. Records of the range may be absent.</summary>
    /// <param name="source">The source that wrote them, from 0.</param>
    /// <param name="first">The first sequence number.</param>
    /// <param name="count">Sequence numbers in the range, at least 1.</param>
    /// <param name="found">Receives each record that the database returns.</param>
    void Scan(int source, long first, int count, IRecordReceiver found);

    /// <summary>
    /// Makes the writer usable after a single-record operation threw. The caller calls it before it uses the writer again. The
    /// writer reconnects if needed and keeps the failed attempt from taking effect later, as far as its protocol allows.
    /// <see cref="RestoreFences"/> says whether that is certain.
    /// </summary>
    /// <exception cref="BatchWriteException">The database does not answer. A lane waits and calls again.</exception>
    void Restore();

    /// <summary>
    /// True if nothing of an attempt that threw can take effect after <see cref="Restore"/> has returned: the server's session
    /// has ended, or every call is complete when it returns. False if a request may still be on its way and undo a later one. The
    /// audit of a mix then accepts the value of such a write as the final one, whatever was written later.
    /// </summary>
    bool RestoreFences => false;

    /// <summary>
    /// True if each record is an atomic register under the target's durability level: a read sees every change that was
    /// acknowledged before the read began, and no read sees an older version than an earlier read saw. Lanes that share records
    /// count an answer that breaks this promise as wrong.
    /// </summary>
    bool IsAtomic => !MayLag;

    /// <summary>
    /// True if a read of this writer never answers with content that an acknowledged change of the same writer has replaced. A
    /// weaker promise than <see cref="IsAtomic"/>, which databases keep whose clients' clocks order writes.
    /// </summary>
    bool SeesOwnChanges => IsAtomic;
}

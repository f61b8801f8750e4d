using DbIngest.Abstractions.Records;
using DbIngest.Wire;

namespace DbIngest.Targets.ClickHouse;

/// <summary>
/// Sends the insertions of one writer together with those of others (<c>group=true</c>). <see cref="ClickHouseTarget"/> creates
/// one per writer. <see cref="InsertionGroup"/> decides which writer sends, so each has a connection and a session. The writer's
/// lane calls it on the timed path, but the group calls <see cref="End"/> on the thread of the lane that sent.
/// </summary>
/// <param name="own">Sends by this writer's connection.</param>
/// <param name="group">The writers of the process.</param>
internal sealed class GroupedInsertions(WireInsertions own, InsertionGroup group) : IInsertions
{
    /// <inheritdoc/>
    public int MaxRows => Math.Min(own.MaxRows, InsertionGroup.MostRows);

    /// <inheritdoc/>
    public string? SentBy { get; private set; }

    /// <summary>Id of this writer's session.</summary>
    public string? Session => own.SentBy;

    /// <summary>Records of the batch.</summary>
    public int Rows { get; private set; }

    /// <summary>The batch as the server reads it, valid until it is sent.</summary>
    public ReadOnlySpan<byte> Encoded => own.Encoded;

    /// <summary>True until the batch was sent. The group reads and changes it under its lock.</summary>
    public bool IsWaiting { get; private set; }

    /// <summary>Why the insertion failed. Null if it is acknowledged.</summary>
    public Exception? Failure { get; private set; }

    /// <inheritdoc/>
    public string QueryId(string session) => own.QueryId(session);

    /// <inheritdoc/>
    public void Begin(string session)
    {
        own.Begin(session);
        SentBy = session;
    }

    /// <inheritdoc/>
    public void Insert(RecordBatch batch)
    {
        own.Encode(batch);
        (Rows, IsWaiting, Failure) = (batch.Count, true, null);
        group.Insert(this);
    }

    /// <summary>Sends rows by this writer's connection.</summary>
    /// <exception cref="WireException">The server refuses them, or the connection is lost.</exception>
    public void Send(ReadOnlySpan<byte> rows) => own.Send(rows);

    /// <summary>
    /// Reports the outcome of the insertion that contained the batch. The group calls it under its lock. Only a failed insertion
    /// is tied to the session that sent it, because recovery ends that session. After a success the writer is back at its own
    /// session.
    /// </summary>
    /// <param name="session">Id of the session that sent it.</param>
    /// <param name="failure">Why it failed. Null if it is acknowledged.</param>
    public void End(string? session, Exception? failure) =>
        (IsWaiting, SentBy, Failure) = (false, failure is null ? Session : session, failure);

    /// <inheritdoc/>
    public void Dispose() => own.Dispose();
}

using DbIngest.Abstractions.Records;
using DbIngest.Wire;

namespace DbIngest.Targets.ClickHouse;

/// <summary>
/// Sends the insertions of one writer by one client, wire or driver. <see cref="ClickHouseTarget"/> creates one per writer.
/// <see cref="ClickHouseWriter"/> calls it on the timed path. Insertions belong to a server session, which recovery ends so
/// that no late insertion can take effect. Not thread-safe.
/// </summary>
internal interface IInsertions : IDisposable
{
    /// <summary>The largest batch in records.</summary>
    int MaxRows { get; }

    /// <summary>Id of the session that sent the last batch, or will send the next one. Null before <see cref="Begin"/>.</summary>
    string? SentBy { get; }

    /// <summary>The <c>query_id</c> under which the server lists the insertions of a session.</summary>
    /// <param name="session">Id of the session.</param>
    string QueryId(string session);

    /// <summary>Assigns further insertions to a session.</summary>
    /// <param name="session">Id of a session that the server knows.</param>
    /// <exception cref="WireException">The server cannot be reached.</exception>
    void Begin(string session);

    /// <summary>Inserts a batch as one part, or as a piece of one, and waits for its acknowledgement.</summary>
    /// <param name="batch">The batch, at most <see cref="MaxRows"/> records.</param>
    /// <exception cref="WireException">The server refuses the batch, or the connection is lost.</exception>
    void Insert(RecordBatch batch);
}

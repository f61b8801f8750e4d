using DbIngest.Abstractions.Records;
using DbIngest.Wire;

namespace DbIngest.Targets.ClickHouse;

/// <summary>
/// The insertions of one writer, sent by one client. They belong to a session of the server, which recovery ends.
/// </summary>
internal interface IInsertions : IDisposable
{
    /// <summary>The largest batch, in records.</summary>
    int MaxRows { get; }

    /// <summary>The <c>query_id</c> that the server lists for insertions of a session.</summary>
    /// <param name="session">The session.</param>
    string QueryId(string session);

    /// <summary>Makes further insertions belong to a session.</summary>
    /// <param name="session">The session, which the server knows.</param>
    /// <exception cref="WireException">The server cannot be reached.</exception>
    void Begin(string session);

    /// <summary>Inserts a batch as one part and waits for its acknowledgement.</summary>
    /// <param name="batch">The batch; at most <see cref="MaxRows"/>.</param>
    /// <exception cref="WireException">The server refuses it, or the connection is lost.</exception>
    void Insert(RecordBatch batch);
}

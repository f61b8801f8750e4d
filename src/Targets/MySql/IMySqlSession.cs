using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.MySql;

/// <summary>
/// A writer's connection, through the wire client or the driver, with its write method. It holds a server lock that tells whether
/// a lost session still exists (see <see cref="MySqlSession"/>). <see cref="MySqlLaneWriter{TSession, TKeyed}"/> opens one, and
/// another after a loss. Disposing it commits nothing. One thread at a time uses it.
/// </summary>
internal interface IMySqlSession : IDisposable
{
    /// <summary>Name of the session's lock at the server.</summary>
    string Name { get; }

    /// <summary>Stores a batch as one transaction.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="isInTransaction">True within a transaction of the caller, who commits.</param>
    /// <returns>Null. If the server did anything but store the batch unchanged, a sentence that says what.</returns>
    string? Write(RecordBatch batch, bool isInTransaction = false);

    /// <summary>Executes a statement and tells how many rows it changed.</summary>
    int Execute(string sql);

    /// <summary>The first value that a statement returns, as text. Null if there is none.</summary>
    string? Text(string sql);

    /// <summary>Ends an idle session and tells the server. <c>Dispose</c> ends one in any state.</summary>
    void Close();
}

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// A connection through the wire client or the vendor's driver, for everything except writing batches.
/// <see cref="SqlServerSessions"/> opens one per call of the target, and a writer's connection lends its own. One thread at a
/// time calls it, except for <see cref="Cancel"/>. Rows must be disposed before the next request.
/// </summary>
internal interface ISqlServerSession : IDisposable
{
    /// <summary>Runs statements and discards their rows.</summary>
    /// <param name="sql">The statements.</param>
    void Execute(string sql);

    /// <summary>Runs statements and returns their rows.</summary>
    /// <param name="sql">The statements, with parameters <c>@p1</c> and so on.</param>
    /// <param name="parameters">Values of the parameters: long, int, double or string.</param>
    /// <returns>The rows, which the caller disposes.</returns>
    ISqlServerRows Query(string sql, params ReadOnlySpan<object> parameters);

    /// <summary>Asks the server from any thread to cancel the pending request.</summary>
    void Cancel();
}

/// <summary>Rows of an answer, read forward, each value from left to right.</summary>
internal interface ISqlServerRows : IDisposable
{
    /// <summary>Moves to the next row.</summary>
    /// <returns>False after the last row.</returns>
    bool Read();

    /// <summary>Reads the next value, an <c>int</c>.</summary>
    int Int32();

    /// <summary>Reads the next value, a <c>bigint</c>.</summary>
    long Int64();

    /// <summary>Reads the next value, a <c>float</c>. NaN for NULL.</summary>
    double Double();

    /// <summary>Reads the next value, an <c>nvarchar</c>. Null for NULL.</summary>
    string? Text();
}

namespace DbIngest.Targets.SqlServer;

/// <summary>A connection to the server, of whichever client: for everything but writing batches.</summary>
internal interface ISqlServerSession : IDisposable
{
    /// <summary>Runs a batch that gives no rows, or whose rows nobody wants.</summary>
    /// <param name="sql">The batch.</param>
    void Execute(string sql);

    /// <summary>Runs a batch.</summary>
    /// <param name="sql">The batch, its parameters as <c>@p1</c> and so on.</param>
    /// <param name="parameters">Their values: long, int, double or string.</param>
    /// <returns>Its rows.</returns>
    ISqlServerRows Query(string sql, params ReadOnlySpan<object> parameters);

    /// <summary>Asks the server, from any thread, to give up what is under way.</summary>
    void Cancel();
}

/// <summary>Rows of an answer, read one after the other, their values from the left to the right.</summary>
internal interface ISqlServerRows : IDisposable
{
    /// <summary>Goes on to the next row.</summary>
    /// <returns>False when there is none.</returns>
    bool Read();

    /// <summary>The next value, an <c>int</c>.</summary>
    int Int32();

    /// <summary>The next value, a <c>bigint</c>.</summary>
    long Int64();

    /// <summary>The next value, a <c>float</c>; NaN for NULL.</summary>
    double Double();

    /// <summary>The next value, an <c>nvarchar</c>; null for NULL.</summary>
    string? Text();
}

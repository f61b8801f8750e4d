using DbIngest.Wire.Tds;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// A session through DbIngest's own client, for everything except writing batches. <see cref="SqlServerWireSessions"/> and
/// <see cref="SqlServerWireLoad"/> create it. One thread at a time calls it, except for <see cref="Cancel"/>, which any thread
/// may call.
/// </summary>
/// <param name="connection">The connection, which the session disposes.</param>
internal sealed class SqlServerWireSession(TdsConnection connection) : ISqlServerSession
{
    public void Execute(string sql) => connection.Execute(sql);

    public ISqlServerRows Query(string sql, params ReadOnlySpan<object> parameters) =>
        new Rows(connection.Query(sql, parameters));

    public void Cancel() => connection.Cancel();

    public void Dispose() => connection.Dispose();

    private sealed class Rows(TdsRows rows) : ISqlServerRows
    {
        private bool _isEnd;

        public bool Read()
        {
            bool isRow = !_isEnd && rows.Read();
            _isEnd = !isRow;
            return isRow;
        }

        public int Int32() => rows.Int32();

        public long Int64() => rows.Int64();

        public double Double() => rows.Double();

        public string? Text() => rows.Text();

        public void Dispose()
        {
            // Reads the unread rest of the answer, which would block the next request. If this fails, the next request fails too.
            while (!_isEnd)
            {
                Read();
            }
        }
    }
}

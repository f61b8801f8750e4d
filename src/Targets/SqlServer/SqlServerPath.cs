using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.SqlServer;

/// <summary>A client of SQL Server as a write path: the connections it opens for writing, one a writer.</summary>
/// <param name="sessions">The client.</param>
internal sealed class SqlServerPath(SqlServerSessions sessions) : IWritePath
{
    private TrialTable? _table;

    public string Client => sessions.Client;

    public string Version => sessions.Version;

    public IReadOnlyDictionary<string, string> Settings { get; } = new SortedDictionary<string, string>(StringComparer.Ordinal)
    {
        ["client.packet"] = FormattableString.Invariant($"{sessions.Endpoint.PacketBytes} bytes asked for"),
        ["client.lock"] = sessions.Endpoint.LocksTable ? "table" : "row",
        ["client.batch"] = sessions.Endpoint.RowsALoad == 0 ? "all rows of a batch in one bulk load"
            : FormattableString.Invariant($"{sessions.Endpoint.RowsALoad} rows a bulk load"),
        ["client.streaming"] = sessions.Client == WriteClient.Wire ? "always" : sessions.Endpoint.IsStreaming ? "true" : "false",
        ["client.encrypt"] = sessions.Endpoint.Encrypt
            + (sessions.Endpoint.TrustsAny ? ", any certificate is taken" : string.Empty),
    };

    public void Use(TrialTable table) => _table = table;

    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default)
    {
        var schema = (_table ?? throw new TargetException("The target was neither prepared nor attached.")).Schema;
        return new SqlServerWriter(sessions, new SqlServerTable(schema, sessions.Endpoint), schema.ValueCount);
    }

    /// <summary>Nothing is kept between writers.</summary>
    public void Dispose()
    {
    }
}

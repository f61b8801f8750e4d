namespace DbIngest.Wire.Cql.Errors;

/// <summary>A keyspace or table that was to be created is there already.</summary>
/// <param name="serverMessage">The server's own words.</param>
/// <param name="keyspace">The keyspace.</param>
/// <param name="table">The table; empty when it is the keyspace that is there.</param>
public sealed class CqlAlreadyExistsException(string serverMessage, string keyspace, string table)
    : CqlServerException(CqlErrorCode.AlreadyExists, serverMessage, table.Length > 0 ? $"{keyspace}.{table}" : keyspace)
{
    /// <summary>The keyspace.</summary>
    public string Keyspace => keyspace;

    /// <summary>The table; empty when it is the keyspace that is there.</summary>
    public string Table => table;
}

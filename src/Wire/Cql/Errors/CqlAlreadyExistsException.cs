namespace DbIngest.Wire.Cql.Errors;

/// <summary>
/// The keyspace or table to create exists already. <see cref="CqlErrorReader"/> creates it for
/// <see cref="CqlErrorCode.AlreadyExists"/>, and callers catch it as a <see cref="CqlServerException"/>. The server changed
/// nothing, and the connection stays usable.
/// </summary>
/// <param name="serverMessage">The server's message, unchanged.</param>
/// <param name="keyspace">The existing keyspace, or the table's.</param>
/// <param name="table">The existing table; empty if it is the keyspace that exists.</param>
public sealed class CqlAlreadyExistsException(string serverMessage, string keyspace, string table)
    : CqlServerException(CqlErrorCode.AlreadyExists, serverMessage, table.Length > 0 ? $"{keyspace}.{table}" : keyspace)
{
    /// <summary>The existing keyspace, or the table's.</summary>
    public string Keyspace => keyspace;

    /// <summary>The existing table; empty if it is the keyspace that exists.</summary>
    public string Table => table;
}

namespace DbIngest.Wire.Cql.Errors;

/// <summary>
/// The server does not know a prepared statement, because it restarted or the table was altered. Nothing was executed.
/// <c>NodeLink</c>, <c>RequestPipeline</c>, <c>KeyedStatements</c> and <c>CassandraAudit</c> prepare the statement again and
/// repeat the request.
/// </summary>
/// <param name="serverMessage">The server's message, unchanged.</param>
/// <param name="id">The statement's id.</param>
public sealed class CqlUnpreparedException(string serverMessage, ReadOnlyMemory<byte> id)
    : CqlServerException(CqlErrorCode.Unprepared, serverMessage)
{
    /// <summary>The statement's id.</summary>
    public ReadOnlyMemory<byte> Id => id;
}

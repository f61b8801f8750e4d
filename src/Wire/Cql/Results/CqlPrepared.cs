namespace DbIngest.Wire.Cql.Results;

/// <summary>
/// A statement that a server has prepared. <see cref="CqlConnection.Prepare"/> returns it. <c>NodeLink</c>,
/// <c>KeyedStatements</c> and <c>CassandraAudit</c> execute it on the same connection. It must be prepared again after a
/// <see cref="Errors.CqlUnpreparedException"/>. Immutable.
/// </summary>
/// <param name="Cql">The statement's text.</param>
/// <param name="Id">The id from the server; the same on every node.</param>
/// <param name="ResultId">The id of the result's metadata; empty before version 5.</param>
/// <param name="Parameters">The statement's parameters.</param>
/// <param name="Columns">The result's columns; empty if it has none.</param>
public sealed record CqlPrepared(
    string Cql, ReadOnlyMemory<byte> Id, ReadOnlyMemory<byte> ResultId, IReadOnlyList<CqlColumn> Parameters,
        IReadOnlyList<CqlColumn> Columns);

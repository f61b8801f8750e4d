namespace DbIngest.Wire.Cql.Results;

/// <summary>A statement that one connection has prepared.</summary>
/// <param name="Cql">The statement.</param>
/// <param name="Id">The id that the server gave it; the same on every node.</param>
/// <param name="ResultId">The id of its result's columns, from version 5 on; empty before.</param>
/// <param name="Parameters">Its parameters.</param>
/// <param name="Columns">The columns of its result; empty when it has none.</param>
public sealed record CqlPrepared(
    string Cql, ReadOnlyMemory<byte> Id, ReadOnlyMemory<byte> ResultId, IReadOnlyList<CqlColumn> Parameters, IReadOnlyList<CqlColumn> Columns);

using System.Globalization;
using DbIngest.Wire.Cql.Frames;

namespace DbIngest.Wire.Cql.Errors;

/// <summary>
/// Too few replicas took part in a request: <c>Unavailable</c>, timeouts and failures of reads and writes, and conditional writes
/// with unknown outcome. <see cref="CqlErrorReader"/> creates it. <c>CassandraErrors</c> decides by
/// <see cref="CqlServerException.Code"/> whether the write may be stored. The connection stays usable.
/// </summary>
/// <param name="code">The error code.</param>
/// <param name="serverMessage">The server's message, unchanged.</param>
/// <param name="consistency">The request's consistency level.</param>
/// <param name="received">How many replicas answered or, for <c>Unavailable</c>, are alive.</param>
/// <param name="required">How many the consistency level needs.</param>
/// <param name="failures">How many replicas reported a failure.</param>
/// <param name="writeType">The kind of write (<c>SIMPLE</c>, <c>UNLOGGED_BATCH</c>, ...); empty for reads.</param>
public sealed class CqlReplicaException(
    CqlErrorCode code, string serverMessage, CqlConsistency consistency, int received, int required, int failures,
        string writeType)
    : CqlServerException(code, serverMessage, Describe(consistency, received, required, failures, writeType))
{
    /// <summary>The request's consistency level.</summary>
    public CqlConsistency Consistency => consistency;

    /// <summary>How many replicas answered or, for <c>Unavailable</c>, are alive.</summary>
    public int Received => received;

    /// <summary>How many the consistency level needs.</summary>
    public int Required => required;

    /// <summary>How many replicas reported a failure.</summary>
    public int Failures => failures;

    /// <summary>The kind of write; empty for reads.</summary>
    public string WriteType => writeType;

    private static string Describe(CqlConsistency consistency, int received, int required, int failures, string writeType) =>
        string.Create(
        CultureInfo.InvariantCulture,
        $"{consistency}: {received} of {required} "
        + $"replicas{(failures > 0 ? $", {failures} failed" : string.Empty)}{(writeType.Length > 0 ? $", {writeType}" : string.Empty)}");
}

using System.Globalization;
using DbIngest.Wire.Cql.Frames;

namespace DbIngest.Wire.Cql.Errors;

/// <summary>Too few replicas took part: <c>Unavailable</c>, the time-outs and the failures of reads and writes, and unknown conditional writes.</summary>
public sealed class CqlReplicaException : CqlServerException
{
    /// <summary>Creates the exception.</summary>
    /// <param name="code">The error code.</param>
    /// <param name="serverMessage">The server's own words.</param>
    /// <param name="consistency">The consistency level of the request.</param>
    /// <param name="received">How many replicas answered or, for <c>Unavailable</c>, are alive.</param>
    /// <param name="required">How many the consistency level needs.</param>
    /// <param name="failures">How many replicas reported a failure.</param>
    /// <param name="writeType">The kind of a failed write (<c>SIMPLE</c>, <c>UNLOGGED_BATCH</c>, ...); empty for reads.</param>
    public CqlReplicaException(
        CqlErrorCode code, string serverMessage, CqlConsistency consistency, int received, int required, int failures, string writeType)
        : base(code, serverMessage, Describe(consistency, received, required, failures, writeType))
    {
        Consistency = consistency;
        Received = received;
        Required = required;
        Failures = failures;
        WriteType = writeType;
    }

    /// <summary>The consistency level of the request.</summary>
    public CqlConsistency Consistency { get; }

    /// <summary>How many replicas answered or, for <c>Unavailable</c>, are alive.</summary>
    public int Received { get; }

    /// <summary>How many the consistency level needs.</summary>
    public int Required { get; }

    /// <summary>How many replicas reported a failure.</summary>
    public int Failures { get; }

    /// <summary>The kind of a failed write; empty for reads.</summary>
    public string WriteType { get; }

    private static string Describe(CqlConsistency consistency, int received, int required, int failures, string writeType) => string.Create(
        CultureInfo.InvariantCulture,
        $"{consistency}: {received} of {required} replicas{(failures > 0 ? $", {failures} failed" : string.Empty)}{(writeType.Length > 0 ? $", {writeType}" : string.Empty)}");
}

using DbIngest.Wire.Cql.Frames;

namespace DbIngest.Wire.Cql.Errors;

/// <summary>
/// Turns the body of an ERROR message (native protocol, section 9) into the exception for its code. <c>CqlChannel</c> throws the
/// result. <see cref="CqlConnection.ReceiveAcknowledgement"/> returns it to the writer instead. Throws
/// <see cref="WireProtocolException"/> when the body itself is damaged.
/// </summary>
internal static class CqlErrorReader
{
    // No cluster has as many nodes: a longer list is damage.
    private const int MaxReasons = 100_000;

    /// <summary>
    /// Reads the body of an ERROR message. A code without fields of its own gives a plain <see cref="CqlServerException"/>.
    /// </summary>
    public static CqlServerException Read(CqlReader body, int version)
    {
        var code = (CqlErrorCode)body.Int32();
        string message = body.String();
        switch (code)
        {
            case CqlErrorCode.Unavailable:
                var consistency = (CqlConsistency)body.UInt16();
                int required = body.Int32();
                return new CqlReplicaException(code, message, consistency, body.Int32(), required, 0, string.Empty);
            case CqlErrorCode.WriteTimeout or CqlErrorCode.WriteFailure or CqlErrorCode.ReadTimeout or CqlErrorCode.ReadFailure
                or CqlErrorCode.CasWriteUnknown:
                return ReadReplica(body, code, message, version);
            case CqlErrorCode.AlreadyExists:
                return new CqlAlreadyExistsException(message, body.String(), body.String());
            case CqlErrorCode.Unprepared:
                return new CqlUnpreparedException(message, body.ShortBytes().ToArray());
            default:
                return new CqlServerException(code, message);
        }
    }

    private static CqlReplicaException ReadReplica(CqlReader body, CqlErrorCode code, string message, int version)
    {
        var consistency = (CqlConsistency)body.UInt16();
        int received = body.Int32();
        int required = body.Int32();
        int failures = 0;
        if (code is CqlErrorCode.WriteFailure or CqlErrorCode.ReadFailure)
        {
            failures = body.Int32();
            if (version >= 5)
            {
                SkipReasons(ref body, failures);
            }
        }

        string writeType = code is CqlErrorCode.WriteTimeout or CqlErrorCode.WriteFailure ? body.String() : string.Empty;
        return new CqlReplicaException(code, message, consistency, received, required, failures, writeType);
    }

    /// <summary>Skips the address and reason of each failed replica, which version 5 added.</summary>
    private static void SkipReasons(ref CqlReader body, int count)
    {
        if (count is < 0 or > MaxReasons)
        {
            throw new WireProtocolException($"An error message of the server claims {count} failed replicas.");
        }

        for (int i = 0; i < count; i++)
        {
            body.Take(body.Byte());
            body.UInt16();
        }
    }
}

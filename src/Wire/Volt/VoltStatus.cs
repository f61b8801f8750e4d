namespace DbIngest.Wire.Volt;

/// <summary>
/// Status codes of answers (VoltDB, Javadoc of <c>org.voltdb.client.ClientResponse</c>). <c>VoltErrors</c> decides by them
/// whether a retry may help. Codes unknown here stay numbers.
/// </summary>
public static class VoltStatus
{
    /// <summary>The procedure succeeded.</summary>
    public const int Success = 1;

    /// <summary>The procedure aborted itself and was rolled back.</summary>
    public const int UserAbort = -1;

    /// <summary>The procedure failed, for example by a constraint, and was rolled back.</summary>
    public const int GracefulFailure = -2;

    /// <summary>An unexpected failure of the server.</summary>
    public const int UnexpectedFailure = -3;

    /// <summary>The node that received the call is lost. The call may or may not have taken effect.</summary>
    public const int ConnectionLost = -4;

    /// <summary>The server is paused or out of memory. The call was not run.</summary>
    public const int ServerUnavailable = -5;

    /// <summary>The call timed out, and may or may not have taken effect.</summary>
    public const int ConnectionTimeout = -6;

    /// <summary>Whether the call took effect is unknown.</summary>
    public const int ResponseUnknown = -7;

    /// <summary>The call was not run because the cluster was changing.</summary>
    public const int TransactionRestart = -8;

    /// <summary>The cluster could not run the call now. Nothing took effect.</summary>
    public const int OperationalFailure = -9;

    /// <summary>The call reached a partition that no longer holds its key. Nothing took effect.</summary>
    public const int Mispartitioned = -10;

    /// <summary>The call reached a node that no longer leads its partition. Nothing took effect.</summary>
    public const int Misrouted = -11;

    /// <summary>The login was rejected; this client's own code, not the server's.</summary>
    public const int LoginRefused = -1000;
}

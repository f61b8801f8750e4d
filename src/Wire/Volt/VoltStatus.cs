namespace DbIngest.Wire.Volt;

/// <summary>The statuses of answers (VoltDB, Javadoc of <c>org.voltdb.client.ClientResponse</c>).</summary>
public static class VoltStatus
{
    /// <summary>Done.</summary>
    public const int Success = 1;

    /// <summary>The procedure has ended itself; nothing of it is done.</summary>
    public const int UserAbort = -1;

    /// <summary>It cannot be done, as of a constraint; nothing of it is done.</summary>
    public const int GracefulFailure = -2;

    /// <summary>The server failed in a way that it does not expect.</summary>
    public const int UnexpectedFailure = -3;

    /// <summary>The node that it was handed to is lost.</summary>
    public const int ConnectionLost = -4;

    /// <summary>The server takes nothing now: it is paused, or has no more memory; nothing is done.</summary>
    public const int ServerUnavailable = -5;

    /// <summary>It took too long.</summary>
    public const int ConnectionTimeout = -6;

    /// <summary>Nobody knows whether it was done.</summary>
    public const int ResponseUnknown = -7;

    /// <summary>It was not begun, as the cluster was changing.</summary>
    public const int TransactionRestart = -8;

    /// <summary>The cluster could not do it now; nothing of it is done.</summary>
    public const int OperationalFailure = -9;

    /// <summary>It came to a partition that does not have its key any more; nothing of it is done.</summary>
    public const int Mispartitioned = -10;

    /// <summary>It came to a node that does not lead its partition any more; nothing of it is done.</summary>
    public const int Misrouted = -11;

    /// <summary>Not of the server: the login was refused.</summary>
    public const int LoginRefused = -1000;
}

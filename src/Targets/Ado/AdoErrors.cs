using System.Data;
using System.Data.Common;
using System.Net.Sockets;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Ado;

/// <summary>What a failure means, as far as every provider says it.</summary>
internal static class AdoErrors
{
    /// <summary>True if an exception is the provider's, rather than a fault of this program.</summary>
    public static bool IsProviders(Exception e) =>
        e is DbException or IOException or SocketException or TimeoutException or InvalidOperationException
            or NotSupportedException or NotImplementedException;

    /// <summary>A batch that was not acknowledged.</summary>
    /// <param name="e">The failure.</param>
    /// <param name="connection">The connection.</param>
    /// <param name="isCommitting">True if the batch may be stored all the same.</param>
    public static BatchWriteException OfWrite(Exception e, DbConnection connection, bool isCommitting)
    {
        // SQLSTATE: 08 a connection's, 40 a rollback's.
        bool isTransient = e switch
        {
            DbException error => error.IsTransient || connection.State != ConnectionState.Open
                || error.SqlState is ['0', '8', ..] or ['4', '0', ..],
            NotSupportedException or NotImplementedException => false,
            _ => true,
        };
        return new($"The provider failed: {Describe(e)}", isTransient, isCommitting, e);
    }

    /// <summary>The failure in one sentence.</summary>
    public static string Describe(Exception e) =>
        (e is DbException { SqlState: { Length: > 0 } state } ? state + " " : string.Empty) + e.Message
            + (e.InnerException is { } cause ? $" ({cause.Message})" : string.Empty);
}

using System.Data;
using System.Data.Common;
using System.Net.Sockets;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Ado;

/// <summary>
/// Classifies failures of ADO.NET providers, as far as all providers report them alike: whether a retry may help and whether the
/// batch is in doubt. <see cref="AdoWriter"/> converts failures of the timed path by it, and <see cref="AdoSessions"/> and
/// <see cref="AdoTarget"/> those of verbs. It never repeats a call.
/// </summary>
internal static class AdoErrors
{
    /// <summary>
    /// True if an exception comes from the provider or the database, rather than from a defect of this program.
    /// </summary>
    public static bool IsProviders(Exception e) =>
        e is DbException or IOException or SocketException or TimeoutException or InvalidOperationException
            or NotSupportedException or NotImplementedException;

    /// <summary>Converts a failure on the timed path.</summary>
    /// <param name="e">The provider's exception.</param>
    /// <param name="connection">The connection, whose state tells whether it was lost.</param>
    /// <param name="dialect">Names the codes of conflicts.</param>
    /// <param name="isCommitting">True if a commit was sent, so that the batch may be stored.</param>
    /// <param name="isBulkCopy">True if the provider commits by itself, so that a conflict may leave a part stored.</param>
    public static BatchWriteException OfWrite(
        Exception e, DbConnection connection, Dialect dialect, bool isCommitting, bool isBulkCopy = false)
    {
        bool isConflict = e is DbException refused && connection.State == ConnectionState.Open && dialect.IsConflict(refused);
        if (isConflict && !isBulkCopy)
        {
            return new($"The provider failed: {Describe(e)}", isTransient: true, isAmbiguous: false, e) { IsConflict = true };
        }

        // SQLSTATE classes: 08 is a connection failure, 40 a rollback.
        bool isTransient = e switch
        {
            DbException error => isConflict || error.IsTransient || connection.State != ConnectionState.Open
                || error.SqlState is ['0', '8', ..] or ['4', '0', ..],
            NotSupportedException or NotImplementedException => false,
            _ => true,
        };
        return new($"The provider failed: {Describe(e)}", isTransient, isCommitting || isBulkCopy, e);
    }

    /// <summary>Describes a failure in one sentence, with its SQLSTATE and inner cause.</summary>
    public static string Describe(Exception e) =>
        (e is DbException { SqlState: { Length: > 0 } state } ? state + " " : string.Empty) + e.Message
            + (e.InnerException is { } cause ? $" ({cause.Message})" : string.Empty);
}

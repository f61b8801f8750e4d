using System.Numerics;

namespace DbIngest.Targets;

/// <summary>
/// Decides how many rows the next prepared statement of a batch has. The writers of MySQL and CockroachDB, which prepare a
/// statement for each number of rows, call it on the timed path. A session must not keep a statement for every size that a client
/// of a service may send.
/// </summary>
internal static class PreparedSizes
{
    /// <summary>Sizes of statements that a session prepares as they come.</summary>
    private const int Most = 64;

    /// <summary>
    /// Returns the rows of the next statement of a batch. Batches of a trial have one size, but clients of a service send any,
    /// and a statement for each would take gigabytes here and at the server, which limits their number or their memory. So a new
    /// size beyond 64 becomes several statements, whose rows are powers of two.
    /// </summary>
    /// <typeparam name="T">The type of a statement.</typeparam>
    /// <param name="prepared">The session's statements by their rows.</param>
    /// <param name="rows">Rows that are left of the batch, at most those of a statement.</param>
    public static int NextRows<T>(Dictionary<int, T> prepared, int rows) =>
        prepared.Count < Most || prepared.ContainsKey(rows) ? rows : 1 << BitOperations.Log2((uint)rows);
}

using System.Text;

namespace DbIngest.Wire.Bolt;

/// <summary>
/// Names the database that a statement or transaction runs in, and marks it so that administrators recognise it.
/// <c>Neo4jSession</c> creates one per session and passes it to every statement outside a transaction and every
/// <see cref="BoltRequest.BeginTransaction"/>. <c>Neo4jPlan</c> creates one to ask whether a private server is ready. Immutable.
/// </summary>
/// <param name="database">The database; null for the user's default database.</param>
/// <param name="mark">
/// Transaction metadata under <see cref="MarkName"/>, which <c>SHOW TRANSACTIONS</c> lists; null for none.
/// </param>
public sealed class BoltContext(string? database, string? mark = null)
{
    internal byte[]? Database { get; } = database is null ? null : Encoding.UTF8.GetBytes(database);

    internal byte[]? Mark { get; } = mark is null ? null : Encoding.UTF8.GetBytes(mark);

    /// <summary>The metadata key of the mark, UTF-8.</summary>
    internal static ReadOnlySpan<byte> MarkName => "dbingest"u8;
}

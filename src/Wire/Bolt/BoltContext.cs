using System.Text;

namespace DbIngest.Wire.Bolt;

/// <summary>What a statement or transaction runs in.</summary>
/// <param name="database">The database; null for the user's own.</param>
/// <param name="mark">What the server lists its transaction with, as <see cref="MarkName"/> of its metadata; null for nothing.</param>
public sealed class BoltContext(string? database, string? mark = null)
{
    internal byte[]? Database { get; } = database is null ? null : Encoding.UTF8.GetBytes(database);

    internal byte[]? Mark { get; } = mark is null ? null : Encoding.UTF8.GetBytes(mark);

    /// <summary>The name of the mark among the transaction's metadata, as UTF-8.</summary>
    internal static ReadOnlySpan<byte> MarkName => "dbingest"u8;
}

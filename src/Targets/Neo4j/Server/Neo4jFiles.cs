using System.Globalization;

namespace DbIngest.Targets.Neo4j.Server;

/// <summary>The files of a database of a private server.</summary>
/// <param name="folder">The server's folder.</param>
/// <param name="database">The database.</param>
internal sealed class Neo4jFiles(string folder, string database)
{
    private const string LogPrefix = "neostore.transaction.db.";

    /// <summary>
    /// <c>db.tx_log.rotation.size</c>, the vendor's default: a file that is full is followed by one with the next number.
    /// </summary>
    private const long LogFileBytes = 256L << 20;

    private static readonly EnumerationOptions Everything = new() { RecurseSubdirectories = true, IgnoreInaccessible = true };

    private string Store => Path.Combine(folder, "data", "databases", database);

    private string Log => Path.Combine(folder, "data", "transactions", database);

    private string Index => Path.Combine(Store, "schema");

    /// <summary>The store, its index included, and the log.</summary>
    public FileSpace All() => FileSpace.OfFiles(Files(Store).Concat(Files(Log)));

    /// <summary>Bytes of the store's files without the indexes.</summary>
    public long StoreBytes() => FileSpace.OfFiles(Files(Store)).ApparentBytes - IndexBytes();

    /// <summary>Bytes of the indexes' files.</summary>
    public long IndexBytes() => FileSpace.OfFiles(Files(Index)).ApparentBytes;

    /// <summary>
    /// Bytes written to the transaction log since the database was made, whether or not the files are still kept.
    /// </summary>
    public long LogBytes()
    {
        long bytes = 0;
        foreach (string file in Files(Log))
        {
            string name = Path.GetFileName(file);
            if (name.StartsWith(LogPrefix, StringComparison.Ordinal)
                && long.TryParse(name.AsSpan(LogPrefix.Length), NumberStyles.None, CultureInfo.InvariantCulture, out long number))
            {
                bytes = Math.Max(bytes, (number * LogFileBytes) + FileSpace.OfFiles([file]).ApparentBytes);
            }
        }

        return bytes;
    }

    /// <summary>Removes all databases. The server must not run; it makes them anew.</summary>
    public void Delete()
    {
        foreach (string part in (string[])["databases", "transactions"])
        {
            string all = Path.Combine(folder, "data", part);
            if (Directory.Exists(all))
            {
                Directory.Delete(all, recursive: true);
            }
        }
    }

    private static IEnumerable<string> Files(string part) => Directory.Exists(part)
        ? Directory.EnumerateFiles(part, "*", Everything) : [];
}

using System.Globalization;

namespace DbIngest.Targets.Neo4j.Server;

/// <summary>
/// The files of a private server's database. <see cref="Neo4jTarget"/> measures them for the disk space of a trial, and deletes
/// them between trials with <c>reset=restart</c>. It never deletes outside the server's folder.
/// </summary>
/// <param name="folder">The server's folder.</param>
/// <param name="database">Name of the database.</param>
internal sealed class Neo4jFiles(string folder, string database)
{
    private const string LogPrefix = "neostore.transaction.db.";

    /// <summary>
    /// Size of a full log file: <c>db.tx_log.rotation.size</c>, the vendor's default. The server then starts a file with the next
    /// number.
    /// </summary>
    private const long LogFileBytes = 256L << 20;

    private static readonly EnumerationOptions Everything = new() { RecurseSubdirectories = true, IgnoreInaccessible = true };

    private string Store => Path.Combine(folder, "data", "databases", database);

    private string Log => Path.Combine(folder, "data", "transactions", database);

    private string Index => Path.Combine(Store, "schema");

    /// <summary>Size of the store with its indexes, and of the log.</summary>
    public FileSpace All() => FileSpace.OfFiles(Files(Store).Concat(Files(Log)));

    /// <summary>Bytes of the store's files without the indexes.</summary>
    public long StoreBytes() => FileSpace.OfFiles(Files(Store)).ApparentBytes - IndexBytes();

    /// <summary>Bytes of the index files.</summary>
    public long IndexBytes() => FileSpace.OfFiles(Files(Index)).ApparentBytes;

    /// <summary>
    /// Bytes written to the transaction log since the database was created, including log files that the server has removed.
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

    /// <summary>Deletes all databases. The server must be stopped, and creates them again when it starts.</summary>
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

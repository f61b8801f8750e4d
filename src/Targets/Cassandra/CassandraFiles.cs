using System.Globalization;
using DbIngest.Targets.Cassandra.Writing;
using DbIngest.Wire.Cql;

namespace DbIngest.Targets.Cassandra;

/// <summary>
/// Finds the files of a node that runs on this machine. <see cref="CassandraSettling"/> looks for new data files of the trials'
/// table after a flush. <see cref="CassandraSpace"/> measures the table's files and reads the number of the newest log segment.
/// It only reads.
/// </summary>
/// <param name="dataFolders">Data folders of the node.</param>
/// <param name="commitLogFolder">Folder of the commit log.</param>
internal sealed class CassandraFiles(IReadOnlyList<string> dataFolders, string commitLogFolder)
{
    // Files that locate partitions and rows: primary index, summary and filter, in the older and the newer format.
    private static readonly string[] IndexComponents = ["-Index.db", "-Summary.db", "-Filter.db", "-Partitions.db", "-Rows.db"];

    /// <summary>
    /// Finds the folders by the node's settings. Null if the node runs elsewhere, as in a container, if this account may not list
    /// the folders, or if the table does not exist.
    /// </summary>
    /// <param name="connection">A connection to the node.</param>
    /// <param name="settings">Settings of the node.</param>
    /// <param name="tableFolder">The <see cref="TableFolder"/>.</param>
    public static CassandraFiles? Find(
        CqlConnection connection, IReadOnlyDictionary<string, string> settings, string? tableFolder)
    {
        string[] folders = settings.GetValueOrDefault("data_file_directories", string.Empty)
            .Trim('[', ']').Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        string log = settings.GetValueOrDefault("commitlog_directory", string.Empty);
        return ThisMachine.Has(connection.Remote.Address)
            && folders.Length > 0 && tableFolder is not null
            && folders.All(folder => CanList(Path.Combine(folder, tableFolder))) && CanList(log)
            ? new CassandraFiles(folders, log)
            : null;
    }

    /// <summary>
    /// Name of the trials' table folder within each data folder: table name, hyphen, id without hyphens. Null if the table does
    /// not exist.
    /// </summary>
    public static string? TableFolder(CqlConnection connection, string keyspace) => connection
        .Query($"SELECT id FROM system_schema.tables WHERE keyspace_name = '{keyspace}' AND table_name = '{CassandraTable.Name}'")
        .Select(r => Path.Combine(keyspace, $"{CassandraTable.Name}-{r.Uuid("id"):N}")).FirstOrDefault();

    /// <summary>True if a folder is there and this account may list it.</summary>
    /// <param name="folder">Path of the folder. May be empty.</param>
    internal static bool CanList(string folder)
    {
        if (!Directory.Exists(folder))
        {
            return false;
        }

        try
        {
            _ = Directory.EnumerateFileSystemEntries(folder).Any();
            return true;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <summary>All files of a table in all data folders, without snapshots, which are in subfolders.</summary>
    /// <param name="tableFolder">The <see cref="TableFolder"/>.</param>
    public IReadOnlyList<string> OfTable(string tableFolder) =>
        [.. dataFolders.Select(f => Path.Combine(f, tableFolder)).Where(Directory.Exists).SelectMany(Directory.EnumerateFiles)];

    /// <summary>True for a file that locates rows.</summary>
    public static bool IsIndex(string file) => IndexComponents.Any(c => file.EndsWith(c, StringComparison.Ordinal));

    /// <summary>True for a file that holds rows.</summary>
    public static bool IsData(string file) => file.EndsWith("-Data.db", StringComparison.Ordinal);

    /// <summary>
    /// Number of the newest segment of the commit log. Segments are numbered in sequence and old segments are deleted, so only
    /// the difference of two numbers tells how much was written, rounded to whole segments.
    /// </summary>
    public long NewestLogSegment() => Directory.EnumerateFiles(commitLogFolder, "CommitLog-*.log")
        .Select(f => long.TryParse(Path.GetFileNameWithoutExtension(f).Split('-')[^1], CultureInfo.InvariantCulture, out long id)
            ? id : 0)
        .DefaultIfEmpty(0)
        .Max();
}

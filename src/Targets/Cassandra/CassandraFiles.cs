using System.Globalization;
using System.Net;
using DbIngest.Targets.Cassandra.Writing;
using DbIngest.Wire.Cql;

namespace DbIngest.Targets.Cassandra;

/// <summary>The files of a node that runs on this machine.</summary>
/// <param name="dataFolders">Its data folders.</param>
/// <param name="commitLogFolder">Its commit log's folder.</param>
internal sealed class CassandraFiles(IReadOnlyList<string> dataFolders, string commitLogFolder)
{
    // Which partition and row is where: primary index, summary and filter, in the older format and in the newer one.
    private static readonly string[] IndexComponents = ["-Index.db", "-Summary.db", "-Filter.db", "-Partitions.db", "-Rows.db"];

    /// <summary>From the node's own settings; null when its folders are not to be seen here.</summary>
    public static CassandraFiles? Find(CqlConnection connection, IReadOnlyDictionary<string, string> settings)
    {
        string[] folders = settings.GetValueOrDefault("data_file_directories", string.Empty)
            .Trim('[', ']').Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        string log = settings.GetValueOrDefault("commitlog_directory", string.Empty);
        return connection.Server is IPEndPoint { Address: var address } && OwnMachine.Has(address)
            && folders.Length > 0 && folders.All(Directory.Exists) && Directory.Exists(log)
            ? new CassandraFiles(folders, log)
            : null;
    }

    /// <summary>
    /// The folder of our table in each data folder: its name, a hyphen, and its id without hyphens; null when there is no table.
    /// </summary>
    public static string? TableFolder(CqlConnection connection, string keyspace) => connection
        .Query($"SELECT id FROM system_schema.tables WHERE keyspace_name = '{keyspace}' AND table_name = '{CassandraTable.Name}'")
        .Select(r => Path.Combine(keyspace, $"{CassandraTable.Name}-{r.Uuid("id"):N}")).FirstOrDefault();

    /// <summary>The files of a table: its rows, and where they are.</summary>
    /// <param name="tableFolder">The <see cref="TableFolder"/>.</param>
    public IReadOnlyList<string> OfTable(string tableFolder) =>
        [.. dataFolders.Select(f => Path.Combine(f, tableFolder)).Where(Directory.Exists).SelectMany(Directory.EnumerateFiles)];

    /// <summary>Whether a file of a table says where its rows are.</summary>
    public static bool IsIndex(string file) => IndexComponents.Any(c => file.EndsWith(c, StringComparison.Ordinal));

    /// <summary>Whether a file of a table holds its rows.</summary>
    public static bool IsData(string file) => file.EndsWith("-Data.db", StringComparison.Ordinal);

    /// <summary>
    /// The number of the newest segment of the commit log. Each new one has the next number, and segments that are no longer
    /// needed are deleted: the numbers tell how much was written, to the size of a segment.
    /// </summary>
    public long NewestLogSegment() => Directory.EnumerateFiles(commitLogFolder, "CommitLog-*.log")
        .Select(f => long.TryParse(Path.GetFileNameWithoutExtension(f).Split('-')[^1], CultureInfo.InvariantCulture, out long id)
            ? id : 0)
        .DefaultIfEmpty(0)
        .Max();
}

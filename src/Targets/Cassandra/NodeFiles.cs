using System.Globalization;

namespace DbIngest.Targets.Cassandra;

/// <summary>The files of a node that runs on this machine.</summary>
/// <param name="dataFolders">Its data folders.</param>
/// <param name="commitLogFolder">Its commit log's folder.</param>
internal sealed class NodeFiles(IReadOnlyList<string> dataFolders, string commitLogFolder)
{
    // Which partition and row is where: primary index, summary and filter, in the older format and in the newer one.
    private static readonly string[] IndexComponents = ["-Index.db", "-Summary.db", "-Filter.db", "-Partitions.db", "-Rows.db"];

    /// <summary>From the node's own settings; null when its folders are not to be seen here.</summary>
    public static NodeFiles? Find(IReadOnlyDictionary<string, string> settings)
    {
        string[] folders = settings.GetValueOrDefault("data_file_directories", string.Empty)
            .Trim('[', ']').Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        string log = settings.GetValueOrDefault("commitlog_directory", string.Empty);
        return folders.Length > 0 && folders.All(Directory.Exists) && Directory.Exists(log) ? new NodeFiles(folders, log) : null;
    }

    /// <summary>The files of a table's data, and those of its indexes.</summary>
    /// <param name="keyspace">The keyspace.</param>
    /// <param name="tableFolder">The table's folder: its name, a hyphen, and its id without hyphens.</param>
    public (FileSpace Data, FileSpace Index) OfTable(string keyspace, string tableFolder)
    {
        string[] files = [.. dataFolders.Select(f => Path.Combine(f, keyspace, tableFolder)).Where(Directory.Exists).SelectMany(Directory.EnumerateFiles)];
        return (FileSpace.OfFiles(files.Where(f => !IsIndex(f))), FileSpace.OfFiles(files.Where(IsIndex)));
    }

    /// <summary>
    /// The number of the newest segment of the commit log. Each new one has the next number, and segments that are no longer
    /// needed are deleted: the numbers tell how much was written, to the size of a segment.
    /// </summary>
    public long NewestLogSegment() => Directory.EnumerateFiles(commitLogFolder, "CommitLog-*.log")
        .Select(f => long.TryParse(Path.GetFileNameWithoutExtension(f).Split('-')[^1], CultureInfo.InvariantCulture, out long id) ? id : 0)
        .DefaultIfEmpty(0)
        .Max();

    private static bool IsIndex(string file) => IndexComponents.Any(c => file.EndsWith(c, StringComparison.Ordinal));
}

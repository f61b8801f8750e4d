using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra.Writing;
using DbIngest.Wire;
using DbIngest.Wire.Cql;

namespace DbIngest.Targets.Cassandra;

/// <summary>
/// Measures the table's disk space on all nodes together, replicas included: by its files on this machine, else by the MiB that
/// the server reports in <c>system_views.disk_usage</c>, rounded up. <see cref="CassandraTarget"/> calls it before a trial and
/// after settling. Log bytes count from the first measurement of the table, in whole segments. Log bytes between that
/// measurement and a restart of the node do not count. Changes nothing.
/// </summary>
internal sealed class CassandraSpace(CassandraCluster cluster, string keyspace)
{
    private const long BytesPerMebibyte = 1 << 20;
    private readonly LogGrowth _segments = new();

    /// <summary>Bytes per node of the last measurement.</summary>
    public IReadOnlyDictionary<string, long> ByNode { get; private set; } = new Dictionary<string, long>(StringComparer.Ordinal);

    /// <summary>True if the last measurement read files and was not rounded.</summary>
    public bool IsExact { get; private set; }

    /// <summary>Lets log bytes count from the next measurement. <see cref="CassandraTarget"/> calls it for a new table.</summary>
    public void Reset() => _segments.Reset();

    /// <summary>Measures.</summary>
    /// <param name="cancellation">Checked between two nodes.</param>
    /// <returns>
    /// The sum over all nodes, in bytes. A node without the table counts as 0. Of a node whose files are not visible here, all
    /// bytes count as data, and none as index or log.
    /// </returns>
    /// <exception cref="WireException">A node does not answer.</exception>
    public DiskSpace Measure(CancellationToken cancellation)
    {
        var total = new DiskSpace(0, 0, 0, 0, 0);
        var byNode = new SortedDictionary<string, long>(StringComparer.Ordinal);
        IsExact = true;
        foreach (var node in cluster.Nodes)
        {
            cancellation.ThrowIfCancellationRequested();
            using var connection = cluster.Open(node, cancellation);
            var space = Measure(connection, node.Node.Server.ToString());
            byNode[node.Node.Server.ToString()] = space.StoredBytes;
            IsExact &= space.FilesApparentBytes is not null;
            total = new DiskSpace(
                total.DataBytes + space.DataBytes,
                total.IndexBytes + space.IndexBytes,
                total.LogBytes + space.LogBytes,
                total.FilesApparentBytes + space.FilesApparentBytes,
                total.FilesAllocatedBytes + space.FilesAllocatedBytes);
        }

        ByNode = byNode;
        return total;
    }

    private DiskSpace Measure(CqlConnection connection, string node)
    {
        if (CassandraFiles.TableFolder(connection, keyspace) is not { } folder)
        {
            return new DiskSpace(0, 0, 0, 0, 0);
        }

        var settings = CassandraSettings.Read(connection);
        if (CassandraFiles.Find(connection, settings, folder) is { } files)
        {
            var all = files.OfTable(folder);
            var data = FileSpace.OfFiles(all.Where(f => !CassandraFiles.IsIndex(f)));
            var index = FileSpace.OfFiles(all.Where(CassandraFiles.IsIndex));
            return new DiskSpace(
                data.ApparentBytes,
                index.ApparentBytes,
                LogBytes(connection, node, files, settings),
                data.ApparentBytes + index.ApparentBytes,
                data.AllocatedBytes + index.AllocatedBytes);
        }

        var usage = connection.Query(
            $"SELECT mebibytes FROM system_views.disk_usage WHERE keyspace_name = '{keyspace}' AND table_name = "
            + $"'{CassandraTable.Name}'");
        return new DiskSpace(usage.Sum(r => r.Integer("mebibytes")) * BytesPerMebibyte, 0, 0);
    }

    private long LogBytes(
        CqlConnection connection, string node, CassandraFiles files, IReadOnlyDictionary<string, string> settings)
    {
        // A node numbers its segments on from the milliseconds of its start, so that a start leaves billions of numbers out. It
        // gets another generation with each start.
        long start = connection.Query("SELECT gossip_generation FROM system.local WHERE key = 'local'")[0]
            .Integer("gossip_generation");
        return _segments.Take(node, start, files.NewestLogSegment()) * SegmentBytes(settings);
    }

    /// <summary>Bytes of a segment of the commit log. Cassandra 4.0 tells MiB, 4.1 and newer the configured unit.</summary>
    /// <param name="settings">Settings of the node.</param>
    internal static long SegmentBytes(IReadOnlyDictionary<string, string> settings)
    {
        string size = settings.GetValueOrDefault("commitlog_segment_size")
            ?? settings.GetValueOrDefault("commitlog_segment_size_in_mb") ?? string.Empty;
        long unit = size.EndsWith("KiB", StringComparison.Ordinal) ? 1 << 10
            : size.EndsWith("GiB", StringComparison.Ordinal) ? 1 << 30 : BytesPerMebibyte;
        return long.TryParse(size.TrimEnd('K', 'M', 'G', 'i', 'B'), NumberStyles.None, CultureInfo.InvariantCulture,
            out long number) ? number * unit : 32 * BytesPerMebibyte;
    }
}

using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra.Endpoints;
using DbIngest.Wire.Cql;

namespace DbIngest.Targets.Cassandra;

/// <summary>
/// Reads a node's settings. <see cref="CassandraDefinition"/> checks the durability level by them before it opens a target,
/// <see cref="CassandraTarget"/> describes the server by them, and <see cref="CassandraSettling"/> and
/// <see cref="CassandraSpace"/> find the files of a node by them. Each call reads the connected node alone, so settings of
/// another node go unseen. Changes nothing.
/// </summary>
/// <remarks>
/// The manifest stores the settings of <see cref="Choose"/>, and <c>--resume</c> compares them, so no setting that moves by
/// itself may stand among them.
/// </remarks>
internal static class CassandraSettings
{
    private static readonly string[] Reported =
    [
        "commitlog_sync", "commitlog_sync_period", "commitlog_sync_group_window", "commitlog_segment_size",
            "commitlog_total_space",
        "commitlog_compression.class_name", "concurrent_writes", "concurrent_reads", "concurrent_compactors",
            "compaction_throughput",
        "memtable_heap_space", "memtable_offheap_space", "memtable_allocation_type", "memtable_flush_writers",
            "row_cache_size", "key_cache_size",
        "write_request_timeout", "read_request_timeout", "range_request_timeout", "auto_snapshot", "num_tokens",
            "endpoint_snitch",
        "disk_access_mode", "batch_size_warn_threshold", "batch_size_fail_threshold", "storage_compatibility_mode",
            "sstable.selected_format",
        "native_transport_max_threads", "hinted_handoff_enabled",
    ];

    /// <summary>All settings of the connected node.</summary>
    public static IReadOnlyDictionary<string, string> Read(CqlConnection connection) => connection
        .Query("SELECT name, value FROM system_views.settings")
        .ToDictionary(r => r.Text("name"), r => r.Text("value"), StringComparer.Ordinal);

    /// <summary>The settings that influence a trial's rate, latency or disk space, without those that have no value.</summary>
    public static IEnumerable<KeyValuePair<string, string>> Choose(IReadOnlyDictionary<string, string> settings) =>
        Reported.Where(n => settings.GetValueOrDefault(n, string.Empty).Length > 0)
            .Select(n => KeyValuePair.Create(n, settings[n]));

    /// <summary>True if the commit log is synced before a write is acknowledged.</summary>
    public static bool IsSynced(IReadOnlyDictionary<string, string> settings) =>
        settings.GetValueOrDefault("commitlog_sync", "periodic") is "batch" or "group";

    /// <summary>Refuses a durability level that the server does not keep.</summary>
    /// <param name="contract">The durability level.</param>
    /// <param name="settings">The settings of one node. Other nodes are not checked.</param>
    /// <exception cref="TargetException">The server does not keep it.</exception>
    public static void Check(DurabilityContract contract, IReadOnlyDictionary<string, string> settings)
    {
        string mode = settings.GetValueOrDefault("commitlog_sync", "periodic");
        if (IsSynced(settings) != CassandraContracts.IsSynced(contract))
        {
            string remedy = CassandraContracts.IsSynced(contract) ? "batch, or take a contract ...-periodic"
                : "periodic, or take a contract ...-batch";
            throw new TargetException(
                $"--durability {contract.Name}: the server runs with commitlog_sync {mode}; start it with {remedy}.");
        }
    }
}

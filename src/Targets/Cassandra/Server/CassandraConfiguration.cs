using System.Globalization;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Cassandra.Server;

/// <summary>
/// Configuration of one node, private or deployed, as the text of <c>cassandra.yaml</c>. <see cref="CassandraPlan"/> and
/// <see cref="CassandraRecipe"/> create one per node when they plan a server. A change here changes the published configuration
/// of both. Immutable.
/// </summary>
/// <param name="Folder">Folder of the node.</param>
/// <param name="Address">Address for clients and other nodes.</param>
/// <param name="NativePort">The port for clients.</param>
/// <param name="StoragePort">The port for other nodes, the same on all.</param>
/// <param name="JmxPort">The port for management, on loopback only.</param>
/// <param name="Seed">Address of the first node.</param>
/// <param name="Token">The token of the node: it owns the range up to this token.</param>
/// <param name="HeapMb">Heap in MiB.</param>
/// <param name="IsSynced">True if the commit log is synced before an acknowledgement.</param>
/// <param name="Profile"><c>default</c> or <c>study1</c>.</param>
internal sealed record CassandraConfiguration(
    string Folder, string Address, int NativePort, int StoragePort, int JmxPort, string Seed, long Token, int HeapMb,
        bool IsSynced, string Profile)
{
    /// <summary>Further lines of the file, for example for authentication.</summary>
    public string FurtherLines { get; init; } = string.Empty;

    /// <summary>The text of <c>cassandra.yaml</c>. Settings that it does not name are the vendor's defaults.</summary>
    /// <remarks>
    /// Table format, memtable and token allocation follow the vendor's <c>cassandra_latest.yaml</c>. Memory is bounded, since
    /// several nodes share a machine. Snapshots are off, so that a dropped table frees its space. A node whose disk fails ends,
    /// so that it is restarted. Under the vendor's <c>stop</c> it would run on without answering.
    /// </remarks>
    public string Yaml => string.Create(
        CultureInfo.InvariantCulture,
        $"""
        cluster_name: dbingest
        num_tokens: 1
        initial_token: "{Token}"
        auto_bootstrap: false
        partitioner: org.apache.cassandra.dht.Murmur3Partitioner
        endpoint_snitch: SimpleSnitch
        seed_provider:
          - class_name: org.apache.cassandra.locator.SimpleSeedProvider
            parameters:
              - seeds: "{Seed}"
        listen_address: "{Address}"
        storage_port: {StoragePort}
        rpc_address: "{Address}"
        native_transport_port: {NativePort}
        start_native_transport: true
        data_file_directories: [{InFolder("data")}]
        commitlog_directory: {InFolder("commitlog")}
        saved_caches_directory: {InFolder("saved_caches")}
        hints_directory: {InFolder("hints")}
        cdc_raw_directory: {InFolder("cdc_raw")}
        {(IsSynced ? "commitlog_sync: batch" : "commitlog_sync: periodic\ncommitlog_sync_period: 10000ms")}
        commitlog_segment_size: 16MiB
        commitlog_total_space: 512MiB
        disk_failure_policy: die
        commit_failure_policy: die
        memtable:
          configurations:
            trie:
              class_name: TrieMemtable
            default:
              inherits: trie
        memtable_heap_space: {HeapMb / 4}MiB
        memtable_offheap_space: {HeapMb / 4}MiB
        file_cache_size: 32MiB
        key_cache_size: 8MiB
        row_cache_size: 0MiB
        storage_compatibility_mode: NONE
        sstable:
          selected_format: bti
        column_index_size: 4KiB
        concurrent_compactors: 1
        auto_snapshot: false
        snapshot_before_compaction: false
        dynamic_snitch: false
        range_request_timeout: 20s
        {ProfileLines}
        {FurtherLines}
        """);

    /// <summary>Plans the start of the node.</summary>
    /// <param name="place">Address and folder of the node, equal to those of this configuration.</param>
    /// <param name="command">Program and arguments.</param>
    public PlannedNode Planned(ServerPlace place, IReadOnlyList<string> command) => new(place, command)
    {
        Listens = [(Address, NativePort), (Address, StoragePort), ("127.0.0.1", JmxPort)],
        Folders = CassandraCommand.Folders,
        Files = new Dictionary<string, string>(StringComparer.Ordinal) { [CassandraCommand.ConfigurationFile] = Yaml },
        Logs = ["logs/system.log"],
    };

    /// <summary>Largest memory of a node in addition to its heap, in MiB.</summary>
    /// <param name="heapMb">Heap in MiB.</param>
    public static int MemoryBesideTheHeapMb(int heapMb) => Math.Max(256, heapMb / 2);

    private string InFolder(string name) => EscapedText.Quoted(Path.Combine(Folder, name));

    private string ProfileLines => Profile == "study1"
        ? string.Create(
            CultureInfo.InvariantCulture,
            $"""
            read_request_timeout: 90s
            write_request_timeout: 90s
            request_timeout: 90s
            counter_write_request_timeout: 90s
            cas_contention_timeout: 90s
            truncate_request_timeout: 90s
            concurrent_reads: {8 * Environment.ProcessorCount}
            concurrent_writes: {8 * Environment.ProcessorCount}
            memtable_flush_writers: 1
            """)
        : "read_request_timeout: 10s\nwrite_request_timeout: 10s";
}

using System.Diagnostics;
using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra.Writing;
using DbIngest.Wire;
using DbIngest.Wire.Cql;

namespace DbIngest.Targets.Cassandra;

/// <summary>
/// Flushes the table on all nodes through CQL alone and waits until no node flushes or compacts. <see cref="CassandraTarget"/>
/// runs it in each Settle: after the writers of a trial, or of a load before it, have finished, never beside them.
/// </summary>
/// <remarks>
/// CQL has no statement that flushes. But a table has a period after which its memory is flushed, and the schema carries the
/// period to every node. A short period flushes everywhere, and is reset to 0 afterwards, even after a failure. Nothing announces
/// the flush, so the wait ends when each node that has taken writes since the last call shows a new file of the table, or after
/// 10 s. On nodes of other machines, whose files are not visible, a pause of 2 s replaces the check.
/// </remarks>
internal sealed class CassandraSettling(CassandraCluster cluster, string keyspace)
{
    private const int FlushPeriodMs = 100;

    // Longest wait for a new file. A node that has just flushed by itself has nothing left to flush.
    private static readonly TimeSpan FileTimeout = TimeSpan.FromSeconds(10);

    // Pause if files are not visible: twenty times the period, so that a node in a garbage collection flushes too.
    private static readonly TimeSpan BlindPause = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan IdleTimeout = TimeSpan.FromMinutes(30);

    private readonly Dictionary<CassandraClusterNode, long> _settledWrites = [];

    /// <summary>Forgets the nodes' counts of writes. <see cref="CassandraTarget"/> calls it for a new table.</summary>
    public void Reset() => _settledWrites.Clear();

    /// <summary>Flushes and waits.</summary>
    /// <param name="cancellation">Cancels the wait.</param>
    public void Run(CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        var nodes = new List<Settled>();
        try
        {
            foreach (var node in cluster.Nodes)
            {
                nodes.Add(new Settled(node, cluster.Open(node, cancellation), keyspace));
            }

            using var connection = cluster.OpenAny(CancellationToken.None);
            try
            {
                // The server may have the period although the wait for the nodes' agreement fails or is cancelled.
                SetPeriod(connection, FlushPeriodMs, cancellation);
                AwaitFlush(nodes, cancellation);
                AwaitIdle(nodes, cancellation);
            }
            finally
            {
                ResetPeriod(connection);
            }

            nodes.ForEach(n => _settledWrites[n.Node] = n.Writes);
        }
        finally
        {
            nodes.ForEach(n => n.Dispose());
        }
    }

    private void SetPeriod(CqlConnection connection, int milliseconds, CancellationToken cancellation)
    {
        connection.Query(string.Create(
            CultureInfo.InvariantCulture,
                $"ALTER TABLE {keyspace}.{CassandraTable.Name} WITH memtable_flush_period_in_ms = {milliseconds}"));
        CassandraSchema.AwaitAgreement(cluster, connection, cancellation);
    }

    /// <summary>Resets the period, over another connection if this one is lost: the other nodes have the period too.</summary>
    private void ResetPeriod(CqlConnection connection)
    {
        if (!connection.IsBroken)
        {
            try
            {
                SetPeriod(connection, 0, CancellationToken.None);
                return;
            }
            catch (ConnectionLostException)
            {
                // The node ended while another one was watched. One that answers takes the reset.
            }
        }

        using var other = cluster.OpenAny(CancellationToken.None);
        SetPeriod(other, 0, CancellationToken.None);
    }

    private void AwaitFlush(List<Settled> nodes, CancellationToken cancellation)
    {
        long started = Stopwatch.GetTimestamp();
        foreach (var node in nodes.Where(n => n.Writes != _settledWrites.GetValueOrDefault(n.Node)))
        {
            while (Stopwatch.GetElapsedTime(started) < (node.SeesFiles ? FileTimeout : BlindPause) && !node.HasNewFile())
            {
                cancellation.WaitHandle.WaitOne(PollInterval);
                cancellation.ThrowIfCancellationRequested();
            }
        }
    }

    /// <summary>Waits until every node was idle twice in a row.</summary>
    private static void AwaitIdle(List<Settled> nodes, CancellationToken cancellation)
    {
        long started = Stopwatch.GetTimestamp();
        for (int idle = 0; idle < 2;)
        {
            cancellation.ThrowIfCancellationRequested();
            idle = nodes.TrueForAll(n => n.IsIdle()) ? idle + 1 : 0;
            if (Stopwatch.GetElapsedTime(started) > IdleTimeout)
            {
                throw new TargetException($"The nodes still compact after {IdleTimeout.TotalMinutes:0} minutes.");
            }

            cancellation.WaitHandle.WaitOne(PollInterval);
        }
    }

    /// <summary>One node during settling. A virtual table describes only the node that is asked.</summary>
    private sealed class Settled : IDisposable
    {
        private readonly CqlConnection _connection;
        private readonly string _keyspace;
        private readonly CassandraFiles? _files;
        private readonly string? _folder;
        private readonly HashSet<string> _before;

        public Settled(CassandraClusterNode node, CqlConnection connection, string keyspace)
        {
            Node = node;
            _connection = connection;
            _keyspace = keyspace;
            _folder = CassandraFiles.TableFolder(connection, keyspace);
            Writes = connection
                .Query($"SELECT count FROM system_views.local_write_latency WHERE keyspace_name = '{keyspace}' AND table_name "
                    + $"= '{CassandraTable.Name}'")
                .Sum(r => r.Integer("count"));
            _files = CassandraFiles.Find(connection, CassandraSettings.Read(connection), _folder);
            _before = DataFiles();
        }

        public CassandraClusterNode Node { get; }

        /// <summary>Writes into the table that the node has executed since its start.</summary>
        public long Writes { get; }

        public bool SeesFiles => _files is not null;

        public bool HasNewFile() => !DataFiles().IsSubsetOf(_before);

        public bool IsIdle() =>
            _connection.Query("SELECT name, active_tasks, pending_tasks FROM system_views.thread_pools")
                .Where(r => r.Text("name").Contains("Memtable", StringComparison.Ordinal)
                    || r.Text("name") == "CompactionExecutor")
                .All(r => r.Integer("active_tasks") + r.Integer("pending_tasks") == 0)
            && _connection.Query("SELECT keyspace_name FROM system_views.sstable_tasks")
                .All(r => r.Text("keyspace_name") != _keyspace);

        public void Dispose() => _connection.Dispose();

        private HashSet<string> DataFiles() =>
            _files is null || _folder is null ? [] : _files.OfTable(_folder).Where(CassandraFiles.IsData)
                .ToHashSet(StringComparer.Ordinal);
    }
}

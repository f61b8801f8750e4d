using System.Diagnostics;
using System.Globalization;
using DbIngest.Core.Targets;
using DbIngest.Wire.Cql;

namespace DbIngest.Targets.Cassandra;

/// <summary>Flushes the table on all nodes and waits until no node flushes or compacts any more, by CQL alone.</summary>
/// <remarks>
/// There is no statement that flushes. But a table has a period after which its memory goes to disk; a short one, taken
/// notice of by every node with the schema, flushes it everywhere. It is set back afterwards.
/// </remarks>
internal sealed class CassandraSettling(Cluster cluster, string keyspace)
{
    private const int FlushPeriodMs = 100;

    // Several times the period: a node that pauses to collect garbage is late with its flush.
    private static readonly TimeSpan FlushPatience = TimeSpan.FromMilliseconds(600);
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(30);

    /// <summary>Settles.</summary>
    /// <param name="cancellation">Ends the waiting early.</param>
    public void Run(CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        using var connection = cluster.OpenAny();
        SetPeriod(connection, FlushPeriodMs);
        try
        {
            cancellation.WaitHandle.WaitOne(FlushPatience);
            AwaitIdle(cancellation);
        }
        finally
        {
            SetPeriod(connection, 0);
        }
    }

    private void SetPeriod(CqlConnection connection, int milliseconds)
    {
        connection.Query(string.Create(
            CultureInfo.InvariantCulture, $"ALTER TABLE {keyspace}.{CassandraTable.Name} WITH memtable_flush_period_in_ms = {milliseconds}"));
        CassandraSchema.AwaitAgreement(connection);
    }

    /// <summary>Waits until every node was idle twice in a row.</summary>
    private void AwaitIdle(CancellationToken cancellation)
    {
        long started = Stopwatch.GetTimestamp();
        var connections = cluster.Nodes.Select(cluster.Open).ToList();
        try
        {
            for (int idle = 0; idle < 2;)
            {
                cancellation.ThrowIfCancellationRequested();
                idle = connections.TrueForAll(IsIdle) ? idle + 1 : 0;
                if (Stopwatch.GetElapsedTime(started) > Patience)
                {
                    throw new TargetException($"The nodes still compact after {Patience.TotalMinutes:0} minutes.");
                }

                cancellation.WaitHandle.WaitOne(PollInterval);
            }
        }
        finally
        {
            connections.ForEach(c => c.Dispose());
        }
    }

    // Virtual tables show the node that is asked, and no other.
    private bool IsIdle(CqlConnection connection) =>
        connection.Query("SELECT name, active_tasks, pending_tasks FROM system_views.thread_pools")
            .Where(r => r.Text("name").Contains("Memtable", StringComparison.Ordinal) || r.Text("name") == "CompactionExecutor")
            .All(r => r.Integer("active_tasks") + r.Integer("pending_tasks") == 0)
        && connection.Query("SELECT keyspace_name FROM system_views.sstable_tasks").All(r => r.Text("keyspace_name") != keyspace);
}

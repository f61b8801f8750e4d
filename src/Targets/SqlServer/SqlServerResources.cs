using DbIngest.Abstractions.Resources;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// Reads CPU and memory of the server from its own counters, since its process may run in a container or on another machine.
/// <see cref="SqlServerTarget"/> opens one per trial, and <c>TrialSampler</c> calls it about once a second, outside of the timed
/// path, on its own connection with a short timeout. A failed sample gives null and fails no trial.
/// </summary>
internal sealed class SqlServerResources : IResourceReader, IDisposable
{
    private const string Question =
        "SELECT CAST(i.process_kernel_time_ms + i.process_user_time_ms AS bigint), CAST(m.physical_memory_in_use_kb AS "
        + "bigint), CAST(i.cpu_count AS bigint), "
        + "(SELECT CAST(SUM(num_of_bytes_read) AS bigint) FROM sys.dm_io_virtual_file_stats(NULL, NULL)), "
        + "(SELECT CAST(SUM(num_of_bytes_written) AS bigint) FROM sys.dm_io_virtual_file_stats(NULL, NULL)) "
        + "FROM sys.dm_os_sys_info AS i CROSS JOIN sys.dm_os_process_memory AS m";

    private readonly SqlServerSessions _sessions;
    private readonly Lock _lock = new();
    private ISqlServerSession? _session;
    private Counters _start;
    private bool _isEnded;

    private SqlServerResources(SqlServerSessions sessions, bool isOfThisMachine) =>
        (_sessions, IsOfThisMachine) = (sessions, isOfThisMachine);

    public int Cores { get; private set; } = 1;

    public bool IsOfThisMachine { get; }

    /// <summary>Starts counting.</summary>
    /// <param name="sessions">Opens the connection.</param>
    /// <param name="isOfThisMachine">True if the server runs on this machine.</param>
    /// <returns>The reader. Null if the login may not read the server's counters.</returns>
    public static SqlServerResources? Open(SqlServerSessions sessions, bool isOfThisMachine)
    {
        var reader = new SqlServerResources(sessions, isOfThisMachine);
        if (reader.Ask() is not { } start)
        {
            reader.Dispose();
            return null;
        }

        reader._start = start;
        return reader;
    }

    public ResourceReading? Read()
    {
        // A restarted server counts from 0 again, which says nothing about usage since the start.
        return Ask() is { } now && now.CpuMs >= _start.CpuMs
            ? new ResourceReading((now.CpuMs - _start.CpuMs) / 1000.0, now.MemoryKb * 1024, now.Read - _start.Read,
                now.Written - _start.Written)
            : null;
    }

    public void Dispose()
    {
        lock (_lock)
        {
            _isEnded = true;
            _session?.Dispose();
            _session = null;
        }
    }

    private Counters? Ask()
    {
        lock (_lock)
        {
            try
            {
                if (_isEnded)
                {
                    return null;
                }

                _session ??= _sessions.Open(() => _sessions.Connect(SqlServerSessions.Master, ServerTimeouts.Probe));
                using var rows = _session.Query(Question);
                if (!rows.Read())
                {
                    return null;
                }

                var counters = new Counters(rows.Int64(), rows.Int64(), (int)rows.Int64(), rows.Int64(), rows.Int64());
                Cores = counters.Cores;
                return counters;
            }
            catch (Exception e) when (DriverCalls.IsFailure(e))
            {
                // The next sample connects again.
                _session?.Dispose();
                _session = null;
                return null;
            }
        }
    }

    private readonly record struct Counters(long CpuMs, long MemoryKb, int Cores, long Read, long Written);
}

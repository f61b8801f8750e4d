using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>
/// Measures the memory of a trial's table by the server's statistics, because VoltDB keeps records in memory only.
/// <see cref="VoltTarget"/> calls it before and after a trial, never during one. Changes nothing.
/// </summary>
internal static class VoltSpace
{
    private const long BytesPerKilobyte = 1024;
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan StatisticsTimeout = TimeSpan.FromMinutes(1);

    /// <summary>
    /// Measures the table once the server's statistics count all of its rows. Partitions update them from time to time. The
    /// figures include the copies on all nodes, and log bytes are 0.
    /// </summary>
    /// <param name="connection">A session.</param>
    /// <param name="records">The table.</param>
    /// <param name="cancellation">Cancels the wait.</param>
    /// <exception cref="TargetException">The statistics still count another number of rows after a minute.</exception>
    public static DiskSpace Measure(VoltConnection connection, VoltTrialTable records, CancellationToken cancellation)
    {
        long stored = connection.Call("@AdHoc", $"SELECT COUNT(*) FROM {records.Name}")
            .Number() * VoltCatalog.Copies(VoltCatalog.Deployment(connection));
        long data = Sum(connection, records, "TABLE", "TUPLE_COUNT", stored, cancellation, "TUPLE_DATA_MEMORY",
            "STRING_DATA_MEMORY");
        long index = records.HasKey ? Sum(connection, records, "INDEX", "ENTRY_COUNT", stored, cancellation, "MEMORY_ESTIMATE")
            : 0;
        return new DiskSpace(data, index, LogBytes: 0);
    }

    private static long Sum(VoltConnection connection, VoltTrialTable records, string what, string count, long stored,
        CancellationToken cancellation, params string[] kilobytes)
    {
        List<IReadOnlyDictionary<string, object?>> rows = [];
        Waiting.Until(
            () =>
            {
                rows = [.. connection.Call("@Statistics", what, 0).Table().All()
                    .Where(row => string.Equals(row["TABLE_NAME"] as string, records.Name, StringComparison.OrdinalIgnoreCase))];
                return rows.Count > 0 && rows.Sum(row => Number(row[count])) == stored;
            },
            Interval,
            StatisticsTimeout,
            () => new TargetException(
                $"The server counts {rows.Sum(row => Number(row[count]))} records in its statistics ({what}) where {stored} "
                + $"are stored, for {StatisticsTimeout.TotalSeconds:0} s."),
            cancellation);
        return rows.Sum(row => kilobytes.Sum(column => Number(row[column]))) * BytesPerKilobyte;
    }

    private static long Number(object? value) => value as long? ?? 0;
}

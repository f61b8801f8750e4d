using System.Diagnostics;
using System.Globalization;
using DbIngest.Bench.Cassandra.Runs;

namespace DbIngest.Bench.Cassandra;

/// <summary>
/// Measures what follows one trial, for the bench command <c>audit</c>: the time to settle, the rows' space on disk, and the time
/// of each of three audits. A failed audit is printed and does not end the bench.
/// </summary>
internal static class AuditBench
{
    public static void Run(int records, string options)
    {
        using var keeper = Trials.Keeper();
        using var target = new Targets.Cassandra.CassandraDefinition()
            .Open(Trials.Options($"{keeper.AttachEndpoint}{(options.Length > 0 ? "&" + options : string.Empty)}"));
        var figures = Trials.Run(target, records, 200);
        Say($"{figures.RecordsPerS:N0} records/s");
        long started = Stopwatch.GetTimestamp();
        target.Settle(CancellationToken.None);
        Say($"settled in {Stopwatch.GetElapsedTime(started).TotalSeconds:F2} s");
        var space = target.MeasureSpace();
        double total = (double)Trials.Sources * records;
        Say($"{space.StoredBytes / total:F1} bytes a record on disk ({Trials.Workload.Schema.BytesPerRecord} raw), of them {space.IndexBytes / total:F2} index; {space.LogBytes / total:F1} of commit log");
        for (int i = 0; i < 3; i++)
        {
            started = Stopwatch.GetTimestamp();
            var audit = Trials.Audit(target, records);
            Say($"audit of {audit.StoredRecords:N0} records: {(audit.Passed ? "passed" : "failed")} in {Stopwatch.GetElapsedTime(started).TotalSeconds:F2} s");
        }
    }

    private static void Say(FormattableString text) => Console.WriteLine(text.ToString(CultureInfo.InvariantCulture));
}

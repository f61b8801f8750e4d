using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Renders <c>samples.csv</c>: one line per sample within a trial, about one per second, for every trial of the journal. <see
/// cref="SummaryFiles"/> writes it. The names of its columns are a published format: new columns go to the end, and none is
/// renamed.
/// </summary>
public static class SamplesCsv
{
    /// <summary>Names of the columns.</summary>
    public static IReadOnlyList<string> Columns { get; } =
    [
        .. SweepAxes.All.Select(axis => axis.Field),
        "trial", "warm_up", "status", "at_s", "phase", "acknowledged_records", "records_per_s",
        "client_cpu_s", "client_rss_bytes", "server_cpu_s", "server_rss_bytes", "server_written_bytes",
        "acknowledged_operations", "operations_per_s",
    ];

    /// <summary>Renders the file.</summary>
    /// <returns>The content of the file, with lines ending in CRLF.</returns>
    public static string Of(SweepSummary summary)
    {
        var csv = new CsvText();
        csv.AddRow(Columns);
        foreach (var trial in summary.Trials)
        {
            double at = 0;
            long done = 0;
            foreach (var sample in trial.Samples)
            {
                csv.AddRow(Row(trial, sample, Rate(sample.Acknowledged - done, sample.AtS - at)));
                (at, done) = (sample.AtS, sample.Acknowledged);
            }
        }

        return csv.ToString();
    }

    /// <summary>The rate since the previous sample; null when no time has passed.</summary>
    private static double? Rate(long done, double seconds) => seconds > 0 ? done / seconds : null;

    private static object?[] Row(TrialResult trial, ThroughputSample sample, double? rate) =>
    [
        .. SweepAxes.All.Select(axis => trial.Point.Axes[axis]),
        trial.Trial, trial.WarmUp, trial.Status, sample.AtS, sample.Phase,
        trial.Point.Mix is null ? sample.AcknowledgedRecords : null, trial.Point.Mix is null ? rate : null,
        sample.ClientCpuS, sample.ClientRssBytes, sample.ServerCpuS, sample.ServerRssBytes, sample.ServerWrittenBytes,
        sample.AcknowledgedOperations, trial.Point.Mix is null ? null : rate,
    ];
}

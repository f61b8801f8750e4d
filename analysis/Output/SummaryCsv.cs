using System.Text.Json;
using DbIngest.Analysis.Summary;
using DbIngest.Abstractions.Operations;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Renders <c>summary.csv</c>: one line per point. A missing point has empty figures and its reason. <see cref="SummaryFiles"/>
/// writes it. The names of its columns are a published format: new columns go to the end of their group, and none is renamed.
/// </summary>
public static class SummaryCsv
{
    private static readonly (string Name, Func<PointSummary, object?> Value)[] Table =
    [
        .. SweepAxes.All.Select(axis => (axis.Field, (Func<PointSummary, object?>)(p => p.Point.Axes[axis]))),
        ("total_records", p => p.TotalRecords),
        ("total_operations", p => p.TotalOperations),
        ("planned", p => p.Trials.Planned),
        ("n", p => p.Trials.Measured),
        ("blocks", p => p.Trials.Blocks),
        ("warm_up", p => p.Trials.WarmUp),
        ("warm_up_failed", p => p.Trials.WarmUpFailed),
        ("incomplete", p => p.Trials.Incomplete),
        ("invalid", p => p.Trials.Invalid),
        ("unreachable", p => p.Trials.Unreachable),
        ("not_run", p => p.Trials.NotRun),
        ("records_per_s", p => OfRecords(p, p.Throughput?.RecordsPerS)),
        ("low_records_per_s", p => OfRecords(p, p.Throughput?.IntervalRecordsPerS?.Low)),
        ("high_records_per_s", p => OfRecords(p, p.Throughput?.IntervalRecordsPerS?.High)),
        ("offered_records_per_s", p => OfRecords(p, p.OpenLoop?.OfferedRecordsPerS)),
        ("sd_records_per_s", p => OfRecords(p, p.Throughput?.RatesRecordsPerS.Sd)),
        ("cv", p => p.ElapsedS?.Cv),
        ("mean_of_rates_records_per_s", p => OfRecords(p, p.Throughput?.RatesRecordsPerS.Mean)),
        ("mean_of_rates_low_records_per_s", p => OfRecords(p, p.Throughput?.MeanOfRatesIntervalRecordsPerS?.Low)),
        ("mean_of_rates_high_records_per_s", p => OfRecords(p, p.Throughput?.MeanOfRatesIntervalRecordsPerS?.High)),
        ("geometric_mean_records_per_s", p => OfRecords(p, p.Throughput?.GeometricMeanRecordsPerS)),
        ("quiescent_records_per_s", p => OfRecords(p, p.QuiescentRecordsPerS)),
        ("operations_per_s", p => OfMix(p, p.Throughput?.RecordsPerS)),
        ("low_operations_per_s", p => OfMix(p, p.Throughput?.IntervalRecordsPerS?.Low)),
        ("high_operations_per_s", p => OfMix(p, p.Throughput?.IntervalRecordsPerS?.High)),
        ("offered_operations_per_s", p => OfMix(p, p.OpenLoop?.OfferedRecordsPerS)),
        ("sd_operations_per_s", p => OfMix(p, p.Throughput?.RatesRecordsPerS.Sd)),
        ("mean_of_rates_operations_per_s", p => OfMix(p, p.Throughput?.RatesRecordsPerS.Mean)),
        ("mean_of_rates_low_operations_per_s", p => OfMix(p, p.Throughput?.MeanOfRatesIntervalRecordsPerS?.Low)),
        ("mean_of_rates_high_operations_per_s", p => OfMix(p, p.Throughput?.MeanOfRatesIntervalRecordsPerS?.High)),
        ("geometric_mean_operations_per_s", p => OfMix(p, p.Throughput?.GeometricMeanRecordsPerS)),
        ("quiescent_operations_per_s", p => OfMix(p, p.QuiescentRecordsPerS)),
        ("elapsed_mean_s", p => p.ElapsedS?.Mean),
        ("elapsed_median_s", p => p.ElapsedS?.Median),
        ("elapsed_sd_s", p => p.ElapsedS?.Sd),
        ("elapsed_min_s", p => p.ElapsedS?.Min),
        ("elapsed_max_s", p => p.ElapsedS?.Max),
        ("load_mean_s", p => p.LoadS?.Mean),
        ("settle_mean_s", p => p.SettleS?.Mean),
        ("source_start_max_s", p => p.Spread?.StartMaxS),
        ("source_finish_mean_s", p => p.Spread?.FinishMeanS),
        ("latency_p50_us", p => p.Latency?.P50Us),
        ("latency_p90_us", p => p.Latency?.P90Us),
        ("latency_p99_us", p => p.Latency?.P99Us),
        ("latency_p999_us", p => p.Latency?.P999Us),
        ("latency_max_us", p => p.Latency?.MaxUs),
        ("response_p50_us", p => p.OpenLoop?.Response?.P50Us),
        ("response_p90_us", p => p.OpenLoop?.Response?.P90Us),
        ("response_p99_us", p => p.OpenLoop?.Response?.P99Us),
        ("response_p999_us", p => p.OpenLoop?.Response?.P999Us),
        ("response_max_us", p => p.OpenLoop?.Response?.MaxUs),
        ("largest_backlog_batches", p => p.OpenLoop?.LargestBacklogBatches),
        ("last_backlog_batches", p => p.OpenLoop?.LastBacklogBatches),
        .. Enum.GetValues<OperationKind>().SelectMany(OfKind),
        ("bytes_per_record", p => p.Space?.BytesPerRecord.Mean),
        ("slope_bytes_per_record", p => p.SpaceSlope?.BytesPerRecord),
        ("slope_low_bytes_per_record", p => p.SpaceSlope?.IntervalBytesPerRecord?.Low),
        ("slope_high_bytes_per_record", p => p.SpaceSlope?.IntervalBytesPerRecord?.High),
        ("data_bytes", p => p.Space?.DataBytes),
        ("index_bytes", p => p.Space?.IndexBytes),
        ("log_bytes", p => p.Space?.LogBytes),
        ("generating_share", p => p.GeneratingShare),
        ("client_cpu_share", p => p.Resources?.ClientCpuShare),
        ("server_cpu_share", p => p.Resources?.ServerCpuShare),
        ("client_peak_cpu_share", p => p.Resources?.ClientPeakCpuShare),
        ("server_peak_cpu_share", p => p.Resources?.ServerPeakCpuShare),
        ("client_mean_rss_bytes", p => p.Resources?.ClientMeanRssBytes),
        ("server_mean_rss_bytes", p => p.Resources?.ServerMeanRssBytes),
        ("client_peak_rss_bytes", p => p.Resources?.ClientPeakRssBytes),
        ("server_peak_rss_bytes", p => p.Resources?.ServerPeakRssBytes),
        ("joules_per_record", p => p.Energy?.JoulesPerRecord?.Mean),
        ("low_joules_per_record", p => p.Energy?.IntervalJoulesPerRecord?.Low),
        ("high_joules_per_record", p => p.Energy?.IntervalJoulesPerRecord?.High),
        ("settle_joules_per_record", p => p.Energy?.SettleJoulesPerRecord),
        ("energy_covers", p => p.Energy?.Covers is { } covers ? string.Join("; ", covers) : null),
        ("energy_not_measured", p => p.Energy?.NotMeasured),
        ("cost_per_h", p => p.Cost?.PerH),
        ("cost_per_million", p => p.Cost?.PerMillion),
        ("low_cost_per_million", p => p.Cost?.IntervalPerMillion?.Low),
        ("high_cost_per_million", p => p.Cost?.IntervalPerMillion?.High),
        ("cost_month_machines", p => p.Cost?.MonthMachines),
        ("cost_month_storage", p => p.Cost?.MonthStorage),
        ("cost_currency", p => p.Cost?.Currency),
        ("retries", p => p.Faults.Retries),
        ("retried_records", p => p.Faults.RetriedRecords),
        ("failed_records", p => p.Faults.FailedRecords),
        ("resolved_batches", p => p.Faults.ResolvedBatches),
        ("retried_operations", p => p.Faults.RetriedOperations),
        ("failed_operations", p => p.Faults.FailedOperations),
        ("conflicts", p => p.Faults.Conflicts),
        ("faults", p => p.Fault?.Happened),
        ("faults_not_happened", p => p.Fault?.NotHappened),
        ("faults_not_back", p => p.Fault?.NotBack),
        ("faults_audited", p => p.Fault?.Audited),
        ("faults_with_loss", p => p.Fault?.WithLoss),
        ("lost_records", p => p.Fault?.LostRecords),
        ("loss_share_most", p => p.Fault?.LossShareMost),
        ("first_ack_median_s", p => p.Fault?.FirstAckAfterS?.Median),
        ("first_ack_max_s", p => p.Fault?.FirstAckAfterS?.Max),
        ("lowest_share_median", p => p.Fault?.LowestShare?.Median),
        ("dip_median_s", p => p.Fault?.DipS?.Median),
        ("servers_ended", p => p.Fault?.ServerEnded),
        ("server_stop_median_s", p => p.Fault?.StopS?.Median),
        ("server_start_median_s", p => p.Fault?.StartS?.Median),
        ("additions", p => p.Addition?.Happened),
        ("additions_not_happened", p => p.Addition?.NotHappened),
        ("addition_median_s", p => p.Addition?.TookS?.Median),
        ("addition_lowest_share_median", p => p.Addition?.LowestShare?.Median),
        ("addition_dip_median_s", p => p.Addition?.DipS?.Median),
        ("rows_per_s", p => p.Repeats?.RowsPerS),
        ("records_sent_twice", p => p.Repeats?.SentTwice),
        ("records_stored_twice", p => p.Repeats?.StoredTwice),
        ("records_twice_in_doubt", p => p.Repeats?.InDoubt),
        ("probes", p => p.Freshness?.Probes),
        ("seen_p50_us", p => p.Freshness?.SeenP50Us),
        ("seen_p95_us", p => p.Freshness?.SeenP95Us),
        ("seen_p99_us", p => p.Freshness?.SeenP99Us),
        ("seen_max_us", p => p.Freshness?.SeenMaxUs),
        ("probes_missed_at_first", p => p.Freshness?.MissedAtFirst),
        ("probes_not_seen", p => p.Freshness?.NotSeen),
        ("probes_not_seen_in_30_s", p => p.Freshness?.Unseen),
        ("probe_errors", p => p.Freshness?.Errors),
        ("longest_invisible_s", p => p.Freshness?.LongestInvisibleS),
        .. Enum.GetValues<TimeQueryKind>().SelectMany(OfQuestion),
        ("growth_trials", p => p.Growth?.Sloped),
        ("growth_records_per_s_per_million", p => p.Growth?.SlopeRecordsPerSPerMillion),
        ("growth_low_records_per_s_per_million", p => p.Growth?.IntervalRecordsPerSPerMillion?.Low),
        ("growth_high_records_per_s_per_million", p => p.Growth?.IntervalRecordsPerSPerMillion?.High),
        ("growth_end_change_share", p => p.Growth?.EndChangeShare),
        ("growth_still_falling", p => p.Growth?.StillFalling),
        ("stalls", p => p.Growth?.StallCount),
        ("longest_gap_s", p => p.Growth?.LongestGapS),
        ("stall_share", p => p.Growth?.StallShare),
        ("ceiling_records_per_s", p => OfRecords(p, p.Calibration?.CeilingRecordsPerS)),
        ("ceiling_factor", p => p.Calibration?.Factor),
        ("ceiling_operations_per_s", p => OfMix(p, p.Calibration?.CeilingRecordsPerS)),
        ("audit", p => p.Audit.Verdict),
        ("steady", p => p.Steady.Verdict),
        ("outliers", p => p.WithoutOutliers?.Flagged ?? 0),
        ("labels", p => string.Join("; ", p.Labels)),
        ("missing_reason", p => p.MissingReason),
        ("durability_meaning", p => p.DurabilityMeaning),
        ("copies_acknowledged", p => p.Copies?.Acknowledged),
        ("copies_kept", p => p.Copies?.Kept),
    ];

    /// <summary>A figure of records; null for a point with a mix.</summary>
    private static double? OfRecords(PointSummary point, double? figure) => point.Point.Mix is null ? figure : null;

    /// <summary>A figure of operations; null for a point without a mix.</summary>
    private static double? OfMix(PointSummary point, double? figure) => point.Point.Mix is null ? null : figure;

    /// <summary>The columns of one kind of question.</summary>
    private static (string Name, Func<PointSummary, object?> Value)[] OfQuestion(TimeQueryKind kind)
    {
        string name = "query_" + JsonNamingPolicy.SnakeCaseLower.ConvertName(kind.ToString());
        TimeQueryFigures? Of(PointSummary point) => point.Queries?.FirstOrDefault(query => query.Kind == kind);
        return
        [
            ($"{name}_answers", p => Of(p)?.Answers),
            ($"{name}_response_p50_us", p => Of(p)?.Response?.P50Us),
            ($"{name}_response_p95_us", p => Of(p)?.Response?.P95Us),
            ($"{name}_response_p99_us", p => Of(p)?.Response?.P99Us),
            ($"{name}_service_p50_us", p => Of(p)?.Service?.P50Us),
            ($"{name}_behind", p => Of(p)?.Behind),
            ($"{name}_errors", p => Of(p)?.Errors),
        ];
    }

    /// <summary>The columns of one kind of operation.</summary>
    private static (string Name, Func<PointSummary, object?> Value)[] OfKind(OperationKind kind)
    {
        string name = JsonNamingPolicy.SnakeCaseLower.ConvertName(kind.ToString());
        OperationFigures? Of(PointSummary point) => point.Operations?.FirstOrDefault(operation => operation.Kind == kind);
        return
        [
            ($"{name}_operations", p => Of(p)?.Count),
            ($"{name}_errors", p => Of(p)?.Errors),
            ($"{name}_p50_us", p => Of(p)?.Latency?.P50Us),
            ($"{name}_p95_us", p => Of(p)?.Latency?.P95Us),
            ($"{name}_p99_us", p => Of(p)?.Latency?.P99Us),
            ($"{name}_conflicts", p => Of(p)?.Conflicts),
            ($"{name}_left_out", p => Of(p)?.LeftOut),
        ];
    }

    /// <summary>Names of the columns.</summary>
    public static IReadOnlyList<string> Columns { get; } = [.. Table.Select(column => column.Name)];

    /// <summary>Renders the file.</summary>
    /// <returns>The content of the file, with lines ending in CRLF.</returns>
    public static string Of(SweepSummary summary)
    {
        var csv = new CsvText();
        csv.AddRow(Columns);
        foreach (var point in summary.Points)
        {
            csv.AddRow(Table.Select(column => column.Value(point)));
        }

        return csv.ToString();
    }
}

using System.Text.Json.Serialization;
using DbIngest.Analysis.Statistics;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Disk space of a point over its measured trials, with the empty baseline subtracted. Bytes per record count data and
/// indexes, never the write-ahead log.
/// </summary>
/// <remarks>
/// <see cref="PointSummaries"/> computes it; rule 26 judges it. <c>summary.json</c> contains the members, so none may be renamed.
/// </remarks>
public sealed record SpaceFigures
{
    /// <summary>Net data and index bytes / stored records, those of <c>--prefill</c> included.</summary>
    public required SampleStatistics BytesPerRecord { get; init; }

    /// <summary><see cref="BytesPerRecord"/>; null where they are 0, as of a server that does not tell its space.</summary>
    [JsonIgnore]
    public SampleStatistics? KnownBytesPerRecord => BytesPerRecord.Mean == 0 ? null : BytesPerRecord;

    /// <summary>Net bytes of the table without its indexes; mean of the trials.</summary>
    public required double DataBytes { get; init; }

    /// <summary>Net bytes of the indexes; mean of the trials.</summary>
    public required double IndexBytes { get; init; }

    /// <summary>Mean bytes per record in each database of a composed target, by name; null for a single database.</summary>
    public IReadOnlyDictionary<string, double>? PartBytesPerRecord { get; init; }

    /// <summary>Bytes of write-ahead log; mean of the trials.</summary>
    public required double LogBytes { get; init; }

    /// <summary>Data and index bytes of the empty schema, already subtracted; mean of the trials.</summary>
    public required double BaselineBytes { get; init; }

    /// <summary>Cross-check: growth of the lengths of the database's files; null where they are not local.</summary>
    public required double? FilesApparentBytes { get; init; }

    /// <summary>Cross-check: growth of the blocks allocated to the files; null where they are not local.</summary>
    public required double? FilesAllocatedBytes { get; init; }

    /// <summary>Averages the disk space of trials.</summary>
    /// <returns>Null when no trial measured its space.</returns>
    public static SpaceFigures? Of(IReadOnlyList<TrialResult> trials)
    {
        SpaceResult[] spaces = [.. trials.Select(trial => trial.Space).OfType<SpaceResult>()];
        return spaces.Length == 0
            ? null
            : new SpaceFigures
            {
                BytesPerRecord = SampleStatistics.Of([.. spaces.Select(space => space.BytesPerRecord)]),
                DataBytes = spaces.Average(space => (double)space.Net.DataBytes),
                IndexBytes = spaces.Average(space => (double)space.Net.IndexBytes),
                LogBytes = spaces.Average(space => (double)space.Net.LogBytes),
                BaselineBytes = spaces.Average(space => (double)space.Baseline.StoredBytes),
                PartBytesPerRecord = spaces[0].Net.Parts?.Keys.ToDictionary(
                    part => part,
                    part => spaces.Average(space => space.BytesPerRecord * space.Net.Parts![part]
                        .StoredBytes / Math.Max(1, space.Net.StoredBytes)),
                    StringComparer.Ordinal),
                FilesApparentBytes = spaces.Average(space => (double?)space.Net.FilesApparentBytes),
                FilesAllocatedBytes = spaces.Average(space => (double?)space.Net.FilesAllocatedBytes),
            };
    }
}

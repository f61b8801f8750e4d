using DbIngest.Analysis.Statistics;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>Disk space of a point, over its measured trials; the empty baseline is subtracted.</summary>
public sealed record SpaceFigures
{
    /// <summary>Net data and index bytes a stored record: the quotient.</summary>
    public required SampleStatistics BytesPerRecord { get; init; }

    /// <summary>Net bytes of the records themselves; mean of the trials.</summary>
    public required double DataBytes { get; init; }

    /// <summary>Net bytes of indexes; mean of the trials.</summary>
    public required double IndexBytes { get; init; }

    /// <summary>The mean of the bytes a record in each database of a composed target, by name; null for a single database.</summary>
    public IReadOnlyDictionary<string, double>? PartBytesPerRecord { get; init; }

    /// <summary>Write-ahead log written on behalf of a trial; mean of the trials.</summary>
    public required double LogBytes { get; init; }

    /// <summary>Data and index bytes of the empty schema, which were subtracted; mean of the trials.</summary>
    public required double BaselineBytes { get; init; }

    /// <summary>Cross-check: growth of the lengths of the database's files; null where they are not local.</summary>
    public required double? FilesApparentBytes { get; init; }

    /// <summary>Cross-check: growth of the blocks that the filesystem gave them; null where they are not local.</summary>
    public required double? FilesAllocatedBytes { get; init; }

    /// <summary>Summarises the space of trials.</summary>
    /// <param name="trials">The measured trials.</param>
    /// <returns>The figures, or null when no trial measured its space.</returns>
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
                    part => spaces.Average(space => space.BytesPerRecord * space.Net.Parts![part].StoredBytes / Math.Max(1, space.Net.StoredBytes)),
                    StringComparer.Ordinal),
                FilesApparentBytes = spaces.Average(space => (double?)space.Net.FilesApparentBytes),
                FilesAllocatedBytes = spaces.Average(space => (double?)space.Net.FilesAllocatedBytes),
            };
    }
}

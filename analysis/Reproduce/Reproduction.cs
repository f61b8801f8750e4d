using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Reproduce;

/// <summary>
/// A study's findings beside measured figures, computed from summaries alone. <c>report --reproduce</c> shows it and writes it as
/// <c>reproduction.json</c>.
/// </summary>
/// <remarks>
/// <c>ReportVerb</c> creates it by <see cref="Studies"/>, where the place of a study is its number less 1: append studies, never
/// reorder them. <c>reproduction.json</c> contains the members, so none may be renamed.
/// </remarks>
public sealed record Reproduction
{
    /// <summary>Number of the study.</summary>
    public required int Study { get; init; }

    /// <summary>Publication of the findings.</summary>
    public required string Source { get; init; }

    /// <summary>The databases and points used, one sentence each.</summary>
    public required IReadOnlyList<string> Basis { get; init; }

    /// <summary>Every finding with its verdict.</summary>
    public required IReadOnlyList<Finding> Findings { get; init; }

    /// <summary>Published means beside the measured ones, of study 2; empty for all other studies.</summary>
    public IReadOnlyList<StudyMean> Means { get; init; } = [];

    /// <summary>
    /// True if the results measure a substitute for what the study measured, so that no finding can hold or fail by them.
    /// </summary>
    public bool IsByAnalogue { get; init; }

    /// <summary>Figures of studies 3 and 4, those of study 3 beside the published ones; empty for the other studies.</summary>
    public IReadOnlyList<StudyFigure> Figures { get; init; } = [];

    /// <summary>Judges the findings of a study: the entry at index 0 is study 1's.</summary>
    public static IReadOnlyList<Func<IReadOnlyList<SweepSummary>, Reproduction>> Studies { get; } =
        [OfStudy1, OfStudy2, OfStudy3, OfStudy4];

    /// <summary>Judges the findings of study 1.</summary>
    /// <param name="summaries">Any results: of one sweep, or one per database.</param>
    /// <returns>All findings; those without figures are not measured.</returns>
    public static Reproduction OfStudy1(IReadOnlyList<SweepSummary> summaries)
    {
        var data = Study1Data.Of(summaries);
        return new Reproduction
        {
            Study = 1,
            Source = "Write-heavy enterprise ingestion, International Journal of Big Data 2(1), 2015",
            Basis = data.Basis,
            Findings = Judged(data, [.. ThroughputFindings.All, .. LoadFindings.All, .. SpaceFindings.All]),
        };
    }

    /// <summary>Judges the findings of study 2 and sets its published means beside the measured ones.</summary>
    /// <param name="summaries">Any results: of one sweep, or one per database.</param>
    /// <returns>All findings; those without figures are not measured.</returns>
    public static Reproduction OfStudy2(IReadOnlyList<SweepSummary> summaries)
    {
        var data = Study2Data.Of(summaries);
        return new Reproduction
        {
            Study = 2,
            Source = "Read and update mixes on NoSQL and NewSQL databases, thesis, Skovde, 2022",
            Basis = data.Basis,
            Findings = Judged(data, MixFindings.All),
            Means = data.Means,
        };
    }

    /// <summary>Judges the findings of study 3 and sets its published averages beside the measured ones.</summary>
    /// <param name="summaries">Any results: of one sweep, or one per store.</param>
    /// <returns>All findings; those without figures are not measured.</returns>
    public static Reproduction OfStudy3(IReadOnlyList<SweepSummary> summaries)
    {
        var data = Study3Data.Of(summaries);
        return new Reproduction
        {
            Study = 3,
            Source = "SQL and NoSQL persistence under variable load, MDPI, 2026",
            Basis = data.Basis,
            Findings = Judged(data, PersistenceFindings.All),
            Figures = data.Figures,
        };
    }

    /// <summary>Judges the findings of study 4, by asynchronous calls in place of its virtual threads.</summary>
    /// <param name="summaries">Any results: of one sweep, or one per database.</param>
    /// <returns>The published findings and those that the results have; each verdict is about the substitute.</returns>
    public static Reproduction OfStudy4(IReadOnlyList<SweepSummary> summaries)
    {
        var data = Study4Data.Of(summaries);
        return new Reproduction
        {
            Study = 4,
            Source = "Thread models in database-driven servers, RIT Croatia",
            Basis = data.Basis,
            Findings = Judged(data, data.Findings),
            IsByAnalogue = true,
            Figures = data.Figures,
        };
    }

    private static IReadOnlyList<Finding> Judged<TData>(
        TData data, IReadOnlyList<(string Claim, string Published, Func<TData, FindingOutcome> Judge)> findings) =>
    [
        .. findings.Select((finding, i) =>
        {
            var outcome = finding.Judge(data);
            return new Finding
            {
                Number = i + 1,
                Claim = finding.Claim,
                Published = finding.Published,
                Ours = outcome.Ours,
                Verdict = outcome.Verdict,
                Reason = outcome.Reason,
            };
        }),
    ];
}

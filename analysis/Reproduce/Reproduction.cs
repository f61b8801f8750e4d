using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Reproduce;

/// <summary>
/// A study's findings beside measured figures, computed from summaries alone. <c>report --reproduce</c> shows it.
/// </summary>
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

    /// <summary>Judges the findings of study 1.</summary>
    /// <param name="summaries">Any results: of one sweep, or one per database.</param>
    /// <returns>All findings; those without figures are not measured.</returns>
    public static Reproduction OfStudy1(IReadOnlyList<SweepSummary> summaries)
    {
        var data = Study1Data.Of(summaries);
        (string Claim, string Published, Func<Study1Data, FindingOutcome> Judge)[] findings =
        [
            .. ThroughputFindings.All,
            .. LoadFindings.All,
            .. SpaceFindings.All,
        ];
        return new Reproduction
        {
            Study = 1,
            Source = "Write-heavy enterprise ingestion, International Journal of Big Data 2(1), 2015",
            Basis = data.Basis,
            Findings =
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
            ],
        };
    }
}

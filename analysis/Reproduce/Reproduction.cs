using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Reproduce;

/// <summary>A study's findings beside our figures. A pure function of the summaries.</summary>
public sealed record Reproduction
{
    /// <summary>The study's number.</summary>
    public required int Study { get; init; }

    /// <summary>Where the findings were published.</summary>
    public required string Source { get; init; }

    /// <summary>Which of our databases and points were used, one sentence each.</summary>
    public required IReadOnlyList<string> Basis { get; init; }

    /// <summary>The findings, each with its verdict.</summary>
    public required IReadOnlyList<Finding> Findings { get; init; }

    /// <summary>Judges the findings of study 1.</summary>
    /// <param name="summaries">Any results, those of one sweep or one a database.</param>
    /// <returns>All findings; those that the results have nothing on are not measured.</returns>
    public static Reproduction OfStudy1(IReadOnlyList<SweepSummary> summaries)
    {
        var data = Study1Data.Of(summaries);
        (string Claim, string Published, Func<Study1Data, Outcome> Judge)[] findings =
        [
            .. ThroughputFindings.All,
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

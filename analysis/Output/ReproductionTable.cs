using System.Globalization;
using DbIngest.Analysis.Reproduce;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Output;

/// <summary>A study's findings beside our figures: a row a finding.</summary>
public static class ReproductionTable
{
    /// <summary>Makes the table.</summary>
    /// <param name="reproduction">The findings.</param>
    /// <returns>The table; its notes hold the reason of each verdict.</returns>
    public static TextTable Of(Reproduction reproduction)
    {
        int Count(FindingVerdict verdict) => reproduction.Findings.Count(finding => finding.Verdict == verdict);
        return new TextTable
        {
            Title = string.Create(
                CultureInfo.InvariantCulture,
                $"Study {reproduction.Study} ({reproduction.Source}): {Count(FindingVerdict.StillHolds)} findings still hold, {Count(FindingVerdict.NoLonger)} no longer, {Count(FindingVerdict.NotMeasured)} not measured"),
            Headers = ["#", "finding", "published", "ours", "verdict"],
            RightAligned = [true, false, false, false, false],
            Rows =
            [
                .. reproduction.Findings.Select(finding => (IReadOnlyList<string>)
                [
                    Figure.Whole(finding.Number), finding.Claim, finding.Published, finding.Ours ?? string.Empty, Words.Spaced(finding.Verdict),
                ]),
            ],
            Notes =
            [
                .. reproduction.Basis,
                .. reproduction.Findings.Select(finding => string.Create(CultureInfo.InvariantCulture, $"{finding.Number}: {finding.Reason}")),
            ],
        };
    }
}

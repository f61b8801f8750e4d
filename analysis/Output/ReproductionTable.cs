using System.Globalization;
using DbIngest.Analysis.Reproduce;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Formats a study's findings beside measured figures as a table, one row per finding. <c>ReportVerb</c> prints it for <c>report
/// --reproduce</c>. <c>StudySection</c>, <c>ReportMarkdown</c> and <c>LatexFiles</c> put it into the report. It judges nothing.
/// </summary>
public static class ReproductionTable
{
    /// <summary>Sets published means beside measured ones. Null for a study that published none.</summary>
    public static TextTable? OfMeans(Reproduction reproduction) =>
        reproduction.Figures.Count > 0 ? OfFigures(reproduction)
        : reproduction.Means.Count == 0 ? null
        : new TextTable
        {
            Title = FormattableString.Invariant(
            $"Study {reproduction.Study}: published means beside ours; n/a where the study's text gives none"),
            Headers = ["rows", "mix", "database", "published ops/s", "ours", "low", "high", "ours / published"],
            RightAligned = [true, false, false, true, true, true, true, true],
            Rows =
        [
            .. reproduction.Means.Select(mean => (IReadOnlyList<string>)
            [
                NumberText.Whole(mean.Records), mean.Mix, mean.Database,
                mean.PublishedOperationsPerS is { } published ? NumberText.Whole(published) : "n/a",
                NumberText.Whole(mean.OperationsPerS),
                NumberText.Whole(mean.IntervalOperationsPerS?.Low), NumberText.Whole(mean.IntervalOperationsPerS?.High),
                mean.OperationsPerS / mean.PublishedOperationsPerS is { } ratio
                    ? ratio.ToString("0.00", CultureInfo.InvariantCulture) : string.Empty,
            ]),
        ],
            Notes = ["Means of other machines, versions and sizes of records: they give no verdict."],
        };

    private static TextTable OfFigures(Reproduction reproduction) => new()
    {
        Title = FormattableString.Invariant($"Study {reproduction.Study}: published figures beside ours; n/a where it has none"),
        Headers = ["of", "figure", "published", "ours", "low", "high", "ours / published", "note"],
        RightAligned = [false, false, true, true, true, true, true, false],
        Rows =
        [
            .. reproduction.Figures.Select(figure => (IReadOnlyList<string>)
            [
                figure.Cell, figure.Figure, figure.Published is { } published ? Short(published) : "n/a",
                Short(figure.Ours), Short(figure.Interval?.Low), Short(figure.Interval?.High),
                figure.Ours / figure.Published is { } ratio ? ratio.ToString("0.00", CultureInfo.InvariantCulture) : string.Empty,
                figure.Note ?? string.Empty,
            ]),
        ],
        Notes = ["Figures of other machines, versions and records: they give no verdict."],
    };

    private static string Short(double? figure) =>
        figure?.ToString(Math.Abs(figure.Value) >= 100 ? "#,0" : "0.00", CultureInfo.InvariantCulture) ?? string.Empty;

    /// <summary>
    /// Formats the table; its notes hold the reason of each verdict. Rows must stay in the order of
    /// <see cref="Reproduction.Findings"/>: <c>StudySection</c> takes the verdict of a row by its index.
    /// </summary>
    public static TextTable Of(Reproduction reproduction)
    {
        int Count(FindingVerdict verdict) => reproduction.Findings.Count(finding => finding.Verdict == verdict);
        return new TextTable
        {
            Title = string.Create(CultureInfo.InvariantCulture,
                $"Study {reproduction.Study} ({reproduction.Source}): ")
                + (reproduction.IsByAnalogue
                    ? string.Create(CultureInfo.InvariantCulture,
                        $"an analogue agrees with {Count(FindingVerdict.AnalogueAgrees)} findings and differs from {Count(FindingVerdict.AnalogueDiffers)}")
                    : string.Create(CultureInfo.InvariantCulture,
                        $"{Count(FindingVerdict.StillHolds)} findings still hold, {Count(FindingVerdict.NoLonger)} no longer"))
                + string.Create(CultureInfo.InvariantCulture, $", {Count(FindingVerdict.NotMeasured)} not measured"),
            Headers = ["#", "finding", "published", "ours", "verdict"],
            RightAligned = [true, false, false, false, false],
            Rows =
            [
                .. reproduction.Findings.Select(finding => (IReadOnlyList<string>)
                [
                    NumberText.Whole(finding.Number), finding.Claim, finding.Published, finding.Ours
                        ?? string.Empty, EnumWords.Spaced(finding.Verdict),
                ]),
            ],
            Notes =
            [
                .. reproduction.Basis,
                .. reproduction.Findings
                    .Select(finding => string.Create(CultureInfo.InvariantCulture, $"{finding.Number}: {finding.Reason}")),
            ],
        };
    }
}

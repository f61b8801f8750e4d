using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Report;

/// <summary>Every rule of the methodology with its gravest verdict on a result, and the reason where it was given.</summary>
internal static class RuleTable
{
    /// <summary>The rows: the rule, its gravest state, how many points bear it, and a reason.</summary>
    public static IReadOnlyList<RuleRow> Of(StoredResult result) =>
    [
        .. from verdict in Reservations.Verdicts(result)
           group verdict by verdict.Rule into rule
           orderby rule.Key
           let gravest = rule.MaxBy(verdict => Gravity(verdict.State))!
           let bearing = rule.Count(verdict => verdict.State == gravest.State)
           select new RuleRow(
               rule.Key,
               gravest.State,
               string.Join(", ", rule.Where(verdict => verdict.State == gravest.State).Select(verdict => verdict.Label).OfType<string>().Distinct().Take(4)),
               gravest.Label is not null && bearing > 1 ? FormattableString.Invariant($"{gravest.Reason} ({bearing} times)") : gravest.Reason),
    ];

    /// <summary>The same as a table.</summary>
    public static TextTable Table(StoredResult result) => new()
    {
        Title = "Rules",
        Headers = ["rule", "", "verdict", "label", "reason"],
        RightAligned = [true, false, false, false, false],
        Rows =
        [
            .. Of(result).Select(row => (IReadOnlyList<string>)
            [
                FormattableString.Invariant($"{row.Rule}"), RuleNames.Of(row.Rule), Words.Spaced(row.State), row.Label, row.Reason,
            ]),
        ],
        Notes = [],
    };

    /// <summary>Broken is graver than noted, and that than kept.</summary>
    private static int Gravity(RuleState state) => state switch
    {
        RuleState.Broken => 3,
        RuleState.Noted => 2,
        RuleState.Kept => 1,
        _ => 0,
    };
}

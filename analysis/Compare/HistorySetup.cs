using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Compare;

/// <summary>
/// Says under which set-up a folder measured a point, and what differs between two folders. <see cref="History"/> calls it for
/// each point of each folder, and for each change point. Folders of different set-ups never share a line of a history, because a
/// faster machine is no change of the program. Versions are no part of a set-up: a history is there to show what they change.
/// </summary>
internal static class HistorySetup
{
    private const double Gibibyte = 1 << 30;

    /// <summary>
    /// Names and values of the set-up. The name of the machine is left out, because builds run on any of several equal machines.
    /// The names and their order are always the same, because <see cref="History"/> compares two set-ups by position.
    /// </summary>
    public static IReadOnlyList<(string Name, string Value)> Of(StoredResult result, Point point)
    {
        var (machine, summary) = (result.Manifest.Environment, result.Summary);
        string OfTarget(Func<TargetDescription, string> value) =>
            string.Join(", ", Targets(result, point).Select(value).Distinct(StringComparer.Ordinal));
        return
        [
            ("processor", machine.Processor),
            ("cores", machine.Cores.ToString(CultureInfo.InvariantCulture)),
            ("memory", string.Create(CultureInfo.InvariantCulture, $"{machine.MemoryBytes / Gibibyte:0} GiB")),
            ("disk", machine.Disk),
            ("hosts", string.Join(", ", (result.Manifest.Hosts?.Keys ?? []).Order(StringComparer.Ordinal))),
            ("workload", summary.Workload),
            ("content of the recording", summary.RecordingSha256 ?? "none"),
            ("seed", summary.Seed.ToString(CultureInfo.InvariantCulture)),
            ("order", EnumWords.Of(summary.Order)),
            ("placement", OfTarget(target => target.Placement)),
            ("configuration", OfTarget(target => target.Configuration)),
        ];
    }

    /// <summary>
    /// Lists what, besides the commit, differs between two folders of one line: <c>server 15.1 -> 15.2</c>.
    /// </summary>
    public static IReadOnlyList<string> Together(StoredResult before, StoredResult after, Point point)
    {
        string OfTarget(StoredResult result, Func<TargetDescription, string> value) =>
            string.Join(", ", Targets(result, point).Select(value).Distinct(StringComparer.Ordinal));
        (string Name, Func<StoredResult, string> Value)[] facts =
        [
            ("server", result => OfTarget(result, target => target.ServerVersion)),
            ("driver", result => OfTarget(result, target => target.DriverVersion)),
            ("program", result => result.Summary.ToolVersion.Split('+')[0]),
            ("runtime", result => result.Manifest.Environment.Runtime),
            ("system", result => result.Manifest.Environment.OperatingSystem),
            ("machine", result => result.Manifest.Environment.Machine),
        ];
        return
        [
            .. from fact in facts
               let values = (Before: fact.Value(before), After: fact.Value(after))
               where values.Before != values.After
               select $"{fact.Name} {values.Before} -> {values.After}",
        ];
    }

    private static IEnumerable<TargetDescription> Targets(StoredResult result, Point point) => result.Manifest.Targets
        .Where(target => target.Database == point.Database && target.Client == point.Client
            && target.Durability == point.Durability);
}

using System.Globalization;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Formats CPU and memory of client and server at each point as a table (means of the measured trials, and the largest memory of
/// any), and in a second table what a record cost in CPU, energy, and written and allocated bytes. <c>ReportPage</c> shows both
/// for each result.
/// </summary>
internal static class ResourceTable
{
    private static readonly (string Name, Func<PointSummary, string> Value)[] Columns =
    [
        ("client CPU %", p => NumberText.Percent(p.Resources?.ClientCpuShare)),
        ("server CPU %", p => NumberText.Percent(p.Resources?.ServerCpuShare)),
        ("client CPU peak %", p => NumberText.Percent(p.Resources?.ClientPeakCpuShare)),
        ("server CPU peak %", p => NumberText.Percent(p.Resources?.ServerPeakCpuShare)),
        ("client memory mean MB", p => NumberText.Whole(p.Resources?.ClientMeanRssBytes / 1e6)),
        ("server memory mean MB", p => NumberText.Whole(p.Resources?.ServerMeanRssBytes / 1e6)),
        ("client memory peak MB", p => NumberText.Whole(p.Resources?.ClientPeakRssBytes / 1e6)),
        ("server memory peak MB", p => NumberText.Whole(p.Resources?.ServerPeakRssBytes / 1e6)),
    ];

    private static readonly (string Name, Func<PointSummary, string> Value)[] RecordColumns =
    [
        ("client CPU us/record", p => NumberText.Short(p.Resources?.ClientCpuUsPerRecord)),
        ("server CPU us/record", p => NumberText.Short(p.Resources?.ServerCpuUsPerRecord)),
        ("energy uJ/record", p => NumberText.Short(p.Energy?.JoulesPerRecord?.Mean * 1e6)),
        ("low", p => NumberText.Short(p.Energy?.IntervalJoulesPerRecord?.Low * 1e6)),
        ("high", p => NumberText.Short(p.Energy?.IntervalJoulesPerRecord?.High * 1e6)),
        ("written bytes/record", p => NumberText.Short(Written(p))),
        ("generating %", p => NumberText.Percent(p.GeneratingShare)),
        ("allocated bytes/record", p => NumberText.Short(p.Resources?.ClientAllocatedBytesPerRecord)),
        ("collections", p => p.Resources?.ClientCollections.ToString("0.#", CultureInfo.InvariantCulture) ?? string.Empty),
    ];

    /// <summary>Formats the table, without columns that have no figure.</summary>
    public static TextTable Of(StoredResult result) => Of(result, "CPU and memory", Columns) with
    {
        Notes =
        [
            "CPU is a share of all cores of the machines that were read, from the common start to the last acknowledgement; its "
            + "peak is that between two samples, about a second apart. Memory is the most that was resident in any trial, or the "
            + "mean over its samples. A database in the client's process counts as client.",
        ],
    };

    /// <summary>Formats what a record cost, or an operation of a mix, as a second table.</summary>
    public static TextTable PerRecord(StoredResult result)
    {
        string of = string.Join(" or ", result.Summary.Points.Select(point => point.Point.Mix is null ? "record" : "operation")
            .Distinct(StringComparer.Ordinal).OrderDescending(StringComparer.Ordinal).DefaultIfEmpty("record"));
        return Of(result, $"What {(of == "operation" ? "an" : "a")} {of} cost",
            [.. RecordColumns.Select(column =>
                (column.Name.Replace("/record", "/" + of, StringComparison.Ordinal), column.Value))]) with
        {
            Notes = [.. EnergyNotes([.. result.Summary.Points.Select(point => point.Energy).OfType<EnergyFigures>()])],
        };
    }

    /// <summary>What the energy covers, or why it was not measured; nothing for results of versions without it.</summary>
    private static IEnumerable<string> EnergyNotes(IReadOnlyList<EnergyFigures> energies)
    {
        string[] covers = [.. energies.Where(energy => energy.Covers is not null)
            .Select(energy => string.Join(", ", energy.Covers!)).Distinct()];
        return
        [
            .. covers.Length == 0 ? Array.Empty<string>() :
            [
                $"Energy is that of {string.Join("; ", covers)} of the machine that ran the program, from the common start to the "
                    + "last acknowledgement: everything that ran there, and what it takes when idle."
                    + (energies.Any(energy => energy.LacksMachines) ? " Other machines are not in it." : string.Empty),
            ],
            .. energies.Select(energy => energy.NotMeasured).OfType<string>().Distinct()
                .Select(why => $"Energy not measured: {why}."),
        ];
    }

    private static TextTable Of(
        StoredResult result, string title, (string Name, Func<PointSummary, string> Value)[] all)
    {
        var points = result.Summary.Points;
        return PointTable.Of<PointSummary>(
            title,
            [.. points.Select(point => (point.Point, point))],
            AxisColumns.Telling([.. points.Select(point => point.Point)]),
            [.. all.Where(column => points.Any(point => column.Value(point).Length > 0))
                .Select(column => (column.Name, Rank: 0, column.Value))],
            notes: []);
    }

    private static double? Written(PointSummary point) => (point.TotalOperations ?? point.TotalRecords) is > 0 and var records
        ? point.Resources?.ServerWrittenBytes / records : null;
}

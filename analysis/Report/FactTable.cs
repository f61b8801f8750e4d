using DbIngest.Analysis.Output;

namespace DbIngest.Analysis.Report;

/// <summary>
/// A table of facts about several targets or results, one per column, which marks the rows in which the columns differ.
/// <see cref="SettingsTables"/> builds it.
/// </summary>
/// <param name="Table">One row per fact.</param>
/// <param name="Differs">One entry per row: true when the columns that have the fact differ.</param>
internal sealed record FactTable(TextTable Table, IReadOnlyList<bool> Differs)
{
    /// <summary>Builds the table; facts are in the order in which they first occur.</summary>
    public static FactTable Of(string title,
        IReadOnlyList<(string Head, IReadOnlyList<(string Name, string Value)> Facts)> columns)
    {
        string[] names = [.. columns.SelectMany(column => column.Facts).Select(fact => fact.Name).Distinct()];
        string? ValueOf(int column, string name) => columns[column].Facts.Where(fact => fact.Name == name)
            .Select(fact => fact.Value).FirstOrDefault();
        bool[] differs =
        [
            .. names.Select(name => Enumerable.Range(0, columns.Count).Select(column => ValueOf(column, name)).OfType<string>()
                .Distinct().Count() > 1),
        ];
        return new FactTable(
            new TextTable
            {
                Title = title,
                Headers = [columns.Count > 1 ? "≠ where they differ" : "fact", .. columns.Select(column => column.Head)],
                RightAligned = [.. Enumerable.Repeat(false, columns.Count + 1)],
                Rows =
                [
                    .. names.Select((name, i) => (IReadOnlyList<string>)
                    [
                        differs[i] ? "≠ " + name : name,
                        .. Enumerable.Range(0, columns.Count).Select(column => ValueOf(column, name) ?? "–"),
                    ]),
                ],
                Notes = [],
            },
            differs);
    }
}

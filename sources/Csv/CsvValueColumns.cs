using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Csv;

/// <summary>
/// Chooses the columns that become values of a record. <see cref="CsvSniffer"/> runs it once per file, after the time columns are
/// known. It names every column that it leaves out, with the reason.
/// </summary>
/// <param name="isExport">True for an export of this program: its empty columns are values too.</param>
internal sealed class CsvValueColumns(
    InputFile file, CsvOptions options, IReadOnlyList<string> names, ColumnProfile[] profiles, bool isExport)
{
    private static readonly string[] IndexNames = ["", "index", "id", "no", "nr", "row", "rownum", "#", "unnamed: 0"];

    /// <summary>
    /// Returns the columns that the options name. Without such an option all columns of numbers, except the time columns and a
    /// first column that counts rows.
    /// </summary>
    /// <exception cref="InputException">No column or too many columns are left.</exception>
    public (IReadOnlyList<int> Columns, IReadOnlyList<string?> Names,
        IReadOnlyList<string> LeftOut) Choose(IReadOnlyList<int> time, int? pivot = null)
    {
        if (options.Columns is { } wanted)
        {
            int[] named = [.. wanted.Select(column => CsvColumnLookup.Find(file, names, column.Column))];
            return Checked(named, [.. wanted.Select(column => column.Name)], []);
        }

        var columns = new List<int>();
        var leftOut = new List<string>();
        for (int column = 0; column < profiles.Length; column++)
        {
            if (time.Contains(column) || column == pivot)
            {
                continue;
            }

            string? reason = Reason(column);
            if (reason is null)
            {
                columns.Add(column);
            }
            else
            {
                leftOut.Add($"{(names[column].Length == 0 ? $"#{column + 1}" : SafeText.Text(names[column]))} ({reason})");
            }
        }

        return Checked(columns, [.. columns.Select(_ => (string?)null)], leftOut);
    }

    private string? Reason(int column)
    {
        var profile = profiles[column];
        return column == 0 && profile.IsIndex && IndexNames.Contains(names[0], StringComparer.OrdinalIgnoreCase)
            ? "counts the rows"
            : profile.IsNumeric || (isExport && profile.Present == 0) ? null
            : profile.Present == 0 ? "empty as far as it was sampled"
            : $"not numbers: '{profile.Odd}'";
    }

    private (IReadOnlyList<int> Columns, IReadOnlyList<string?> Names, IReadOnlyList<string> LeftOut) Checked(
        IReadOnlyList<int> columns, IReadOnlyList<string?> given, IReadOnlyList<string> leftOut) =>
        columns.Count switch
        {
            0 => throw new InputException(
                $"{file.Name}: no column holds numbers (left out: {SafeText.List(leftOut)}). Check the input options "
                + $"delimiter=, decimal= and "
                + "missing=, or name columns with columns=."),
            > RecordSchema.MaxValues => throw new InputException(
                $"{file.Name}: {columns.Count} columns are numbers, a record carries {RecordSchema.MaxValues} at most. Name "
                + $"some with columns=."),
            _ => (columns, given, leftOut),
        };
}

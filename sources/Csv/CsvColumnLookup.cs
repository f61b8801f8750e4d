using System.Globalization;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Csv;

/// <summary>
/// Finds the column that an input option names. <see cref="CsvSniffer"/> and its helpers call it while they determine a file's
/// layout. It never guesses: several matches are an error.
/// </summary>
internal static class CsvColumnLookup
{
    /// <summary>
    /// Returns the index of a column: by its header, by <c>#n</c> counted from 1, by its header in other case, or by the value
    /// name that its header becomes.
    /// </summary>
    /// <exception cref="InputException">No column or several columns match.</exception>
    public static int Find(InputFile file, IReadOnlyList<string> names, string wanted)
    {
        if (wanted.StartsWith('#') && int.TryParse(wanted[1..], NumberStyles.None, CultureInfo.InvariantCulture, out int number)
            && number >= 1 && number <= names.Count)
        {
            return number - 1;
        }

        Func<string, bool>[] matches =
        [
            name => string.Equals(name, wanted, StringComparison.Ordinal),
            name => string.Equals(name, wanted, StringComparison.OrdinalIgnoreCase),
            name => string.Equals(ColumnNames.ToName(name), wanted, StringComparison.Ordinal),
        ];
        foreach (var match in matches)
        {
            var found = Enumerable.Range(0, names.Count).Where(column => match(names[column])).ToList();
            if (found.Count == 1)
            {
                return found[0];
            }

            if (found.Count > 1)
            {
                throw new InputException(
                    $"{file.Name}: {found.Count} columns are named '{wanted}'; write #{found[0] + 1} for the first of them.");
            }
        }

        throw new InputException($"{file.Name}: no column is named '{wanted}'. Columns: {SafeText.List(names)}.");
    }
}

using System.Text;
using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Input;

/// <summary>
/// Turns the headers that equipment writes into value names that every database accepts. Readers call it once per file for their
/// schema. The same headers always give the same names, since a resumed sweep compares schemas.
/// </summary>
internal static class ColumnNames
{
    // Latin letters with marks, and their replacements: enough for European equipment. Other letters become underscores.
    private const string Marked = "àáâãäåçèéêëìíîïñòóôõöøùúûüýÿšžčřěůąęłńśźżőű";
    private const string Plain = "aaaaaaceeeeiiiinoooooouuuuyyszcreuaelnszzou";

    // Units of two letters or more. A single letter may be a phase.
    private static readonly string[] Units =
    [
        "Wh", "kWh", "MWh", "varh", "kvarh", "VAh", "kVAh", "Ah",
        "kW", "MW", "var", "kvar", "VA", "kVA", "mV", "kV", "mA", "kA", "Hz",
    ];

    /// <summary>
    /// Makes the schema's columns. The unit is the text in brackets at the end of the header. The rest becomes lower case, loses
    /// the marks on letters, and gets one underscore for each run of other characters. Repeated names get a number.
    /// </summary>
    /// <param name="headers">The headers in the order of the values, each with the user's new name or null.</param>
    /// <returns>One column per header, with valid and distinct names.</returns>
    public static IReadOnlyList<ValueColumn> ToColumns(IEnumerable<(string Header, string? Given)> headers)
    {
        var names = new DistinctNames();
        var columns = new List<ValueColumn>();
        var all = headers.ToList();
        var split = all.ConvertAll(header => SplitUnit(header.Header));
        foreach (var ((header, given), one) in all.Zip(split))
        {
            // Voltage (A), Voltage (B), Voltage (C) are the phases of one quantity.
            bool isPhase = IsPhase(one)
                && split.Exists(other => IsPhase(other) && other.Label == one.Label && other.Unit != one.Unit);
            var (label, unit) = isPhase ? (header, "") : one;
            columns.Add(new(names.Add(Sanitise(given ?? label)), unit));
        }

        return columns;
    }

    /// <summary>Returns the schema's name for one header.</summary>
    public static string ToName(string header) => Sanitise(SplitUnit(header).Label);

    private static string Sanitise(string header)
    {
        var name = new StringBuilder();
        foreach (char c in header.ToLowerInvariant())
        {
            int marked = Marked.IndexOf(c, StringComparison.Ordinal);
            char plain = marked >= 0 ? Plain[marked] : c;
            if (char.IsAsciiLetterLower(plain) || char.IsAsciiDigit(plain))
            {
                name.Append(plain);
            }
            else if (name.Length > 0 && name[^1] != '_')
            {
                name.Append('_');
            }
        }

        string result = name.ToString().TrimEnd('_');
        result = result.Length == 0 ? "value" : char.IsAsciiDigit(result[0]) ? "value_" + result : result;
        return result.Length <= DistinctNames.MaxLength ? result : result[..DistinctNames.MaxLength].TrimEnd('_');
    }

    private static bool IsPhase((string Label, string Unit) header) => header.Unit is "A" or "B" or "C";

    private static (string Label, string Unit) SplitUnit(string header)
    {
        string text = header.Trim();
        foreach (var (open, close) in new[] { ('[', ']'), ('(', ')') })
        {
            int start = text.LastIndexOf(open);
            if (start >= 0 && text.EndsWith(close) && start < text.Length - 2)
            {
                string label = text[..start].Trim();
                string inner = text[(start + 1)..^1].Trim();
                string last = label[(label.LastIndexOf(' ') + 1)..];

                // Wh (A): the unit stands before the bracket, which holds something else, such as the phase.
                bool isBefore = open == '('
                    && Units.Contains(last, StringComparer.Ordinal) && !Units.Contains(inner, StringComparer.Ordinal);
                return isBefore ? (text, last) : (label, inner);
            }
        }

        return (text, "");
    }
}

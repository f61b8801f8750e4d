using System.Text;
using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Input;

/// <summary>Turns headers as equipment writes them into names that every database takes.</summary>
internal static class ColumnNames
{
    private const int MaxLength = 60;

    // Latin letters with marks, and what they become: enough for European equipment. Others become an underscore.
    private const string Marked = "àáâãäåçèéêëìíîïñòóôõöøùúûüýÿšžčřěůąęłńśźżőű";
    private const string Plain = "aaaaaaceeeeiiiinoooooouuuuyyszcreuaelnszzou";

    // Of two letters or more: a single one may be a phase.
    private static readonly string[] Units =
    [
        "Wh", "kWh", "MWh", "varh", "kvarh", "VAh", "kVAh", "Ah",
        "kW", "MW", "var", "kvar", "VA", "kVA", "mV", "kV", "mA", "kA", "Hz",
    ];

    /// <summary>
    /// The schema's columns for headers: the unit is what stands in brackets at the end; what remains is lower-cased, marks are
    /// taken off letters, runs of other characters become one underscore, and repeated names get a number.
    /// </summary>
    /// <param name="headers">The headers in the order of the values, each with the name that the user gave instead, or null.</param>
    /// <returns>One column a header, with valid and distinct names.</returns>
    public static IReadOnlyList<ValueColumn> ToColumns(IEnumerable<(string Header, string? Given)> headers)
    {
        var taken = new HashSet<string>(StringComparer.Ordinal) { "source", "sequence", "timestamp", "quality" };
        var columns = new List<ValueColumn>();
        var all = headers.ToList();
        var split = all.ConvertAll(header => SplitUnit(header.Header));
        foreach (var ((header, given), one) in all.Zip(split))
        {
            // Voltage (A), Voltage (B), Voltage (C) are the phases of a quantity.
            bool isPhase = IsPhase(one) && split.Exists(other => IsPhase(other) && other.Label == one.Label && other.Unit != one.Unit);
            var (label, unit) = isPhase ? (header, "") : one;
            string name = Sanitise(given ?? label);
            string distinct = name;
            for (int number = 2; !taken.Add(distinct); number++)
            {
                string suffix = $"_{number}";
                distinct = name[..Math.Min(name.Length, MaxLength - suffix.Length)] + suffix;
            }

            columns.Add(new(distinct, unit));
        }

        return columns;
    }

    /// <summary>The schema's name for one header.</summary>
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
        return result.Length <= MaxLength ? result : result[..MaxLength].TrimEnd('_');
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

                // Wh (A): the unit stands before the bracket, which says something else, such as the phase.
                bool isBefore = open == '('
                    && Units.Contains(last, StringComparer.Ordinal) && !Units.Contains(inner, StringComparer.Ordinal);
                return isBefore ? (text, last) : (label, inner);
            }
        }

        return (text, "");
    }
}

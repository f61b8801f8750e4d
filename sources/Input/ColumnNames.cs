using System.Text;
using DbIngest.Core.Records;

namespace DbIngest.Sources.Input;

/// <summary>Turns headers as equipment writes them into names that every database takes.</summary>
internal static class ColumnNames
{
    private const int MaxLength = 60;

    // Latin letters with marks, and what they become: enough for European equipment. Others become an underscore.
    private const string Marked = "àáâãäåçèéêëìíîïñòóôõöøùúûüýÿšžčřěůąęłńśźżőű";
    private const string Plain = "aaaaaaceeeeiiiinoooooouuuuyyszcreuaelnszzou";

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
        foreach (var (header, given) in headers)
        {
            var (label, unit) = SplitUnit(header);
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

    private static (string Label, string Unit) SplitUnit(string header)
    {
        string text = header.Trim();
        foreach (var (open, close) in new[] { ('[', ']'), ('(', ')') })
        {
            int start = text.LastIndexOf(open);
            if (start >= 0 && text.EndsWith(close) && start < text.Length - 2)
            {
                return (text[..start].Trim(), text[(start + 1)..^1].Trim());
            }
        }

        return (text, "");
    }
}

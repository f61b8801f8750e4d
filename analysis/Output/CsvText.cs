using System.Globalization;
using System.Text;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Builds CSV by RFC 4180: commas, CRLF, fields quoted where needed, numbers in full and invariant, missing values empty.
/// <see cref="SummaryCsv"/>, <see cref="SamplesCsv"/> and <see cref="HistoryCsv"/> create one per file. A text may come from a
/// stranger, such as the reason of a failure: one that a spreadsheet would take for a formula begins with an apostrophe.
/// </summary>
internal sealed class CsvText
{
    private const string FormulaSigns = "=+-@\t\r";

    private readonly StringBuilder _text = new();

    /// <summary>Appends one row. Null becomes an empty field.</summary>
    public void AddRow(IEnumerable<object?> fields)
    {
        _text.AppendJoin(',', fields.Select(Field)).Append("\r\n");
    }

    public override string ToString() => _text.ToString();

    private static string Field(object? value) => value switch
    {
        null => string.Empty,
        double number => number.ToString("R", CultureInfo.InvariantCulture),
        bool truth => truth ? "true" : "false",
        Enum word => EnumWords.Of(word),
        IFormattable formattable => Quote(formattable.ToString(null, CultureInfo.InvariantCulture)),
        _ => Quote(AsText(value.ToString() ?? string.Empty)),
    };

    /// <summary>
    /// Puts an apostrophe before a text that begins as a formula does (OWASP, CSV injection). Numbers stay as they are.
    /// </summary>
    private static string AsText(string text) => text.Length > 0 && FormulaSigns.Contains(text[0], StringComparison.Ordinal)
        && !double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out _) ? "'" + text : text;

    private static string Quote(string text) => text.AsSpan().ContainsAny(",\"\r\n")
        ? $"\"{text.Replace("\"", "\"\"", StringComparison.Ordinal)}\""
        : text;
}

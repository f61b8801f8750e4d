using System.Globalization;
using System.Text;

namespace DbIngest.Sources.Input;

/// <summary>
/// Makes text of an input safe for messages and facts: bounded and without control characters. Terminals obey those above ASCII
/// (U+0080 to U+009F) too. Every message that quotes an input must pass the quotation through this class.
/// </summary>
internal static class SafeText
{
    private const int MaxText = 60;
    private const int MaxListed = 20;

    /// <summary>Returns a text of the input, cut off after 60 characters.</summary>
    public static string Text(string text) => Bounded(text, MaxText);

    /// <summary>Returns bytes of the input as text, cut off after 60 characters.</summary>
    public static string Text(ReadOnlySpan<byte> text) =>
        Text(Encoding.UTF8.GetString(text[..Math.Min(text.Length, 4 * MaxText)]));

    /// <summary>Returns names of an input, the first 20 of them.</summary>
    public static string List(IReadOnlyCollection<string> names) =>
        string.Join(", ", names.Take(MaxListed).Select(Text))
        + (names.Count > MaxListed ? string.Create(CultureInfo.InvariantCulture, $", ... ({names.Count} in all)") : "");

    /// <summary>Returns names of an input as <see cref="List"/> does, or <c>none</c>.</summary>
    public static string ListOrNone(IReadOnlyCollection<string> names) => names.Count == 0 ? "none" : List(names);

    /// <summary>Returns texts in quotes, or <c>none</c>.</summary>
    public static string Quoted(IReadOnlyCollection<string> texts) => texts.Count == 0 ? "none"
        : string.Join(", ", texts.Select(text => $"'{text}'"));

    /// <summary>Returns a text of bounded length, with U+FFFD for every control character.</summary>
    public static string Bounded(string text, int max)
    {
        string bounded = text.Length <= max ? text : text[..(char.IsHighSurrogate(text[max - 1]) ? max - 1 : max)] + "...";
        return bounded.Any(char.IsControl) ? string.Concat(bounded.Select(c => char.IsControl(c) ? '\uFFFD' : c)) : bounded;
    }
}

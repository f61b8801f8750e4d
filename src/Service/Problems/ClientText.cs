using System.Globalization;

namespace DbIngest.Service.Problems;

/// <summary>
/// Makes text of a client fit for messages and the log. Readers of bodies, lines and paths quote every such text through it, and
/// the guard every line of the log. A line feed would forge a line of the log, an escape steers the terminal that shows it, and a
/// name of many megabytes fills both.
/// </summary>
internal static class ClientText
{
    private const int Longest = 300;

    /// <summary>The text in printable characters, cut to 300 of them.</summary>
    public static string Shown(string text) => text.Length <= Longest ? Printable(text)
        : Printable(text[..(char.IsHighSurrogate(text[Longest - 1]) ? Longest - 1 : Longest)]) + "...";

    /// <summary>The text with a question mark in place of each control and format character and each end of a line.</summary>
    public static string Printable(string text) => text.Any(IsHidden)
        ? string.Create(text.Length, text, static (to, from) =>
        {
            for (int i = 0; i < to.Length; i++)
            {
                to[i] = IsHidden(from[i]) ? '?' : from[i];
            }
        })
        : text;

    private static bool IsHidden(char c) => char.GetUnicodeCategory(c) is UnicodeCategory.Control or UnicodeCategory.Format
        or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator;
}

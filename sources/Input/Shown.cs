using System.Globalization;
using System.Text;

namespace DbIngest.Sources.Input;

/// <summary>What of an input is repeated in messages and facts: bounded, and without control characters, whatever the input holds.</summary>
internal static class Shown
{
    private const int MaxText = 60;
    private const int MaxListed = 20;

    /// <summary>A text of the input, at most 60 characters of it.</summary>
    public static string Text(string text) => Bounded(text, MaxText);

    /// <summary>Bytes of the input as text.</summary>
    public static string Text(ReadOnlySpan<byte> text) => Text(Encoding.UTF8.GetString(text[..Math.Min(text.Length, 4 * MaxText)]));

    /// <summary>Names of an input, the first 20 of them.</summary>
    public static string List(IReadOnlyCollection<string> names) =>
        string.Join(", ", names.Take(MaxListed).Select(Text))
        + (names.Count > MaxListed ? string.Create(CultureInfo.InvariantCulture, $", ... ({names.Count} in all)") : "");

    /// <summary>A text without control characters and of a bounded length.</summary>
    public static string Bounded(string text, int max)
    {
        string bounded = text.Length <= max ? text : text[..(char.IsHighSurrogate(text[max - 1]) ? max - 1 : max)] + "...";
        return bounded.AsSpan().IndexOfAnyInRange('\0', '\u001f') < 0 && !bounded.Contains('\u007f', StringComparison.Ordinal)
            ? bounded
            : string.Concat(bounded.Select(c => char.IsControl(c) ? '\uFFFD' : c));
    }
}

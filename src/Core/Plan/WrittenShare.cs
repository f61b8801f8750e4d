using System.Globalization;

namespace DbIngest.Core.Plan;

/// <summary>
/// Reads and writes a share as users write it: a percentage, as <c>10%</c> or <c>0.5%</c>, alone or with a time, as
/// <c>10%:1h</c>. <see cref="Disorder"/>, <see cref="Backfill"/>, <see cref="Duplicates"/> and <see cref="Churn"/> call it. They
/// keep a share in millionths, so that what derives from it is exact. Journals contain the texts, which must stay readable.
/// </summary>
internal static class WrittenShare
{
    /// <summary>Millionths of a whole.</summary>
    public const int Whole = 1_000_000;

    private const int Percent = Whole / 100;

    /// <summary>Reads a share.</summary>
    /// <param name="text">The text.</param>
    /// <param name="most">The largest share in millionths.</param>
    /// <returns>Millionths, 1 or more. Null for any other text.</returns>
    public static int? Millionths(string text, int most) =>
        text.EndsWith('%')
            && decimal.TryParse(text[..^1], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out decimal percent)
            && percent <= 100 && percent * Percent is var millionths && millionths == decimal.Truncate(millionths)
            && millionths >= 1 && millionths <= most ? (int)millionths : null;

    /// <summary>Reads a share and a time.</summary>
    /// <param name="text">The text, as <c>10%:1h</c>.</param>
    /// <param name="most">The largest share in millionths.</param>
    /// <param name="seconds">Reads the time. Returns seconds, or null for text that is no time.</param>
    /// <param name="mostS">The longest time in seconds.</param>
    /// <returns>Millionths, 1 or more, and seconds to a microsecond, more than 0. Null for any other text.</returns>
    public static (int Millionths, double Seconds)? WithTime(
        string text, int most, Func<string, double?> seconds, double mostS) =>
        text.Split(':') is [var share, var time] && Millionths(share, most) is { } millionths && seconds(time) is { } read
            && Math.Round(read, 6) is > 0 and var rounded && rounded <= mostS ? (millionths, rounded) : null;

    /// <summary>Writes a share, so that <see cref="Millionths"/> reads it.</summary>
    public static string Text(int millionths) =>
        string.Create(CultureInfo.InvariantCulture, $"{millionths / (decimal)Percent:0.####}%");

    /// <summary>Writes a share and a time, so that <see cref="WithTime"/> reads them.</summary>
    public static string Text(int millionths, double seconds) =>
        string.Create(CultureInfo.InvariantCulture, $"{Text(millionths)}:{seconds:0.######}s");

    /// <summary>Writes a share for people.</summary>
    public static string Words(int millionths) =>
        string.Create(CultureInfo.InvariantCulture, $"{millionths / (decimal)Percent:0.####} %");
}

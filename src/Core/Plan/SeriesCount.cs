using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text.Json.Serialization;
using DbIngest.Abstractions.Notation;

namespace DbIngest.Core.Plan;

/// <summary>
/// How many series the records of each source belong to, and how evenly: <c>1000</c>, <c>1000:hotspot</c>, or <c>none</c>. A
/// value of the axis <c>series</c>: option, point and journal carry its text, so the form must stay readable.
/// <see cref="ManySeries.SeriesWorkload"/> carries it out. Immutable.
/// </summary>
[JsonConverter(typeof(WrittenJsonConverter<SeriesCount>))]
public sealed record SeriesCount : IWritten<SeriesCount>
{
    /// <summary>Most series of a source.</summary>
    public const int Largest = 10_000_000;

    private const string NoneWord = "none";
    private const string HotspotWord = ":hotspot";

    private static readonly SeriesCount One = new(0, isHotspot: false);

    private SeriesCount(int count, bool isHotspot) => (Count, IsHotspot) = (count, isHotspot);

    /// <inheritdoc/>
    public static string Form => "Series are a number per source, 1000 or 1000:hotspot, or none.";

    /// <summary>Series of each source at any time. 0 for <c>none</c>.</summary>
    public int Count { get; }

    /// <summary>True if a fifth of the series gets 80 % of the records. Otherwise each series has a record in turn.</summary>
    public bool IsHotspot { get; }

    /// <summary>True for <c>none</c>: the source is the series, and records carry no number of it.</summary>
    public bool IsNone => Count == 0;

    /// <summary>The value for reports: <c>1,000 series a source</c>.</summary>
    public string Words => IsNone ? "one series a source" : string.Create(
        CultureInfo.InvariantCulture,
        $"{Count:#,0} series a source{(IsHotspot ? ", 80 % of records to a fifth" : string.Empty)}");

    /// <summary>Parses what <see cref="ToString"/> writes, with numbers as <see cref="WrittenNumber"/> reads them.</summary>
    /// <param name="text">The text. Null is invalid.</param>
    /// <param name="value">The value, if the text is valid.</param>
    /// <returns>True for a valid text.</returns>
    public static bool TryParse(string? text, [NotNullWhen(true)] out SeriesCount? value)
    {
        string word = (text ?? string.Empty).Trim();
        bool isHotspot = word.EndsWith(HotspotWord, StringComparison.OrdinalIgnoreCase);
        value = word.Equals(NoneWord, StringComparison.OrdinalIgnoreCase) ? One
            : WrittenNumber.Whole(isHotspot ? word[..^HotspotWord.Length] : word) is { } count and >= 1 and <= Largest
                ? new SeriesCount((int)count, isHotspot) : null;
        return value is not null;
    }

    /// <inheritdoc/>
    public override string ToString() => IsNone ? NoneWord
        : Count.ToString(CultureInfo.InvariantCulture) + (IsHotspot ? HotspotWord : string.Empty);
}

using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text.Json.Serialization;
using DbIngest.Abstractions.Notation;

namespace DbIngest.Core.Plan;

/// <summary>
/// Which share of a source's records comes late, and how late at most: <c>10%:1h</c>, or <c>none</c>. A value of the axis
/// <c>disorder</c>: option, point and journal carry its text, so the form must stay readable.
/// <see cref="LateRecords.DisorderedWorkload"/> carries it out. Immutable.
/// </summary>
[JsonConverter(typeof(WrittenJsonConverter<Disorder>))]
public sealed record Disorder : IWritten<Disorder>
{
    /// <summary>The longest delay in seconds.</summary>
    public const double LongestS = 31 * 86_400;

    /// <summary>The largest share in millionths, 50 %. If more were late, the others would be early.</summary>
    public const int Largest = WrittenShare.Whole / 2;

    private const string NoneWord = "none";

    private static readonly Disorder InOrder = new(0, 0);

    private Disorder(int millionths, double mostS) => (Millionths, MostS) = (millionths, mostS);

    /// <inheritdoc/>
    public static string Form => "Disorder is a share and the longest delay, 10%:1h, or none.";

    /// <summary>The share of late records in millionths. 0 for <c>none</c>.</summary>
    public int Millionths { get; }

    /// <summary>The longest delay in seconds. 0 for <c>none</c>.</summary>
    public double MostS { get; }

    /// <summary>True for <c>none</c>.</summary>
    public bool IsNone => Millionths == 0;

    /// <summary>The value for reports: <c>10 % up to 3600 s late</c>.</summary>
    public string Words => IsNone ? "in order"
        : string.Create(CultureInfo.InvariantCulture, $"{WrittenShare.Words(Millionths)} up to {MostS:0.######} s late");

    /// <summary>Parses what <see cref="ToString"/> writes, with a time in us, ms, s, m or h.</summary>
    /// <param name="text">The text. Null is invalid.</param>
    /// <param name="value">The value, if the text is valid.</param>
    /// <returns>True for a valid text.</returns>
    public static bool TryParse(string? text, [NotNullWhen(true)] out Disorder? value)
    {
        string word = (text ?? string.Empty).Trim().ToLowerInvariant();
        value = word is NoneWord or "0" ? InOrder
            : WrittenShare.WithTime(word, Largest, WrittenTime.Seconds, LongestS) is (var share, var seconds)
                ? new(share, seconds) : null;
        return value is not null;
    }

    /// <inheritdoc/>
    public override string ToString() => IsNone ? NoneWord : WrittenShare.Text(Millionths, MostS);
}

using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text.Json.Serialization;
using DbIngest.Abstractions.Notation;

namespace DbIngest.Core.Plan;

/// <summary>
/// Which share of a source's batches holds records of an old period, and how long before the new records that period ends:
/// <c>20%:30d</c>, or <c>none</c>. A value of the axis <c>backfill</c>: option, point and journal carry its text, so the form
/// must stay readable. <see cref="LateRecords.BackfilledWorkload"/> carries it out. Immutable.
/// </summary>
[JsonConverter(typeof(WrittenJsonConverter<Backfill>))]
public sealed record Backfill : IWritten<Backfill>
{
    /// <summary>The longest time between the periods in seconds: ten years.</summary>
    public const double LongestS = 10 * 365 * 86_400.0;

    /// <summary>The largest share in millionths, 90 %: new batches must come as well.</summary>
    public const int Largest = WrittenShare.Whole / 10 * 9;

    private const string NoneWord = "none";

    private static readonly Backfill NewOnly = new(0, 0);

    private Backfill(int millionths, double gapS) => (Millionths, GapS) = (millionths, gapS);

    /// <inheritdoc/>
    public static string Form => "Backfill is a share of batches and a time, 20%:30d, or none.";

    /// <summary>The share of old batches in millionths. 0 for <c>none</c>.</summary>
    public int Millionths { get; }

    /// <summary>Seconds from the end of the old period to the beginning of the new one, at least. 0 for <c>none</c>.</summary>
    public double GapS { get; }

    /// <summary>True for <c>none</c>.</summary>
    public bool IsNone => Millionths == 0;

    /// <summary>The value for reports: <c>20 % of batches from 2592000 s before</c>.</summary>
    public string Words => IsNone ? "new records only"
        : string.Create(CultureInfo.InvariantCulture, $"{WrittenShare.Words(Millionths)} of batches from {GapS:0.######} s before");

    /// <summary>Parses what <see cref="ToString"/> writes, with a time in us, ms, s, m, h, d or y.</summary>
    /// <param name="text">The text. Null is invalid.</param>
    /// <param name="value">The value, if the text is valid.</param>
    /// <returns>True for a valid text.</returns>
    public static bool TryParse(string? text, [NotNullWhen(true)] out Backfill? value)
    {
        string word = (text ?? string.Empty).Trim().ToLowerInvariant();
        value = word is NoneWord or "0" ? NewOnly
            : WrittenShare.WithTime(word, Largest, WrittenTime.LongSeconds, LongestS) is (var share, var seconds)
                ? new(share, seconds) : null;
        return value is not null;
    }

    /// <inheritdoc/>
    public override string ToString() => IsNone ? NoneWord : WrittenShare.Text(Millionths, GapS);
}

using System.Diagnostics.CodeAnalysis;
using System.Text.Json.Serialization;
using DbIngest.Abstractions.Notation;

namespace DbIngest.Core.Plan;

/// <summary>
/// Which share of a source's series is replaced by new ones in each minute of the records' time: <c>1%/min</c>, or <c>none</c>. A
/// value of the axis <c>churn</c>: option, point and journal carry its text, so the form must stay readable.
/// <see cref="ManySeries.SeriesWorkload"/> carries it out. Immutable.
/// </summary>
[JsonConverter(typeof(WrittenJsonConverter<Churn>))]
public sealed record Churn : IWritten<Churn>
{
    private const string NoneWord = "none";
    private const string Unit = "/min";

    private static readonly Churn Never = new(0);

    private Churn(int millionths) => MillionthsPerMinute = millionths;

    /// <inheritdoc/>
    public static string Form => "Churn is a share of the series per minute, 1%/min, or none.";

    /// <summary>The share in millionths, at most a whole. 0 for <c>none</c>.</summary>
    public int MillionthsPerMinute { get; }

    /// <summary>True for <c>none</c>.</summary>
    public bool IsNone => MillionthsPerMinute == 0;

    /// <summary>The value for reports: <c>1 % of series replaced a minute</c>.</summary>
    public string Words => IsNone ? "each series lasts"
        : $"{WrittenShare.Words(MillionthsPerMinute)} of series replaced a minute";

    /// <summary>Parses what <see cref="ToString"/> writes.</summary>
    /// <param name="text">The text. Null is invalid.</param>
    /// <param name="value">The value, if the text is valid.</param>
    /// <returns>True for a valid text.</returns>
    public static bool TryParse(string? text, [NotNullWhen(true)] out Churn? value)
    {
        string word = (text ?? string.Empty).Trim().ToLowerInvariant();
        value = word is NoneWord or "0" ? Never
            : word.EndsWith(Unit, StringComparison.Ordinal)
                && WrittenShare.Millionths(word[..^Unit.Length], WrittenShare.Whole) is { } millionths ? new(millionths) : null;
        return value is not null;
    }

    /// <inheritdoc/>
    public override string ToString() => IsNone ? NoneWord : WrittenShare.Text(MillionthsPerMinute) + Unit;
}

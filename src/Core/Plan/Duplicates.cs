using System.Diagnostics.CodeAnalysis;
using System.Text.Json.Serialization;
using DbIngest.Abstractions.Notation;

namespace DbIngest.Core.Plan;

/// <summary>
/// Which share of its batches a source sends twice: <c>1%</c>, or <c>none</c>. A value of the axis <c>duplicates</c>: option,
/// point and journal carry its text, so the form must stay readable. <see cref="Pipeline.LaneRepeats"/> carries it out.
/// Immutable.
/// </summary>
[JsonConverter(typeof(WrittenJsonConverter<Duplicates>))]
public sealed record Duplicates : IWritten<Duplicates>
{
    private const string NoneWord = "none";

    private static readonly Duplicates Once = new(0);

    private Duplicates(int millionths) => Millionths = millionths;

    /// <inheritdoc/>
    public static string Form => "Duplicates are a share of the batches, 1%, or none.";

    /// <summary>The share of batches that are sent twice, in millionths. 0 for <c>none</c>.</summary>
    public int Millionths { get; }

    /// <summary>True for <c>none</c>.</summary>
    public bool IsNone => Millionths == 0;

    /// <summary>The value for reports: <c>1 % sent twice</c>.</summary>
    public string Words => IsNone ? "each batch sent once" : $"{WrittenShare.Words(Millionths)} sent twice";

    /// <summary>Parses what <see cref="ToString"/> writes.</summary>
    /// <param name="text">The text. Null is invalid.</param>
    /// <param name="value">The value, if the text is valid.</param>
    /// <returns>True for a valid text.</returns>
    public static bool TryParse(string? text, [NotNullWhen(true)] out Duplicates? value)
    {
        string word = (text ?? string.Empty).Trim().ToLowerInvariant();
        value = word is NoneWord or "0" or "0%" ? Once
            : WrittenShare.Millionths(word, WrittenShare.Whole) is { } millionths ? new(millionths) : null;
        return value is not null;
    }

    /// <inheritdoc/>
    public override string ToString() => IsNone ? NoneWord : WrittenShare.Text(Millionths);
}

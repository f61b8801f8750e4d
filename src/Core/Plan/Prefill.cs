using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text.Json.Serialization;
using DbIngest.Abstractions.Notation;

namespace DbIngest.Core.Plan;

/// <summary>
/// How many records a table stores before a trial begins: <c>1000000</c>, over all sources, or <c>none</c>. A value of the axis
/// <c>prefill</c>: option, point and journal carry its text, so the form must stay readable. <see cref="Trials.TrialRunner"/> has
/// the records loaded. Immutable.
/// </summary>
[JsonConverter(typeof(WrittenJsonConverter<Prefill>))]
public sealed record Prefill : IWritten<Prefill>
{
    /// <summary>Most records.</summary>
    public const long Largest = 1_000_000_000;

    private const string NoneWord = "none";

    private Prefill(long records) => Records = records;

    /// <inheritdoc/>
    public static string Form => "A prefill is a number of records, 1M, or none.";

    /// <summary>Records over all sources. 0 for <c>none</c>.</summary>
    public long Records { get; }

    /// <summary>True for <c>none</c>.</summary>
    public bool IsNone => Records == 0;

    /// <summary>The value for reports: <c>1,000,000 stored before</c>.</summary>
    public string Words => IsNone ? "an empty table"
        : string.Create(CultureInfo.InvariantCulture, $"{Records:#,0} stored before");

    /// <summary>
    /// The records of one source: equal parts. If the number does not divide, the first sources have one record more.
    /// </summary>
    /// <param name="source">The source, from 0.</param>
    /// <param name="sources">Number of sources.</param>
    public long Of(int source, int sources) => (Records / sources) + (source < Records % sources ? 1 : 0);

    /// <summary>Parses what <see cref="ToString"/> writes, and whole numbers as <see cref="WrittenNumber"/> reads them.</summary>
    /// <param name="text">The text. Null is invalid.</param>
    /// <param name="value">The value, if the text is valid.</param>
    /// <returns>True for a valid text.</returns>
    public static bool TryParse(string? text, [NotNullWhen(true)] out Prefill? value)
    {
        string word = text ?? string.Empty;
        value = word.Trim().Equals(NoneWord, StringComparison.OrdinalIgnoreCase) ? new Prefill(0)
            : WrittenNumber.Whole(word) is { } records and <= Largest ? new Prefill(records) : null;
        return value is not null;
    }

    /// <inheritdoc/>
    public override string ToString() => IsNone ? NoneWord : Records.ToString(CultureInfo.InvariantCulture);
}

using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text.Json.Serialization;
using DbIngest.Abstractions.Notation;
using DbIngest.Abstractions.Records;

namespace DbIngest.Core.Plan;

/// <summary>
/// Values that each trial of a point adds to its table while it runs, as after an update of the equipment: <c>3@20s</c>, or
/// <c>none</c>. A value of the axis <c>add-values</c>: option, point and journal carry its text, so its form must not change.
/// <see cref="Widening.ValueAddition"/> carries it out. Immutable.
/// </summary>
[JsonConverter(typeof(WrittenJsonConverter<AddedValues>))]
public sealed record AddedValues : IWritten<AddedValues>
{
    private const double LongestS = 86_400;
    private const string NoneWord = "none";

    private AddedValues(int count, double atS) => (Count, AtS) = (count, atS);

    /// <inheritdoc/>
    public static string Form => "Added values are 3@20s, a number of values and the time after which they come, or none.";

    /// <summary>How many values are added. 0 for <c>none</c>.</summary>
    public int Count { get; }

    /// <summary>When they are added, in seconds after the common start, at most 24 h. 0 for <c>none</c>.</summary>
    public double AtS { get; }

    /// <summary>True for <c>none</c>, a point to compare with.</summary>
    public bool IsNone => Count == 0;

    /// <summary>The change for reports: <c>3 values added after 20 s</c>.</summary>
    public string Words => IsNone ? "no value added"
        : string.Create(CultureInfo.InvariantCulture, $"{Count} {(Count == 1 ? "value" : "values")} added after {AtS:0.###} s");

    /// <summary>Parses what <see cref="ToString"/> writes, with a time in ms, s, m or h.</summary>
    /// <param name="text">The text. Null is invalid.</param>
    /// <param name="value">The change, if the text is valid.</param>
    /// <returns>True for a valid text.</returns>
    public static bool TryParse(string? text, [NotNullWhen(true)] out AddedValues? value)
    {
        value = (text ?? string.Empty).Trim().ToLowerInvariant().Split('@') switch
        {
            [NoneWord] => new(0, 0),
            [var count, var time] when int.TryParse(count, NumberStyles.None, CultureInfo.InvariantCulture, out int values)
                && values is > 0 and < RecordSchema.MaxValues && WrittenTime.Seconds(time) is { } seconds
                && Math.Round(seconds, 3) is > 0 and <= LongestS and var at => new(values, at),
            _ => null,
        };
        return value is not null;
    }

    /// <inheritdoc/>
    public override string ToString() =>
        IsNone ? NoneWord : string.Create(CultureInfo.InvariantCulture, $"{Count}@{AtS:0.###}s");
}

using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text.Json.Serialization;
using DbIngest.Abstractions.Notation;

namespace DbIngest.Core.Plan;

/// <summary>
/// How often a probe asks beside the load: <c>10/s</c>, or <c>none</c>. A value of the axes <c>freshness</c> and
/// <c>queries</c>: option, point and journal carry its text, so the form must stay readable.
/// <see cref="Core.Freshness.FreshnessProbe"/> and <see cref="Core.Queries.TimeQueryProbe"/> carry it out. Immutable.
/// </summary>
[JsonConverter(typeof(WrittenJsonConverter<ProbeRate>))]
public sealed record ProbeRate : IWritten<ProbeRate>
{
    /// <summary>The most probes per second: each is a query beside the load.</summary>
    public const double Most = 1000;

    private const string NoneWord = "none";
    private const string Unit = "/s";

    private static readonly ProbeRate Never = new(0);

    private ProbeRate(double perS) => PerS = perS;

    /// <inheritdoc/>
    public static string Form => "How often to ask is a number per second, 10/s, or none.";

    /// <summary>Probes per second, over all sources, 0.001 to <see cref="Most"/>. 0 for <c>none</c>.</summary>
    public double PerS { get; }

    /// <summary>True for <c>none</c>.</summary>
    public bool IsNone => PerS == 0;

    /// <summary>The value for reports: <c>10 probes/s</c>, or <c>no probes</c>.</summary>
    /// <param name="what">The plural for sentences: <c>probes</c> or <c>queries</c>.</param>
    public string Words(string what) =>
        IsNone ? $"no {what}" : string.Create(CultureInfo.InvariantCulture, $"{PerS:0.###} {what}/s");

    /// <summary>Parses what <see cref="ToString"/> writes.</summary>
    /// <param name="text">The text. Null is invalid.</param>
    /// <param name="value">The value, if the text is valid.</param>
    /// <returns>True for a valid text.</returns>
    public static bool TryParse(string? text, [NotNullWhen(true)] out ProbeRate? value)
    {
        string word = (text ?? string.Empty).Trim().ToLowerInvariant();
        value = word is NoneWord or "0" or "0" + Unit ? Never
            : word.EndsWith(Unit, StringComparison.Ordinal) ? Of(word[..^Unit.Length]) : null;
        return value is not null;
    }

    private static ProbeRate? Of(string number) =>
        double.TryParse(number, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double perS)
            && perS is >= 0.001 and <= Most ? new(Math.Round(perS, 3)) : null;

    /// <inheritdoc/>
    public override string ToString() => IsNone ? NoneWord : string.Create(CultureInfo.InvariantCulture, $"{PerS:0.###}{Unit}");
}

using System.Globalization;
using System.Text.Json.Serialization;
using DbIngest.Abstractions.Notation;

namespace DbIngest.Core.Plan;

/// <summary>
/// The rate at which records arrive in an open loop, independent of the database. <c>10000</c> means records per second over all
/// sources, <c>500/source</c> per source. Batches arrive equally spaced, or with the suffix <c>:poisson</c> as a Poisson process.
/// It is a value of the axis <c>rate</c>: option, point and journal carry its text, and <see cref="Pipeline.ArrivalProcess"/>
/// draws the arrivals. Immutable.
/// </summary>
[JsonConverter(typeof(WrittenJsonConverter<ArrivalRate>))]
public sealed record ArrivalRate : IWritten<ArrivalRate>
{
    /// <summary>The largest rate in records per second.</summary>
    public const double Largest = 1e9;

    private const string SourceSuffix = "/source";
    private const string PoissonSuffix = ":poisson";
    private const string FixedSuffix = ":fixed";

    private ArrivalRate(double recordsPerS, bool isPerSource, bool isPoisson)
    {
        RecordsPerS = recordsPerS;
        IsPerSource = isPerSource;
        IsPoisson = isPoisson;
    }

    /// <inheritdoc/>
    public static string Form => "A rate is records a second, then '/source' or nothing, then ':poisson' or nothing.";

    /// <summary>Records per second, above 0.</summary>
    public double RecordsPerS { get; }

    /// <summary>True if <see cref="RecordsPerS"/> applies to each source, false if to all together.</summary>
    public bool IsPerSource { get; }

    /// <summary>True if the intervals are exponentially distributed, false if they are equal.</summary>
    public bool IsPoisson { get; }

    /// <summary>Groups rates that a plot may join by a line: <c>a source</c>, <c>Poisson</c>, both or empty.</summary>
    public string Kind =>
        $"{(IsPerSource ? "a source" : string.Empty)}{(IsPerSource && IsPoisson ? " " : string.Empty)}{(IsPoisson ? "Poisson" : string.Empty)}";

    /// <summary>Records per second over all sources.</summary>
    /// <param name="sources">Number of sources.</param>
    public double TotalRecordsPerS(int sources) => IsPerSource ? RecordsPerS * sources : RecordsPerS;

    /// <summary>Parses what <see cref="ToString"/> writes, and numbers with the suffixes <c>k</c> and <c>M</c>.</summary>
    /// <param name="text">The text.</param>
    /// <param name="rate">The rate, if the text is valid.</param>
    /// <returns>True for a rate above 0 and up to <see cref="Largest"/>.</returns>
    public static bool TryParse(string? text, [System.Diagnostics.CodeAnalysis.NotNullWhen(true)] out ArrivalRate? rate)
    {
        string rest = (text ?? string.Empty).Trim();
        bool isPoisson = TryCut(ref rest, PoissonSuffix);
        if (!isPoisson)
        {
            TryCut(ref rest, FixedSuffix);
        }

        bool isPerSource = TryCut(ref rest, SourceSuffix);
        double factor = TryCut(ref rest, "k") ? 1e3 : TryCut(ref rest, "M") ? 1e6 : 1;
        bool isNumber = double.TryParse(rest, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double number);
        rate = isNumber && number * factor is > 0 and <= Largest ? new ArrivalRate(number * factor, isPerSource, isPoisson)
            : null;
        return rate is not null;
    }

    /// <summary>The rate for reports: <c>20,000/s Poisson</c>, <c>500/s a source</c>.</summary>
    public string Words => string.Create(
        CultureInfo.InvariantCulture,
        $"{RecordsPerS:#,0.######}/s{(IsPerSource ? " a source" : string.Empty)}{(IsPoisson ? " Poisson" : string.Empty)}");

    /// <inheritdoc/>
    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
        $"{RecordsPerS:0.######}{(IsPerSource ? SourceSuffix : string.Empty)}{(IsPoisson ? PoissonSuffix : string.Empty)}");

    private static bool TryCut(ref string text, string suffix)
    {
        bool has = text.EndsWith(suffix, StringComparison.OrdinalIgnoreCase);
        text = has ? text[..^suffix.Length].TrimEnd() : text;
        return has;
    }
}

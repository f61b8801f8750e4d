using System.Globalization;
using System.Text.Json.Serialization;
using DbIngest.Abstractions.Notation;

namespace DbIngest.Core.Plan;

/// <summary>
/// The rate at which records arrive in an open loop, independent of the database. <c>10000</c> means records per second over all
/// sources, <c>500/source</c> per source. Batches arrive equally spaced, or with the suffix <c>:poisson</c> as a Poisson process.
/// A rate may change within a trial, in stages of one rate or a ramp: <c>1k@1m,1k..20k@5m</c>.
/// It is a value of the axis <c>rate</c>: option, point and journal carry its text, and <see cref="Pipeline.ArrivalProcess"/>
/// draws the arrivals. Immutable.
/// </summary>
[JsonConverter(typeof(WrittenJsonConverter<ArrivalRate>))]
public sealed record ArrivalRate : IWritten<ArrivalRate>
{
    /// <summary>The largest rate in records per second.</summary>
    public const double Largest = 1e9;

    /// <summary>Most stages of a rate.</summary>
    public const int MostStages = 100;

    private const double LongestS = 86_400;

    /// <summary>Decimals with which rates and times are written: none is read that would be written as 0.</summary>
    private const int Digits = 6;

    private const char TimeSign = '@';
    private const char StageSign = ',';
    private const char ListSign = ';';
    private const string SourceSuffix = "/source";
    private const string PoissonSuffix = ":poisson";
    private const string FixedSuffix = ":fixed";

    private ArrivalRate(double recordsPerS, bool isPerSource, bool isPoisson, IReadOnlyList<RateStage>? stages = null)
    {
        RecordsPerS = recordsPerS;
        IsPerSource = isPerSource;
        IsPoisson = isPoisson;
        Stages = stages ?? [];
    }

    /// <inheritdoc/>
    public static string Form =>
        "A rate is records a second, or stages as 1k@1m,1k..20k@5m, then '/source' or nothing, then ':poisson' or nothing.";

    /// <summary>Records per second, above 0. The mean over the stages if there are any.</summary>
    public double RecordsPerS { get; }

    /// <summary>The stages of a rate that changes within a trial. Empty for a constant one.</summary>
    public IReadOnlyList<RateStage> Stages { get; }

    /// <summary>Length of all stages in seconds. 0 for a constant rate.</summary>
    public double StagesS => Stages.Sum(stage => stage.Seconds);

    /// <summary>True if <see cref="RecordsPerS"/> applies to each source, false if to all together.</summary>
    public bool IsPerSource { get; }

    /// <summary>True if the intervals are exponentially distributed, false if they are equal.</summary>
    public bool IsPoisson { get; }

    /// <summary>
    /// Groups rates that a plot may join by a line: <c>a source</c>, <c>Poisson</c>, <c>in stages</c>, several or none.
    /// </summary>
    public string Kind => string.Join(' ',
        [.. IsPerSource ? ["a source"] : Array.Empty<string>(), .. IsPoisson ? ["Poisson"] : Array.Empty<string>(),
            .. Stages.Count > 0 ? ["in stages"] : Array.Empty<string>()]);

    /// <summary>A rate over all sources.</summary>
    /// <param name="recordsPerS">Records per second, above 0.</param>
    /// <param name="isPoisson">True for a Poisson process, false for equal intervals.</param>
    public static ArrivalRate Total(double recordsPerS, bool isPoisson) => new(recordsPerS, isPerSource: false, isPoisson);

    /// <summary>Records per second over all sources.</summary>
    /// <param name="sources">Number of sources.</param>
    public double TotalRecordsPerS(int sources) => IsPerSource ? RecordsPerS * sources : RecordsPerS;

    /// <summary>Parses what <see cref="ToString"/> writes, and numbers with the suffixes <c>k</c> and <c>M</c>.</summary>
    /// <param name="text">The text. Null is invalid.</param>
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
        rate = rest.Contains(TimeSign, StringComparison.Ordinal) ? InStages(rest, isPerSource, isPoisson)
            : Number(rest) is > 0 and var number ? new ArrivalRate(number, isPerSource, isPoisson) : null;
        return rate is not null;
    }

    /// <summary>
    /// Splits a list of rates. Commas separate rates, unless one has stages: then semicolons do, and commas separate stages.
    /// </summary>
    public static IEnumerable<string> Split(string list) =>
        list.Split(list.AsSpan().ContainsAny(TimeSign, ListSign) ? ListSign : StageSign);

    /// <summary>The rate for reports: <c>20,000/s Poisson</c>, <c>500/s a source</c>.</summary>
    public string Words
    {
        get
        {
            string rates = Stages.Count > 0 ? string.Join(", then ", Stages.Select(stage => stage.Words))
                : RecordsPerS.ToString("#,0.######", CultureInfo.InvariantCulture) + "/s";
            return rates + (IsPerSource ? " a source" : string.Empty) + (IsPoisson ? " Poisson" : string.Empty);
        }
    }

    /// <summary>Compares by text: rates with equal stages are equal.</summary>
    public bool Equals(ArrivalRate? other) => other is not null && ToString() == other.ToString();

    /// <inheritdoc/>
    public override int GetHashCode() => ToString().GetHashCode(StringComparison.Ordinal);

    /// <inheritdoc/>
    public override string ToString()
    {
        string rates = Stages.Count > 0 ? string.Join(StageSign, Stages)
            : RecordsPerS.ToString("0.######", CultureInfo.InvariantCulture);
        return rates + (IsPerSource ? SourceSuffix : string.Empty) + (IsPoisson ? PoissonSuffix : string.Empty);
    }

    private static ArrivalRate? InStages(string text, bool isPerSource, bool isPoisson)
    {
        RateStage?[] read = [.. text.Split(StageSign).Take(MostStages + 1).Select(Stage)];
        RateStage[] stages = [.. read.OfType<RateStage>()];
        double seconds = stages.Sum(stage => stage.Seconds);
        double records = stages.Sum(stage => stage.Records);
        return stages.Length == read.Length && stages.Length <= MostStages && records > 0
            ? new ArrivalRate(records / seconds, isPerSource, isPoisson, stages) : null;
    }

    private static RateStage? Stage(string text)
    {
        string[] parts = text.Trim().Split(TimeSign);
        if (parts.Length != 2 || WrittenTime.SecondsOrNumber(parts[1]) is not { } read
            || Math.Round(read, Digits) is not (> 0 and <= LongestS and var seconds))
        {
            return null;
        }

        string[] ends = parts[0].Split("..");
        return ends.Length <= 2 && Number(ends[0]) is { } from && Number(ends[^1]) is { } to
            ? new RateStage(from, to, seconds) : null;
    }

    private static double? Number(string text) =>
        WrittenNumber.Of(text) is { } number && (double)number <= Largest ? Math.Round((double)number, Digits) : null;

    private static bool TryCut(ref string text, string suffix)
    {
        bool has = text.EndsWith(suffix, StringComparison.OrdinalIgnoreCase);
        text = has ? text[..^suffix.Length].TrimEnd() : text;
        return has;
    }
}

using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text.Json.Serialization;
using DbIngest.Abstractions.Notation;

namespace DbIngest.Core.Plan;

/// <summary>
/// The limit within which a rate is sustainable (<c>run --find</c>, <c>advise --limit</c>): <c>p99:50ms</c> for a percentile of
/// the response time, <c>backlog:1000</c> for batches that wait at the end, <c>errors:1%</c> for the share of records (operations
/// of a mix) that were given up or retried. With the limits of response time and errors, a rate is never sustainable in a trial
/// whose database falls behind the arrivals. <see cref="Searches.StepVerdict"/> judges each trial of a search by the limit.
/// Manifests contain its text, so the form must stay readable. Immutable.
/// </summary>
[JsonConverter(typeof(WrittenJsonConverter<SearchLimit>))]
public sealed record SearchLimit : IWritten<SearchLimit>
{
    private const double LongestS = 3600;
    private const string BacklogName = "backlog";
    private const string ErrorsName = "errors";

    private SearchLimit(SearchMetric metric, double percentile, double most)
    {
        Metric = metric;
        Percentile = percentile;
        Most = most;
    }

    /// <inheritdoc/>
    public static string Form => "A limit is p99:50ms (p50 to p99.9; us, ms or s), backlog:1000 (batches) or errors:1%.";

    /// <summary>The measure that the limit bounds.</summary>
    public SearchMetric Metric { get; }

    /// <summary>The percentile of <see cref="SearchMetric.Response"/>, 50 to 99.9. 0 otherwise.</summary>
    public double Percentile { get; }

    /// <summary>The largest sustainable value: seconds, batches, or a share from 0 to 1.</summary>
    public double Most { get; }

    /// <summary>The limit for people: <c>p99 of the response time within 50 ms</c>.</summary>
    /// <param name="isMix">True if operations of a mix arrive, false if records do.</param>
    public string Words(bool isMix) => Metric switch
    {
        SearchMetric.Response => string.Create(CultureInfo.InvariantCulture,
            $"p{Percentile:0.###} of the response time within {Most * 1000:#,0.###} ms"),
        SearchMetric.Backlog => string.Create(CultureInfo.InvariantCulture,
            $"at most {Most:#,0} {(isMix ? "operations" : "batches")} waiting at the end"),
        _ => string.Create(CultureInfo.InvariantCulture,
            $"at most {Most * 100:0.####} % of the {(isMix ? "operations" : "records")} given up or retried"),
    };

    /// <summary>Parses what <see cref="ToString"/> writes.</summary>
    /// <param name="text">The text. Null is invalid.</param>
    /// <param name="value">The limit, if the text is valid.</param>
    /// <returns>True for a valid text.</returns>
    public static bool TryParse(string? text, [NotNullWhen(true)] out SearchLimit? value)
    {
        string[] parts = (text ?? string.Empty).Trim().ToLowerInvariant().Split(':');
        value = parts switch
        {
            [BacklogName, var most] when Number(most) is { } batches && batches == Math.Floor(batches) =>
                new SearchLimit(SearchMetric.Backlog, 0, batches),
            [ErrorsName, var most] when most.EndsWith('%') && Number(most[..^1], 6) is >= 0 and <= 100 and var percent =>
                new SearchLimit(SearchMetric.Errors, 0, percent / 100),
            [['p', .. var percentile], var most] when Number(percentile, 3) is >= 50 and <= 99.9 and var at
                && WrittenTime.Seconds(most) is { } read && Math.Round(read, 9) is > 0 and <= LongestS and var seconds =>
                new SearchLimit(SearchMetric.Response, at, seconds),
            _ => null,
        };
        return value is not null;
    }

    /// <inheritdoc/>
    public override string ToString() => Metric switch
    {
        SearchMetric.Response => string.Create(CultureInfo.InvariantCulture, $"p{Percentile:0.###}:{Most * 1000:0.######}ms"),
        SearchMetric.Backlog => string.Create(CultureInfo.InvariantCulture, $"{BacklogName}:{Most:0}"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{ErrorsName}:{Most * 100:0.######}%"),
    };

    /// <summary>Reads a number, rounded to the decimals that <see cref="ToString"/> writes, if they are given.</summary>
    private static double? Number(string text, int? digits = null) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double number)
            && double.IsFinite(number) ? digits is { } decimals ? Math.Round(number, decimals) : number : null;
}

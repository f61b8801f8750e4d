using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;
using DbIngest.Abstractions.Notation;

namespace DbIngest.Core.Plan;

/// <summary>
/// The prices of the machines of the databases: <c>0.12EUR/h,0.08EUR/GB-month,50k/s</c>. The entries are the hour of a machine,
/// which may belong to one database, node or host by name (<c>db1=0.30/h</c>), the month of a GB (10^9 bytes) of storage, and the
/// rate for which a month is computed. <c>CostFigures</c> of the analysis computes costs by them, and none where a machine has no
/// price. The manifest stores the text that <c>run</c> was told, so its form must stay readable. <c>report</c> may replace it: a
/// price is no property of a trial. Immutable.
/// </summary>
[JsonConverter(typeof(WrittenJsonConverter<Prices>))]
public sealed partial record Prices : IWritten<Prices>
{
    private const string HourUnit = "h";
    private const string StorageUnit = "GB-month";
    private const string RateUnit = "s";
    private const char NameSign = '=';

    /// <summary>Decimals with which numbers are written: no rate is read that would be written as 0, which none can be.</summary>
    private const int Digits = 12;

    /// <inheritdoc/>
    public static string Form => "Prices are entries separated by commas: 0.12/h for each machine of a database, db1=0.30/h for "
        + "one database, node or host, 0.08/GB-month for storage, 50k/s for the rate of a month; a currency of three capital "
        + "letters may follow each number, the same one everywhere.";

    /// <summary>Price of an hour of each machine that has no price by name. Null without one.</summary>
    public double? PerH { get; private init; }

    /// <summary>Prices of an hour by the name of a database, a node or a host.</summary>
    public IReadOnlyDictionary<string, double> PerHByName { get; private init; } = new Dictionary<string, double>();

    /// <summary>Price of a GB for a month. Null without one.</summary>
    public double? PerGbMonth { get; private init; }

    /// <summary>Records per second of a month. Null if no month is to be computed.</summary>
    public double? RecordsPerS { get; private init; }

    /// <summary>The currency, three capital letters. Null if none was named.</summary>
    public string? Currency { get; private init; }

    /// <inheritdoc/>
    public static bool TryParse(string? text, [NotNullWhen(true)] out Prices? value)
    {
        value = null;
        Match[] entries = [.. (text ?? string.Empty).Split(',').Select(entry => Entry().Match(entry.Trim()))];
        string?[] currencies =
            [.. entries.Where(entry => entry.Groups["unit"].Value != RateUnit).Select(CurrencyOf).Distinct()];
        if (entries.Any(entry => !entry.Success) || currencies.Length != 1)
        {
            return false;
        }

        var named = new Dictionary<string, double>(StringComparer.Ordinal);
        var prices = new Prices { PerHByName = named, Currency = currencies[0] };
        foreach (var entry in entries)
        {
            if (prices is not null)
            {
                prices = Number(entry) is { } number ? prices.With(entry, number, named) : null;
            }
        }

        value = prices;
        return value is not null;
    }

    /// <summary>
    /// True for a text with the form of one entry. <see cref="TryParse"/> decides whether several entries go together.
    /// </summary>
    public static bool IsEntry(string text) => Entry().IsMatch(text.Trim());

    /// <summary>The price of an hour of a database, over its machines.</summary>
    /// <param name="database">Name of the database, whose own price is for all of its machines together.</param>
    /// <param name="machines">Each machine by its names: node, host. One entry for a machine without a name.</param>
    /// <param name="missing">The machine that has no price. Null if all have.</param>
    /// <returns>The sum. Null if a machine has no price.</returns>
    public double? HourOf(string database, IReadOnlyList<IReadOnlyList<string>> machines, out string? missing)
    {
        missing = null;
        if (PerHByName.TryGetValue(database, out double own))
        {
            return own;
        }

        double sum = 0;
        foreach (var names in machines)
        {
            double? price = names.Select(name => PerHByName.TryGetValue(name, out double found) ? found : (double?)null)
                .FirstOrDefault(found => found is not null) ?? PerH;
            if (price is null)
            {
                missing = names.Count > 0 ? names[0] : database;
                return null;
            }

            sum += price.Value;
        }

        return sum;
    }

    /// <summary>Compares by text.</summary>
    public bool Equals(Prices? other) => other is not null && ToString() == other.ToString();

    /// <inheritdoc/>
    public override int GetHashCode() => ToString().GetHashCode(StringComparison.Ordinal);

    /// <inheritdoc/>
    public override string ToString()
    {
        string Written(double? number, string unit, string name = "") => number is null ? string.Empty
            : name + number.Value.ToString("0.############", CultureInfo.InvariantCulture) + (unit == RateUnit ? "" : Currency)
                + "/" + unit;
        return string.Join(',', new[] { Written(PerH, HourUnit) }
            .Concat(PerHByName.Select(named => Written(named.Value, HourUnit, named.Key + NameSign)))
            .Concat([Written(PerGbMonth, StorageUnit), Written(RecordsPerS, RateUnit)])
            .Where(entry => entry.Length > 0));
    }

    private static string? CurrencyOf(Match match) =>
        match.Groups["currency"] is { Success: true, Value: var currency } ? currency : null;

    private static double? Number(Match match) =>
        WrittenNumber.Of(match.Groups["number"].Value + match.Groups["factor"].Value) is { } number
            ? (double)Math.Round(number, Digits) : null;

    /// <summary>Adds an entry. Null if there is already an entry of its kind, or if its parts do not go together.</summary>
    private Prices? With(Match match, double number, Dictionary<string, double> named)
    {
        string unit = match.Groups["unit"].Value;
        bool hasFactor = match.Groups["factor"].Success;
        if (match.Groups["name"] is { Success: true, Value: var name })
        {
            return unit == HourUnit && !hasFactor && named.TryAdd(name, number) ? this : null;
        }

        return unit switch
        {
            HourUnit when PerH is null && !hasFactor => this with { PerH = number },
            StorageUnit when PerGbMonth is null && !hasFactor => this with { PerGbMonth = number },
            RateUnit when RecordsPerS is null && number > 0 && CurrencyOf(match) is null => this with { RecordsPerS = number },
            _ => null,
        };
    }

    [GeneratedRegex(@"^(?:(?<name>[^=,\s]+)\s*=\s*)?(?<number>\d+(?:\.\d+)?)(?<factor>[kKmMgG])?\s*(?<currency>[A-Z]{3})?"
        + @"\s*/\s*(?<unit>h|GB-month|s)\z", RegexOptions.NonBacktracking)]
    private static partial Regex Entry();
}

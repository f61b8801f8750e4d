using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Finds prices by name (<c>--price db1=0.3/h</c>) that no database, node or host has. <c>run</c> asks it once servers are known,
/// <c>report</c> and <c>compare</c> once results are read. They warn and go on, since one file of prices may serve many runs.
/// </summary>
public static class PriceNames
{
    private const int MostShown = 12;

    /// <summary>Names the prices that nothing takes.</summary>
    /// <param name="prices">The prices. Null without the option.</param>
    /// <param name="manifests">The results that they are for. A name counts if one of them has it.</param>
    /// <returns>A sentence with the names that occur. Null if each name of a price does.</returns>
    public static string? Unmatched(Prices? prices, IReadOnlyList<Manifest> manifests)
    {
        if (prices is null || prices.PerHByName.Count == 0)
        {
            return null;
        }

        string[] known =
        [
            .. manifests.SelectMany(manifest => manifest.Configuration.Points.SelectMany(point =>
                    PricedMachines.Of(manifest, point).SelectMany(names => names).Prepend(point.Database)))
                .Distinct(StringComparer.Ordinal),
        ];
        string[] unmatched = [.. prices.PerHByName.Keys.Except(known, StringComparer.Ordinal)];
        return unmatched.Length == 0 ? null
            : $"--price: no database, node or host is named {string.Join(" or ", unmatched)}, so that its price is not used. "
                + $"Named are {string.Join(", ", known.Take(MostShown))}{(known.Length > MostShown ? " and others" : string.Empty)}.";
    }
}

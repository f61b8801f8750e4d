using System.Globalization;

namespace DbIngest.Abstractions.Audit;

/// <summary>
/// The sources that one of several processes audits. Shares divide all numbers there are, so that a row of a source that never was belongs to one of them too.
/// </summary>
/// <param name="First">The first source; the smallest number there is for the first share.</param>
/// <param name="End">The one after the last; the largest number there is, itself included, for the last share.</param>
public readonly record struct SourceShare(int First, int End)
{
    /// <summary>All sources, and all that are none.</summary>
    public static SourceShare All { get; } = new(int.MinValue, int.MaxValue);

    /// <summary>Whether it is everything.</summary>
    public bool IsAll => this == All;

    /// <summary>Divides the sources as they are divided among processes.</summary>
    /// <param name="sources">How many sources each process has.</param>
    /// <returns>A share for each.</returns>
    public static IReadOnlyList<SourceShare> Of(IReadOnlyList<int> sources)
    {
        var shares = new SourceShare[sources.Count];
        int next = 0;
        for (int i = 0; i < shares.Length; i++)
        {
            int first = next;
            next += sources[i];
            shares[i] = new(i == 0 ? int.MinValue : first, i == shares.Length - 1 ? int.MaxValue : next);
        }

        return shares;
    }

    /// <summary>Whether a source belongs to it.</summary>
    /// <param name="source">Any number.</param>
    /// <returns>True when it does.</returns>
    public bool Contains(int source) => source >= First && (source < End || End == int.MaxValue);

    /// <summary>It as the condition of a query.</summary>
    /// <param name="column">The column that has the source.</param>
    /// <returns>A condition in SQL; empty when it is everything.</returns>
    public string Condition(string column)
    {
        string from = First == int.MinValue ? string.Empty : string.Create(CultureInfo.InvariantCulture, $"{column} >= {First}");
        string until = End == int.MaxValue ? string.Empty : string.Create(CultureInfo.InvariantCulture, $"{column} < {End}");
        return string.Join(" AND ", ((string[])[from, until]).Where(part => part.Length > 0));
    }
}

using System.Globalization;

namespace DbIngest.Abstractions.Audit;

/// <summary>
/// A range of sources that one source process audits. <c>SpreadAudit</c> in the main process assigns one share per source process
/// in each audit, and a target with <see cref="Targets.ITarget.AuditsShares"/> writes the share as a condition of its query.
/// </summary>
/// <remarks>
/// The shares of all processes cover every integer without overlap, so that a stored row with an impossible source number belongs
/// to exactly one share and is reported. The target must return no other row: a row outside of the share counts as foreign.
/// </remarks>
/// <param name="First">The first source. <see cref="int.MinValue"/> in the first share.</param>
/// <param name="End">The source after the last one. <see cref="int.MaxValue"/>, inclusive, in the last share.</param>
public readonly record struct SourceShare(int First, int End)
{
    /// <summary>The share that covers every integer.</summary>
    public static SourceShare All { get; } = new(int.MinValue, int.MaxValue);

    /// <summary>True if the share covers every integer.</summary>
    public bool IsAll => this == All;

    /// <summary>Creates one share per process.</summary>
    /// <param name="sources">Sources of each process, in order.</param>
    /// <returns>One share per process, in the same order.</returns>
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

    /// <summary>True if the share contains a source number, which may be any integer.</summary>
    public bool Contains(int source) => source >= First && (source < End || End == int.MaxValue);

    /// <summary>Writes the share as an SQL condition.</summary>
    /// <param name="column">The column with the source number.</param>
    /// <returns>The condition. Empty for <see cref="All"/>.</returns>
    public string Condition(string column)
    {
        string from = First == int.MinValue ? string.Empty : string.Create(CultureInfo.InvariantCulture, $"{column} >= {First}");
        string until = End == int.MaxValue ? string.Empty : string.Create(CultureInfo.InvariantCulture, $"{column} < {End}");
        return string.Join(" AND ", ((string[])[from, until]).Where(part => part.Length > 0));
    }
}

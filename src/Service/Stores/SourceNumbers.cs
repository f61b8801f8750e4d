using System.Collections.Concurrent;
using DbIngest.Abstractions.Targets;
using DbIngest.Service.Problems;

namespace DbIngest.Service.Stores;

/// <summary>
/// Translates names of sources to their numbers by the store's table of names. <c>LineRequest</c> looks up the source of each
/// line, <c>OperatorRoutes</c> lists all names for <c>GET /v1/sources</c>, and <c>RecordRoutes</c> asks <see cref="AreThere"/>. A
/// name must never change its number, so numbers are cached. Thread-safe. Calls may block on the store.
/// </summary>
/// <param name="names">The store's table. Null if it has none.</param>
internal sealed class SourceNumbers(ISourceNames? names)
{
    /// <summary>The first number of a source with a name, 2^20. Clients choose lower numbers. Must not change.</summary>
    public const int First = 1 << 20;

    /// <summary>Most names that are kept in memory.</summary>
    private const int MostKept = 1_000_000;

    private readonly ConcurrentDictionary<string, int> _known = new(StringComparer.Ordinal);

    /// <summary>True if the store has a table of names. <see cref="Of"/> may be called only then.</summary>
    public bool AreThere => names is not null;

    /// <summary>Finds the number of a name. Gives a new name the next free number, durably.</summary>
    /// <exception cref="RefusalException">The store does not answer: status 502. It refuses the name for good: 422.</exception>
    public int Of(string name)
    {
        if (_known.TryGetValue(name, out int number))
        {
            return number;
        }

        try
        {
            number = names!.NumberOf(name, First);
        }
        catch (TargetException failure)
        {
            throw Refusal(failure);
        }

        if (_known.Count < MostKept)
        {
            _known[name] = number;
        }

        return number;
    }

    /// <summary>Lists all names with their numbers, by number. Empty without a table of names.</summary>
    /// <exception cref="RefusalException">As for <see cref="Of"/>.</exception>
    public IReadOnlyList<(int Source, string Name)> All()
    {
        try
        {
            return names?.All() ?? [];
        }
        catch (TargetException failure)
        {
            throw Refusal(failure);
        }
    }

    private static RefusalException Refusal(TargetException failure) =>
        failure.IsUnreachable || failure.IsTransient ? RefusalException.StoreAway(failure)
            : RefusalException.RefusedByStore(failure);
}

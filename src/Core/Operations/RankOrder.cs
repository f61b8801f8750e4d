namespace DbIngest.Core.Operations;

/// <summary>
/// Says which record has a rank of popularity: the loaded records in an order that spreads neighbouring ranks over all of them,
/// then the inserted ones by age. A rank keeps its record while records are inserted, so hot records stay hot.
/// <see cref="OperationStream"/> and <c>SharedKeys</c> draw by it, for lanes and again for the audit. A change of the order must
/// increase <see cref="OperationRequest.Law"/>. Immutable.
/// </summary>
internal readonly struct RankOrder
{
    private const double GoldenRatio = 0.618_033_988_749_894_9;

    private readonly ulong _loaded;
    private readonly ulong _step;

    /// <summary>Creates the order.</summary>
    /// <param name="loaded">Records that are loaded before the mix: of the lane, or of all sources with shared keys.</param>
    public RankOrder(long loaded)
    {
        _loaded = (ulong)loaded;
        _step = (ulong)Math.Max(1, (long)(loaded * GoldenRatio));
        while (_loaded > 0 && GreatestCommonDivisor(_step, _loaded) != 1)
        {
            _step++;
        }
    }

    /// <summary>Returns the record of a rank. Different ranks have different records.</summary>
    /// <param name="rank">The rank, from 0 (the most popular).</param>
    /// <returns>Index of the record in the order of insertion, or of <c>SharedKeys</c>.</returns>
    public long KeyOf(long rank) => (ulong)rank >= _loaded ? rank : (long)(ulong)(((UInt128)(ulong)rank * _step) % _loaded);

    private static ulong GreatestCommonDivisor(ulong a, ulong b)
    {
        while (b != 0)
        {
            (a, b) = (b, a % b);
        }

        return a;
    }
}

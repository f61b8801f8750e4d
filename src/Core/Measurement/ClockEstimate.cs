namespace DbIngest.Core.Measurement;

/// <summary>
/// How far another monotonic clock is ahead of ours, as NTP estimates it (RFC 5905, section 8): half the difference of the two ways, and in the worst case, when one
/// way took no time at all, wrong by half the round trip. Of several exchanges the one with the smallest round trip is taken.
/// </summary>
/// <param name="Offset">What the other clock shows more than ours, in its ticks.</param>
/// <param name="Error">By how much that may be wrong, in ticks.</param>
public readonly record struct ClockEstimate(long Offset, long Error)
{
    /// <summary>Exchanges of an estimate: enough that one of them met no queue.</summary>
    public const int Exchanges = 16;

    /// <summary>Estimates from exchanges.</summary>
    /// <param name="exchanges">One at least; both clocks have the same ticks a second.</param>
    /// <returns>The estimate.</returns>
    public static ClockEstimate Of(IReadOnlyList<ClockExchange> exchanges)
    {
        var best = exchanges.MinBy(exchange => exchange.RoundTrip);
        long there = best.Received - best.Asked;
        long back = best.Answered - best.Heard;

        // Each may be large, as clocks count from the start of their machines: halved apart, they cannot overflow.
        return new ClockEstimate((there / 2) + (back / 2) + (((there % 2) + (back % 2)) / 2), (Math.Max(0, best.RoundTrip) + 1) / 2);
    }
}

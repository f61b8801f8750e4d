namespace DbIngest.Core.Measurement;

/// <summary>
/// Estimates the offset of another host's monotonic clock as NTP does (RFC 5905, section 8): half the difference between the two
/// one-way times. Its error is at most half the round trip, and the exchange with the smallest round trip counts.
/// <c>WorkerProcess</c> in the main process estimates the clock of each source process on another host before the common start
/// and again after the trial, and <c>HostMeasurements</c> the clock of each host in <c>cluster check</c>. It never sets a clock.
/// </summary>
/// <param name="Offset">Ticks by which the other clock is ahead.</param>
/// <param name="Error">Error bound in ticks.</param>
public readonly record struct ClockEstimate(long Offset, long Error)
{
    /// <summary>Exchanges per estimate, so that at least one meets no queue.</summary>
    public const int Exchanges = 16;

    /// <summary>Estimates the offset.</summary>
    /// <param name="exchanges">At least one. Both clocks must have the same ticks per second.</param>
    public static ClockEstimate Of(IReadOnlyList<ClockExchange> exchanges)
    {
        var best = exchanges.MinBy(exchange => exchange.RoundTrip);
        long there = best.Received - best.Asked;
        long back = best.Answered - best.Heard;

        // Halving each term first cannot overflow, though clocks may show large numbers.
        return new ClockEstimate((there / 2) + (back / 2) + (((there % 2) + (back % 2)) / 2),
            (Math.Max(0, best.RoundTrip) + 1) / 2);
    }
}

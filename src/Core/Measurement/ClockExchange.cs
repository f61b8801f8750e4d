namespace DbIngest.Core.Measurement;

/// <summary>
/// One request for another clock's time, with the four times of the request and its answer in ticks. <c>WorkerProcess</c> in each
/// trial and <c>HostMeasurements</c> in <c>cluster check</c> collect several per host, and <see cref="ClockEstimate.Of"/> picks
/// the best.
/// </summary>
/// <param name="Asked">When the request was sent, on this clock.</param>
/// <param name="Received">When it arrived, on the other clock.</param>
/// <param name="Answered">When the answer was sent, on the other clock.</param>
/// <param name="Heard">When the answer arrived, on this clock.</param>
public readonly record struct ClockExchange(long Asked, long Received, long Answered, long Heard)
{
    /// <summary>The round trip in ticks, without the time between receiving and answering.</summary>
    public long RoundTrip => Heard - Asked - (Answered - Received);
}

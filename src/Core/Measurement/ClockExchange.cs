namespace DbIngest.Core.Measurement;

/// <summary>One question of what another clock says, and its answer: four moments, each on the clock of whoever took it.</summary>
/// <param name="Asked">When the question was sent, on our clock.</param>
/// <param name="Received">When it arrived, on the other clock.</param>
/// <param name="Answered">When the answer was sent, on the other clock.</param>
/// <param name="Heard">When it arrived, on our clock.</param>
public readonly record struct ClockExchange(long Asked, long Received, long Answered, long Heard)
{
    /// <summary>What the way there and back took together.</summary>
    public long RoundTrip => Heard - Asked - (Answered - Received);
}

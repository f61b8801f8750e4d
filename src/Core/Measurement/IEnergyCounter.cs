namespace DbIngest.Core.Measurement;

/// <summary>
/// A counter of the energy that a part of this machine took. <see cref="EnergyMeter"/> reads it about once a second on the
/// sampling thread. It throws nothing.
/// </summary>
internal interface IEnergyCounter
{
    /// <summary>What it covers, as a result names it.</summary>
    string Name { get; }

    /// <summary>Joules since it was opened, up to the last <see cref="Read"/>.</summary>
    double Joules { get; }

    /// <summary>Why it cannot be read. Null if it can.</summary>
    string? Obstacle { get; }

    /// <summary>Why its figure cannot be used, even if it can be read. Null if it can.</summary>
    string? Fault { get; }

    /// <summary>Reads the counter.</summary>
    void Read();
}

namespace DbIngest.Core.Measurement;

/// <summary>
/// A counter of the energy that a part of this machine took. <see cref="EnergyMeter"/> opens it before the common start and reads
/// it about once a second, one thread at a time. It must not throw: it reports why it has no figure.
/// </summary>
internal interface IEnergyCounter
{
    /// <summary>Name of the part that the counter covers, as results store it, for example a processor package.</summary>
    string Name { get; }

    /// <summary>Joules since the counter was opened, up to the last <see cref="Read"/>.</summary>
    double Joules { get; }

    /// <summary>Why the counter cannot be read, as a clause. Null if it can. Once set, it stays.</summary>
    string? Obstacle { get; }

    /// <summary>
    /// Why <see cref="Joules"/> must not be reported, as a clause: the obstacle, or too coarse a figure. Null if it can be.
    /// </summary>
    string? Fault { get; }

    /// <summary>Reads the counter.</summary>
    void Read();
}

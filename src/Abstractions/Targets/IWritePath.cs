namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Writes into an open target by a vendor's driver, in place of the target's own protocol client. If <c>--client</c> names the
/// driver, <c>ServerTarget</c> creates it (<c>OpenDriver</c>), forwards <see cref="ITarget.OpenWriter"/> to it and disposes it.
/// The target itself creates and measures tables, in the same way for each client, so a write path must never create or delete
/// one.
/// </summary>
/// <remarks>Several threads may call <see cref="OpenWriter"/> at once. One thread calls everything else.</remarks>
public interface IWritePath : IDisposable
{
    /// <summary>The name of its <see cref="WriteClient"/>.</summary>
    string Client { get; }

    /// <summary>Client, version and protocol, as <see cref="TargetDescription.DriverVersion"/> reports them.</summary>
    /// <exception cref="TargetException">The version depends on a server that cannot be reached.</exception>
    string Version { get; }

    /// <summary>Client settings that influence figures, by name. The target adds them to its description.</summary>
    IReadOnlyDictionary<string, string> Settings { get; }

    /// <summary>
    /// Sets the table that later writers write into. The target calls it after it has prepared or attached to a table.
    /// </summary>
    /// <param name="table">The table. It replaces the previous one.</param>
    /// <exception cref="TargetException">The client cannot write into the table.</exception>
    void Use(TrialTable table);

    /// <summary>Opens a writer into the table. The target never calls it before <see cref="Use"/>.</summary>
    /// <param name="source">The source that the writer serves, from 0.</param>
    /// <param name="cancellation">As for <see cref="ITarget.OpenWriter"/>.</param>
    /// <returns>The writer. The caller disposes it.</returns>
    /// <exception cref="TargetException">The database cannot be reached or refuses the connection.</exception>
    IBatchWriter OpenWriter(int source, CancellationToken cancellation = default);
}

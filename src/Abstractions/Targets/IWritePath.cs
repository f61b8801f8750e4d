namespace DbIngest.Abstractions.Targets;

/// <summary>
/// The way that batches take into an open target: everything on the timed side of it. Schema, settling, disk space and audit are the
/// target's, the same for all of its write paths.
/// </summary>
/// <remarks>Only <see cref="OpenWriter"/> may be called from several threads at once.</remarks>
public interface IWritePath : IDisposable
{
    /// <summary>The name, that of a <see cref="WriteClient"/>.</summary>
    string Client { get; }

    /// <summary>What writes, with its version and protocol: <see cref="TargetDescription.DriverVersion"/>.</summary>
    /// <exception cref="TargetException">It does not know before it has reached the database, and cannot.</exception>
    string Version { get; }

    /// <summary>Its settings that bear on the figures, by name; the description has them beside the target's.</summary>
    IReadOnlyDictionary<string, string> Settings { get; }

    /// <summary>Is told of the table that the target has prepared or attached to. Replaces the one before.</summary>
    /// <param name="table">The table.</param>
    /// <exception cref="TargetException">It cannot be written to.</exception>
    void Use(TrialTable table);

    /// <summary>Opens a writer into the table.</summary>
    /// <param name="source">The source that the writer belongs to.</param>
    /// <param name="cancellation">As of <see cref="ITarget.OpenWriter"/>.</param>
    /// <returns>The writer; the caller disposes it.</returns>
    /// <exception cref="TargetException">The database refuses, or cannot be reached.</exception>
    IBatchWriter OpenWriter(int source, CancellationToken cancellation = default);
}

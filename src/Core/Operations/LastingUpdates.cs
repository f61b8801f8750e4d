namespace DbIngest.Core.Operations;

/// <summary>
/// Finds the updates of a record that may replace a later update for good (<see cref="LastingUpdate"/>), so that a read or the
/// audit accepts their content too. <see cref="Pipeline.OwnKeysWork"/> adds those of its lane, up to <see cref="Most"/>, and
/// <see cref="Trials.MixAudit"/> makes another object of those of all lanes. It allocates per lasting update only, and almost
/// every trial has none. While a thread calls <see cref="Add"/>, no other may use the object.
/// </summary>
internal sealed class LastingUpdates
{
    /// <summary>Most lasting updates of a lane. A lane that has so many ends the trial with an error.</summary>
    public const int Most = 1 << 16;

    private static readonly int[] None = [];

    private readonly List<LastingUpdate> _all = [];
    private readonly Dictionary<(int Source, long Sequence), List<int>> _versions = [];

    /// <summary>Creates an object that knows some updates.</summary>
    /// <param name="updates">Empty for a lane, those of all lanes for the audit.</param>
    public LastingUpdates(IReadOnlyList<LastingUpdate> updates)
    {
        foreach (var update in updates)
        {
            Add(update);
        }
    }

    /// <summary>Number of updates.</summary>
    public int Count => _all.Count;

    /// <summary>A copy of the updates in the order in which they were added.</summary>
    public IReadOnlyList<LastingUpdate> All => [.. _all];

    /// <summary>Adds an update.</summary>
    public void Add(LastingUpdate update)
    {
        _all.Add(update);
        if (!_versions.TryGetValue((update.Source, update.Sequence), out var versions))
        {
            versions = [];
            _versions.Add((update.Source, update.Sequence), versions);
        }

        versions.Add(update.Version);
    }

    /// <summary>
    /// The versions that a record may have instead of its current one. Empty for almost every record. After
    /// <see cref="Complete"/> the current version is the last one.
    /// </summary>
    /// <param name="source">The source, from 0.</param>
    /// <param name="sequence">The sequence number.</param>
    public IReadOnlyList<int> Of(int source, long sequence) =>
        _all.Count > 0 && _versions.TryGetValue((source, sequence), out var versions) ? versions : None;

    /// <summary>
    /// Adds the current version of a record with lasting updates. Does nothing for other records. The audit calls it once per
    /// record, from several threads of which each has its own sources.
    /// </summary>
    /// <param name="source">The source, from 0.</param>
    /// <param name="sequence">The sequence number.</param>
    /// <param name="version">The version of its last acknowledged update, 0 for the loaded content.</param>
    public void Complete(int source, long sequence, int version)
    {
        if (_all.Count > 0 && _versions.TryGetValue((source, sequence), out var versions))
        {
            versions.Add(version);
        }
    }
}

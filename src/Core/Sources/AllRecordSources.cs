namespace DbIngest.Core.Sources;

/// <summary>
/// The records of every source, for a lane that reads and changes records of all of them (shared keys).
/// <see cref="Pipeline.SharedKeysWork"/> owns one per lane. A source that was opened stays open until this object is disposed.
/// Not thread-safe.
/// </summary>
/// <param name="workload">Supplies the records.</param>
/// <param name="sources">Sources of the trial.</param>
internal sealed class AllRecordSources(IWorkload workload, int sources) : IDisposable
{
    private const int OpenedBefore = 64;

    private readonly IRecordSource?[] _records = new IRecordSource?[sources];

    /// <summary>
    /// Opens the first 64 sources, before the timed region. Others are opened at first use: most lanes never reach most of them.
    /// </summary>
    public void Open()
    {
        for (int source = 0; source < Math.Min(_records.Length, OpenedBefore); source++)
        {
            Of(source);
        }
    }

    /// <summary>The records of one source.</summary>
    /// <param name="source">The source, from 0.</param>
    public IRecordSource Of(int source) => _records[source] ??= workload.Open(source);

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var records in _records)
        {
            records?.Dispose();
        }
    }
}

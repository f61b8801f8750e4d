using DbIngest.Abstractions.Targets;
using DbIngest.Service.Problems;

namespace DbIngest.Service.Stores;

/// <summary>
/// The writers of a <see cref="StoreSession"/>: a single writer if it takes the batches of every source, otherwise a writer per
/// source. Each is opened on first use, and opened anew after it was dropped. After a failed call the session must restore or
/// drop the writer. Owns the writers. Not thread-safe.
/// </summary>
/// <param name="target">The store.</param>
/// <param name="isAsync">True to call the writers asynchronously.</param>
internal sealed class StoreWriters(ITarget target, bool isAsync) : IDisposable
{
    /// <summary>
    /// Attempts of a call. A write or change is repeated only if the failed attempt is known to have stored nothing.
    /// </summary>
    public const int Attempts = 2;

    private const int AnySource = -1;

    private readonly Dictionary<int, IBatchWriter> _writers = [];

    /// <summary>Opens a writer ahead of the first request, to learn whether the store can be written to.</summary>
    /// <returns>True if a writer takes the batches of every source.</returns>
    /// <exception cref="TargetException">No writer can be opened.</exception>
    public bool Open()
    {
        var writer = target.OpenWriter(0);
        _writers[writer.ServesAnySource ? AnySource : 0] = writer;
        return writer.ServesAnySource;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var writer in _writers.Values)
        {
            writer.Dispose();
        }

        _writers.Clear();
    }

    /// <summary>Closes all writers after a defect, so that the next request opens new ones.</summary>
    public void Reset()
    {
        try
        {
            Dispose();
        }
        catch (Exception)
        {
            // The writers are lost either way, and the caller already reports the defect that led here.
            _writers.Clear();
        }
    }

    /// <summary>Makes the writer of a source usable after a failed call. Closes the writer if that fails.</summary>
    /// <returns>True if the writer is usable. False if the next call opens another.</returns>
    public async ValueTask<bool> Restore(int source)
    {
        try
        {
            await (await Calls(source)).Restore();
            return true;
        }
        catch (Exception failure) when (failure is BatchWriteException or RefusalException)
        {
            Drop(source);
            return false;
        }
    }

    /// <summary>The calls of the writer of a source.</summary>
    /// <exception cref="RefusalException">No writer can be opened: status 502.</exception>
    public async ValueTask<StoreCalls> Calls(int source) => new(await Of(source), isAsync);

    /// <summary>The writer of a source, which is opened on first use. The caller must not dispose it.</summary>
    /// <exception cref="RefusalException">No writer can be opened: status 502.</exception>
    public async ValueTask<IBatchWriter> Of(int source)
    {
        if (_writers.TryGetValue(AnySource, out var writer) || _writers.TryGetValue(source, out writer))
        {
            return writer;
        }

        try
        {
            // Opening a writer blocks.
            writer = isAsync ? await Task.Run(() => target.OpenWriter(source)) : target.OpenWriter(source);
        }
        catch (TargetException failure)
        {
            throw RefusalException.StoreAway(failure);
        }

        _writers[writer.ServesAnySource ? AnySource : source] = writer;
        return writer;
    }

    /// <summary>Closes the writer of a source, so that the next request opens another.</summary>
    public void Drop(int source)
    {
        int key = _writers.ContainsKey(AnySource) ? AnySource : source;
        if (_writers.Remove(key, out var writer))
        {
            writer.Dispose();
        }
    }
}

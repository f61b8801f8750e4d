using DbIngest.Abstractions.Targets;
using DbIngest.Service.Problems;

namespace DbIngest.Service.Stores;

/// <summary>
/// Asks a store of several databases whether each answers, over connections of its own, so that requests that wait do not hold
/// it up. The route of the service's readiness calls it. A store of one database is not asked: its requests tell.
/// </summary>
/// <param name="target">The store, whose table is ready.</param>
/// <param name="isKeyed">True if its writers read by a key.</param>
internal sealed class StoreHealth(ITarget target, bool isKeyed) : IDisposable
{
    private readonly SemaphoreSlim _one = new(1, 1);
    private volatile bool _isSingle;

    /// <summary>Asks. Probes that come meanwhile wait for their turn, since each takes connections.</summary>
    /// <param name="aborted">The client is gone.</param>
    /// <exception cref="RefusalException">A database does not answer: status 503.</exception>
    public async Task Check(CancellationToken aborted)
    {
        if (_isSingle)
        {
            return;
        }

        await _one.WaitAsync(aborted);
        try
        {
            await Task.Run(Ask, aborted);
        }
        finally
        {
            _one.Release();
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _one.Dispose();

    private void Ask()
    {
        try
        {
            using var writer = target.OpenWriter(0);
            if (writer is not IComposedWriter composed)
            {
                _isSingle = true;
            }
            else if (isKeyed)
            {
                composed.Ask();
            }
        }
        catch (Exception failure) when (failure is TargetException or BatchWriteException)
        {
            throw new RefusalException(503, $"A database of the store does not answer: {failure.Message}", failure)
            {
                RetryAfterS = 5,
            };
        }
    }
}

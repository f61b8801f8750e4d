using DbIngest.Abstractions.Targets;
using DbIngest.Service.Problems;

namespace DbIngest.Service.Stores;

/// <summary>
/// Checks whether each database of a composed store answers, over a separate connection, so that waiting requests do not delay
/// the answer. <c>GET /health/ready</c> calls it. A store of one database is not checked after the first call, because its
/// requests show whether it answers.
/// </summary>
/// <param name="target">The store, whose table is ready.</param>
/// <param name="isKeyed">True if the writers read by a key. False checks only that a writer can be opened.</param>
internal sealed class StoreHealth(ITarget target, bool isKeyed) : IDisposable
{
    private readonly SemaphoreSlim _one = new(1, 1);
    private volatile bool _isSingle;

    /// <summary>Opens a writer and asks each database. One check runs at a time, since each opens connections.</summary>
    /// <param name="aborted">Cancelled when the client is gone. A check that has begun runs to its end.</param>
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

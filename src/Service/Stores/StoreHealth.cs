using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Service.Problems;

namespace DbIngest.Service.Stores;

/// <summary>
/// Checks whether each database of the store answers, over a separate connection, so that waiting requests do not delay the
/// answer. <c>OperatorRoutes</c> calls it for <c>GET /health/ready</c>. A store that answers by a refusal counts as healthy. A
/// result is kept for a while, because each check opens connections and any client may ask for it without a key.
/// </summary>
/// <param name="target">The store, whose table is ready.</param>
/// <param name="isKeyed">
/// True if the table has a unique key, by which the check reads a record. False checks only that a writer can be opened.
/// </param>
/// <param name="kept">How long a result is kept.</param>
internal sealed class StoreHealth(ITarget target, bool isKeyed, TimeSpan kept) : IDisposable
{
    private readonly SemaphoreSlim _one = new(1, 1);
    private long? _checkedMs;
    private Exception? _failure;

    /// <summary>Opens a writer and asks each database, unless that was done just now. One check runs at a time.</summary>
    /// <param name="aborted">Cancelled when the client is gone. A check that has begun runs to its end.</param>
    /// <exception cref="RefusalException">A database does not answer: status 503.</exception>
    public async Task Check(CancellationToken aborted)
    {
        await _one.WaitAsync(aborted);
        try
        {
            if (_checkedMs is not { } at || Environment.TickCount64 - at >= kept.TotalMilliseconds)
            {
                _failure = await Task.Run(Ask, aborted);
                _checkedMs = Environment.TickCount64;
            }

            if (_failure is { } failure)
            {
                throw new RefusalException(503, $"A database of the store does not answer: {failure.Message}", failure)
                {
                    RetryAfterS = 5,
                };
            }
        }
        finally
        {
            _one.Release();
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _one.Dispose();

    /// <summary>The failure of the store. Null if it answers.</summary>
    private Exception? Ask()
    {
        try
        {
            using var writer = target.OpenWriter(0);
            if (!isKeyed)
            {
                return null;
            }

            if (writer is IComposedWriter composed)
            {
                composed.Ask();
            }
            else
            {
                ((IRecordReads)writer).Read(0, 0, new Discard());
            }

            return null;
        }
        catch (Exception failure) when (failure is TargetException or BatchWriteException)
        {
            return IsAway(failure) ? failure : null;
        }
    }

    /// <summary>
    /// False for a store that answers by a refusal. A run through the service asks for its health before it creates the table.
    /// </summary>
    private static bool IsAway(Exception failure) => failure switch
    {
        TargetException target => target.IsUnreachable || target.IsTransient,
        BatchWriteException write => write.IsTransient,
        _ => true,
    };

    /// <summary>Ignores all records: the check only needs an answer.</summary>
    private sealed class Discard : IRecordReceiver
    {
        public void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values)
        {
        }
    }
}

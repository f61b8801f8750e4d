namespace DbIngest.Targets.Servers;

/// <summary>
/// Tokens of a target's verbs, such as Prepare or Settle, while they wait for a private server.
/// <see cref="ServerTarget{TTable}"/> begins one for each verb and must end it. <see cref="PrivateServer"/> cancels them when its
/// last process ends, so that no verb waits for a dead server. Thread-safe.
/// </summary>
internal sealed class ServerWatches
{
    private readonly HashSet<CancellationTokenSource> _watches = [];

    /// <summary>Creates a token that is cancelled by the user, or when the last process of the server ends.</summary>
    /// <param name="cancellation">The user's token.</param>
    /// <returns>The source of the token. The caller ends it by <see cref="End"/>.</returns>
    public CancellationTokenSource Begin(CancellationToken cancellation)
    {
        var source = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        lock (_watches)
        {
            _watches.Add(source);
        }

        return source;
    }

    /// <summary>Ends a watch and disposes it.</summary>
    /// <param name="watch">Source from <see cref="Begin"/>.</param>
    public void End(CancellationTokenSource watch)
    {
        lock (_watches)
        {
            _watches.Remove(watch);
        }

        watch.Dispose();
    }

    /// <summary>Cancels all tokens: the server has ended.</summary>
    public void CancelAll()
    {
        CancellationTokenSource[] watches;
        lock (_watches)
        {
            watches = [.. _watches];
        }

        foreach (var watch in watches)
        {
            try
            {
                watch.Cancel();
            }
            catch (ObjectDisposedException)
            {
                // The verb has just ended by itself.
            }
        }
    }
}

using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>
/// A server target that opens one session per verb, such as Prepare or Audit. A cancelled verb, or the end of a private server,
/// cuts its session. Databases whose protocol has sessions derive their target from it. Writers do not use these sessions: each
/// has its own connection.
/// </summary>
/// <typeparam name="TSession">
/// The session: a connection of the protocol client. Disposing it fails any pending call on it.
/// </typeparam>
/// <typeparam name="TTable">As for <see cref="ServerTarget{TTable}"/>.</typeparam>
/// <param name="opening">The server and how to use it.</param>
/// <param name="programs">As for <see cref="ServerTarget{TTable}"/>.</param>
internal abstract class SessionTarget<TSession, TTable>(ServerOpening opening, params string[] programs)
    : ServerTarget<TTable>(opening, programs)
    where TSession : IDisposable
    where TTable : class
{
    /// <summary>Opens a session. <see cref="On{T}"/> disposes it.</summary>
    /// <param name="timeout">Timeout of each request of the session.</param>
    protected abstract TSession Open(TimeSpan timeout);

    /// <summary>Timeout of the requests of a verb: the user's, unless the verb needs longer.</summary>
    /// <param name="verb">The verb.</param>
    protected virtual TimeSpan TimeoutOf(ServerVerb verb) => Opening.Options.RequestTimeout;

    /// <summary>Sends the protocol's message that ends a session. Does nothing by default.</summary>
    /// <param name="session">The session, which is disposed next.</param>
    protected virtual void Leave(TSession session)
    {
    }

    /// <inheritdoc cref="ServerTarget{TTable}.Describe(IDictionary{string, string}, CancellationToken)"/>
    protected abstract ServerFacts Describe(TSession session, IDictionary<string, string> settings);

    /// <inheritdoc cref="ServerTarget{TTable}.Create"/>
    protected abstract void Create(TSession session, CancellationToken cancellation);

    /// <inheritdoc cref="ServerTarget{TTable}.AwaitQuiet"/>
    protected abstract void AwaitQuiet(TSession session, CancellationToken cancellation);

    /// <inheritdoc cref="ServerTarget{TTable}.Space"/>
    protected abstract DiskSpace Space(TSession session, CancellationToken cancellation);

    /// <inheritdoc cref="ServerTarget{TTable}.Read"/>
    protected abstract void Read(TSession session, StoredContent audit, CancellationToken cancellation);

    /// <inheritdoc cref="ServerTarget{TTable}.Drop"/>
    protected abstract void Drop(TSession session, CancellationToken cancellation);

    /// <summary>Runs work on a new session.</summary>
    /// <param name="verb">The verb, which decides the timeout.</param>
    /// <param name="work">Uses the session. It must not keep it.</param>
    /// <param name="cancellation">Cuts the session.</param>
    protected T On<T>(ServerVerb verb, Func<TSession, T> work, CancellationToken cancellation)
    {
        using var session = Open(TimeoutOf(verb));
        using var cut = cancellation.Register(() => session.Dispose());
        var result = work(session);
        Leave(session);
        return result;
    }

    /// <inheritdoc/>
    protected sealed override ServerFacts Describe(IDictionary<string, string> settings, CancellationToken cancellation) =>
        On(ServerVerb.Describe, session => Describe(session, settings), cancellation);

    /// <inheritdoc/>
    protected sealed override void Create(CancellationToken cancellation) =>
        On(ServerVerb.Prepare, session => Create(session, cancellation), cancellation);

    /// <inheritdoc/>
    protected sealed override void AwaitQuiet(CancellationToken cancellation) =>
        On(ServerVerb.Settle, session => AwaitQuiet(session, cancellation), cancellation);

    /// <inheritdoc/>
    protected sealed override DiskSpace Space(CancellationToken cancellation) =>
        On(ServerVerb.Measure, session => Space(session, cancellation), cancellation);

    /// <inheritdoc/>
    protected sealed override void Read(StoredContent audit, CancellationToken cancellation) =>
        On(ServerVerb.Audit, session => Read(session, audit, cancellation), cancellation);

    /// <inheritdoc/>
    protected sealed override void Drop(CancellationToken cancellation) =>
        On(ServerVerb.Clean, session => Drop(session, cancellation), cancellation);

    private void On(ServerVerb verb, Action<TSession> work, CancellationToken cancellation) => On(verb, session =>
    {
        work(session);
        return true;
    }, cancellation);
}

using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;

namespace DbIngest.Targets.Queries;

/// <summary>
/// Answers questions about time ranges over a connection that is left after a failure. Targets derive from it and ask in their
/// database's language. One thread uses it; another may dispose it.
/// </summary>
internal abstract class TimeQueries : ITimeQueries
{
    /// <inheritdoc/>
    public virtual bool MayLag => false;

    /// <inheritdoc/>
    public void Ask(in TimeQuery query, List<TimeQueryRow> rows)
    {
        rows.Clear();
        try
        {
            Answer(query, rows);
        }
        catch (WireException exception)
        {
            Forget();
            throw new TargetException(exception.Message, exception);
        }
    }

    /// <inheritdoc/>
    public abstract void Dispose();

    /// <summary>Asks on the connection, which is opened if there is none.</summary>
    /// <param name="query">The question.</param>
    /// <param name="rows">Receives the rows.</param>
    /// <exception cref="WireException">The database refuses, or the connection is lost.</exception>
    /// <exception cref="TargetException">Likewise, from a client that is not DbIngest's own.</exception>
    protected abstract void Answer(in TimeQuery query, List<TimeQueryRow> rows);

    /// <summary>Closes a connection that failed.</summary>
    protected abstract void Forget();
}

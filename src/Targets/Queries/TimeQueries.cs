using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;

namespace DbIngest.Targets.Queries;

/// <summary>
/// Answers questions about time ranges over a connection, which it closes after a failure. Each database derives a class that
/// asks in its language, and <c>TimeQueryProbe</c> asks beside the lanes of a trial. One thread uses it. A cancellation may end a
/// pending question from another thread.
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

    /// <summary>Asks on the connection. Opens one if there is none.</summary>
    /// <param name="query">The question.</param>
    /// <param name="rows">Receives the rows.</param>
    /// <exception cref="WireException">The database refuses, or the connection is lost.</exception>
    /// <exception cref="TargetException">The same failures, after the derived class has called <see cref="Forget"/>.</exception>
    protected abstract void Answer(in TimeQuery query, List<TimeQueryRow> rows);

    /// <summary>Closes the connection after a failure, so that the next question opens a new one.</summary>
    protected abstract void Forget();
}

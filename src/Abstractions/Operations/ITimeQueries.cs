using DbIngest.Abstractions.Targets;

namespace DbIngest.Abstractions.Operations;

/// <summary>
/// Asks a database questions about time ranges over a separate connection. Each <see cref="TimeQuery"/> is one statement, as the
/// database's users would write it. <see cref="ITarget.OpenQueries"/> opens it, and <c>TimeQueryProbe</c> (<c>--queries</c>) uses
/// it on its own thread while lanes write. It must not retry.
/// </summary>
public interface ITimeQueries : IDisposable
{
    /// <summary>
    /// True if an answer may lack records that were acknowledged before the question. Such an answer then counts as behind, not
    /// as wrong.
    /// </summary>
    bool MayLag => false;

    /// <summary>Asks one question and waits for the whole answer. After a failure, the next call reconnects.</summary>
    /// <param name="query">The question.</param>
    /// <param name="rows">Receives the rows in any order. The method clears it first.</param>
    /// <exception cref="TargetException">The database cannot be reached, or refuses.</exception>
    void Ask(in TimeQuery query, List<TimeQueryRow> rows);
}

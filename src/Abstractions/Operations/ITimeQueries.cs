using DbIngest.Abstractions.Targets;

namespace DbIngest.Abstractions.Operations;

/// <summary>
/// Answers <see cref="TimeQuery"/> over its own connection, as the database's users would ask: each in one statement of its
/// language. <see cref="ITarget.OpenQueries"/> opens it, and one thread uses it beside the load (<c>--queries</c>).
/// </summary>
public interface ITimeQueries : IDisposable
{
    /// <summary>True if an answer may lack records that were acknowledged before the question.</summary>
    bool MayLag => false;

    /// <summary>Asks. After a failure the next question connects anew.</summary>
    /// <param name="query">The question.</param>
    /// <param name="rows">Receives the rows in any order. Cleared first.</param>
    /// <exception cref="TargetException">The database cannot be reached, or refuses.</exception>
    void Ask(in TimeQuery query, List<TimeQueryRow> rows);
}

using DbIngest.Abstractions.Targets;

namespace DbIngest.Bench.Series;

/// <summary>
/// Another program or interface that writes the same rows. <see cref="InTurn"/> runs it in turn with the product. Only
/// <see cref="Load"/> is timed.
/// </summary>
internal interface IPeer : IDisposable
{
    /// <summary>Its name.</summary>
    string Name { get; }

    /// <summary>The database.</summary>
    TargetDefinition Database { get; }

    /// <summary>The endpoint of the private server that both write into.</summary>
    string Endpoint { get; }

    /// <summary>Whether it works in this process, so that its processor time can be compared with ours.</summary>
    bool IsInThisProcess => false;

    /// <summary>Makes what it reads, before anything is timed.</summary>
    /// <param name="records">Records a source.</param>
    void Make(int records);

    /// <summary>Prepares the table that it writes into.</summary>
    /// <param name="target">Ours.</param>
    /// <param name="table">The table.</param>
    /// <returns>The target that has it, which is then counted.</returns>
    ITarget Prepared(ITarget target, TrialTable table)
    {
        target.Prepare(table);
        return target;
    }

    /// <summary>
    /// How many rows are there of those that it has written; null where they are in our table, whose audit counts them.
    /// </summary>
    /// <param name="target">What was prepared.</param>
    long? Count(ITarget target) => null;

    /// <summary>Writes all rows into the prepared table. This is timed.</summary>
    /// <param name="target">What was prepared.</param>
    void Load(ITarget target);
}

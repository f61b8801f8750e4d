using DbIngest.Abstractions.Targets;

namespace DbIngest.Bench.Series;

/// <summary>
/// Another way to write as many rows: a program, an interface, or other options of the product. <see cref="InTurn"/> runs it in
/// turn with the product. Only <see cref="Load"/> is timed.
/// </summary>
internal interface IPeer : IDisposable
{
    /// <summary>The peer's name in the output.</summary>
    string Name { get; }

    /// <summary>The database.</summary>
    TargetDefinition Database { get; }

    /// <summary>The endpoint of the private server that the peer and the product write into.</summary>
    string Endpoint { get; }

    /// <summary>True when the peer runs in this process, so that its CPU time is measured.</summary>
    bool IsInThisProcess => false;

    /// <summary>Makes the files that the peer reads, before anything is timed.</summary>
    /// <param name="records">Records a source.</param>
    void Make(int records);

    /// <summary>Prepares the table that the peer writes into.</summary>
    /// <param name="target">The product's target.</param>
    /// <param name="table">The table.</param>
    /// <returns>The target whose rows are counted afterwards.</returns>
    ITarget Prepared(ITarget target, TrialTable table)
    {
        target.Prepare(table);
        return target;
    }

    /// <summary>
    /// Counts the rows of the peer's table. Null when the peer writes into the product's table, whose audit counts them.
    /// </summary>
    /// <param name="target">What was prepared.</param>
    long? Count(ITarget target) => null;

    /// <summary>Writes all rows into the prepared table. Timed.</summary>
    /// <param name="target">What was prepared.</param>
    void Load(ITarget target);
}

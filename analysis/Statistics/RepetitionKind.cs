namespace DbIngest.Analysis.Statistics;

/// <summary>
/// The level at which an experiment repeats, the cheapest first. A <see cref="RepetitionPlan"/> has one entry per level that was
/// repeated. Its names in snake case are a published format.
/// </summary>
public enum RepetitionKind
{
    /// <summary>One trial.</summary>
    Run,

    /// <summary>
    /// One start of the server with its trials. Callers pass one restart per deployment, so that no plan has this level yet.
    /// </summary>
    Restart,

    /// <summary>One fresh database on a fresh server with its restarts.</summary>
    Deployment,
}

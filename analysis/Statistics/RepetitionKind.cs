namespace DbIngest.Analysis.Statistics;

/// <summary>What is repeated, the cheapest first.</summary>
public enum RepetitionKind
{
    /// <summary>A trial.</summary>
    Run,

    /// <summary>A start of the server, with its trials.</summary>
    Restart,

    /// <summary>A fresh database on a fresh server, with its restarts.</summary>
    Deployment,
}

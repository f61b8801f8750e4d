namespace DbIngest.Core.Sweeps;

/// <summary>
/// How a sweep ended. <see cref="SweepRunner.Run"/> returns it, and the verb <c>run</c> chooses its last message and exit code by
/// it.
/// </summary>
public enum SweepEnd
{
    /// <summary>Every trial ran.</summary>
    Finished,

    /// <summary>The user interrupted the sweep. It can be resumed.</summary>
    Interrupted,

    /// <summary>A database became unreachable. A resumed sweep runs its remaining trials.</summary>
    TargetLost,
}

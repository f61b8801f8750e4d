namespace DbIngest.Core.Sweeps;

/// <summary>
/// How a sweep ended. <see cref="SweepRunner.Run"/> returns it, and <c>RunVerb</c> chooses its last message and exit code by it.
/// No result file contains it.
/// </summary>
public enum SweepEnd
{
    /// <summary>The schedule is done. Single trials may have been unreachable: a resumed sweep runs them again.</summary>
    Finished,

    /// <summary>The user interrupted the sweep. It can be resumed.</summary>
    Interrupted,

    /// <summary>A database was unreachable in several trials in a row. A resumed sweep runs its remaining trials.</summary>
    TargetLost,
}

namespace DbIngest.Runner.Advising;

/// <summary>
/// Runs the steps of an advice one after the other. <c>AdviseVerb</c> calls it once per command. After a step with any exit code
/// but that of an interruption the next one follows. An exception of a step other than a cancellation ends the advice and reaches
/// the caller. A request to stop also counts where no step sees it: while a step writes its report, and between two steps.
/// </summary>
internal static class AdviseSteps
{
    /// <summary>Runs the steps in their order.</summary>
    /// <param name="steps">The steps.</param>
    /// <param name="run">Runs one step and returns its exit code. <see cref="ExitCode.Interrupted"/> ends the advice.</param>
    /// <param name="interruption">The first signal cancels it, also while a step runs.</param>
    /// <returns>False if the user stopped the advice before the last step had ended.</returns>
    public static bool Run(IReadOnlyList<AdviseStep> steps, Func<AdviseStep, ExitCode> run, CancellationToken interruption)
    {
        foreach (var step in steps)
        {
            if (interruption.IsCancellationRequested || IsStopped(step, run))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Runs a step. One that is stopped while it opens its database ends with an exception.</summary>
    private static bool IsStopped(AdviseStep step, Func<AdviseStep, ExitCode> run)
    {
        try
        {
            return run(step) == ExitCode.Interrupted;
        }
        catch (OperationCanceledException)
        {
            return true;
        }
    }
}

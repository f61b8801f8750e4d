using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Core.Sweeps;

/// <summary>
/// Adds trials to a sweep while it runs, by the results of earlier trials: for <c>--precision</c> or <c>--find</c>.
/// <see cref="SweepRunner"/> asks for a round, on its own thread, whenever all trials so far are done. Only the configuration and
/// the journal may decide the trials, so that a resumed sweep continues with the same trials.
/// </summary>
public interface IFurtherTrials
{
    /// <summary>Returns the trials of the next round.</summary>
    /// <param name="journal">All journal entries so far.</param>
    /// <returns>The trials in order. Empty if the sweep needs no more.</returns>
    IReadOnlyList<ScheduledTrial> Next(IReadOnlyList<JournalEntry> journal);
}

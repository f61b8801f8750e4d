using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Core.Sweeps;

/// <summary>
/// Adds trials to a sweep while it runs, by the results of those before. <see cref="SweepRunner"/> asks for a further round, on
/// its own thread, whenever the trials so far are done. The configuration and the journal alone must decide the trials, so that
/// a resumed sweep continues with the same ones.
/// </summary>
public interface IFurtherTrials
{
    /// <summary>Returns the trials of the next round.</summary>
    /// <param name="journal">All journal entries so far.</param>
    /// <returns>The trials in order. Empty if the sweep needs no more.</returns>
    IReadOnlyList<ScheduledTrial> Next(IReadOnlyList<JournalEntry> journal);
}

using DbIngest.Core.Results;
using DbIngest.Core.Sweeps;
using DbIngest.Core.Trials;
using DbIngest.Runner.Parsing;
using DbIngest.Runner.Processes;
using DbIngest.Runner.Progress;
using Serilog;

namespace DbIngest.Runner.Execution;

/// <summary>Runs an open sweep into its result folder, with log and progress.</summary>
internal sealed class SweepExecution(SweepSession session, ResultFolder folder, Manifest manifest, MachineRuns machine, Reporter reporter, ILogger log, SecretScrubber scrubber)
{
    /// <summary>Runs what the journal does not have yet.</summary>
    /// <param name="keepLast">Whether the last trial's data stays in its database.</param>
    /// <param name="cancellation">Ends it cleanly.</param>
    /// <returns>How it ended.</returns>
    /// <exception cref="ResultException">The journal cannot be written.</exception>
    public SweepEnd Run(bool keepLast, CancellationToken cancellation)
    {
        using var journal = Journal.Open(folder.JournalFile);
        int trials = manifest.Configuration.Trials;
        if (trials > folder.ReadManifest().ExtendedBy(journal.Entries).Configuration.Trials)
        {
            journal.Append(new ExtensionEntry { Trials = trials, ExtendedUtc = TimeProvider.System.GetUtcNow() });
        }

        var progress = new SweepProgress(manifest.Configuration, journal.Entries);
        var observer = new Observers(progress, new SweepLog(log));
        reporter.Follow(progress);
        ulong seed = manifest.Configuration.Seed;
        var runner = new SweepRunner(
            manifest.Configuration,
            session.Targets.For,
            session.Workloads.For,
            new TrialRunner(session.Engine, session.Retry, observer) { Seed = seed, OtherRuns = () => machine.Others },
            new Calibrator(session.Engine, session.Ceiling),
            journal,
            observer)
        {
            KeepLast = keepLast,
            Rehearsal = new Rehearsal(session.Engine, session.Retry, seed, observer),
            Deploy = session.Targets.Deploy,
            Scrub = scrubber.Scrub,
        };
        return runner.Run(cancellation);
    }
}

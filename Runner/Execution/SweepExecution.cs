using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;
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
        var configuration = manifest.Configuration;
        Extend(journal, folder.ReadManifest().ExtendedBy(journal.Entries).Configuration);

        var progress = new SweepProgress(configuration, journal.Entries);
        var observer = new Observers(progress, new SweepLog(log));
        reporter.Follow(progress);
        ulong seed = manifest.Configuration.Seed;
        var warming = configuration.RehearsalS is { } seconds ? TimeSpan.FromSeconds(seconds) : WarmUpLoop.Longest;
        var runner = new SweepRunner(
            configuration,
            session.Targets.For,
            session.Workloads.For,
            new TrialRunner(session.Engine, session.Retry, observer) { Seed = seed, RequestTimeout = session.Request.Access.RequestTimeout, OtherRuns = () => machine.Others, IsMeasured = warming > TimeSpan.Zero },
            new Calibrator(session.Engine, session.Ceiling) { Warming = warming },
            journal,
            observer)
        {
            KeepLast = keepLast,
            ProcessWarmUp = warming == TimeSpan.Zero ? null : new ProcessWarmUp(session.Engine, session.Retry, seed, observer) { Warming = warming, RequestTimeout = session.Request.Access.RequestTimeout },
            Deploy = session.Targets.Deploy,
            Scrub = scrubber.Scrub,
            Further = PrecisionFigures.Further(configuration),
        };
        return runner.Run(cancellation);
    }

    /// <summary>Books that the sweep goes on for longer than its manifest and journal say so far.</summary>
    private void Extend(Journal journal, SweepConfiguration before)
    {
        var now = manifest.Configuration;
        if (now.Trials > before.Trials || now.Precision != before.Precision || now.MaxTrials != before.MaxTrials)
        {
            journal.Append(new ExtensionEntry
            {
                Trials = now.Trials,
                Precision = now.Precision == before.Precision ? null : now.Precision,
                MaxTrials = now.MaxTrials == before.MaxTrials ? null : now.MaxTrials,
                ExtendedUtc = TimeProvider.System.GetUtcNow(),
            });
        }
    }
}

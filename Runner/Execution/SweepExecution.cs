using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sweeps;
using DbIngest.Core.Trials;
using DbIngest.Runner.Live;
using DbIngest.Runner.Parsing;
using DbIngest.Runner.Processes;
using DbIngest.Runner.Progress;
using DbIngest.Runner.Telemetry;
using Serilog;

namespace DbIngest.Runner.Execution;

/// <summary>
/// Runs an opened sweep into its result folder, with journal, log and progress. <c>RunVerb</c> creates one object per sweep, once
/// everything is checked and open, and disposes what it passes in. The execution only appends to the journal and to the log. It
/// must never change another file of the folder. If this start extends the sweep, the journal first gets a line that says so.
/// </summary>
internal sealed class SweepExecution(SweepSession session, ResultFolder folder, Manifest manifest, MachineRuns machine,
    Reporter reporter, ILogger log, SecretScrubber scrubber)
{
    /// <summary>Shows the sweep in browsers. Null for none.</summary>
    public Dashboard? Dashboard { get; init; }

    /// <summary>Exports the sweep to a collector. Null for none.</summary>
    public SweepTelemetry? Telemetry { get; init; }

    /// <summary>Runs the trials that the journal does not contain, on the calling thread.</summary>
    /// <param name="keepLast">True leaves the data of the last trial in its database.</param>
    /// <param name="cancellation">Interrupts the sweep: abandons the current trial and deletes its data.</param>
    /// <returns>How the sweep ended. An interruption is a value, not an exception.</returns>
    /// <exception cref="ResultException">The journal cannot be written.</exception>
    public SweepEnd Run(bool keepLast, CancellationToken cancellation)
    {
        using var journal = Journal.Open(folder.JournalFile);
        var configuration = manifest.Configuration;
        Extend(journal, folder.ReadManifest().ExtendedBy(journal.Entries).Configuration);

        var progress = new SweepProgress(configuration, journal.Entries);
        Dashboard?.Follow(manifest, folder.Name, journal.Entries, progress);
        Telemetry?.Follow(manifest);
        var observer = new Observers(
            scrubber.Scrub,
            [.. new ISweepObserver?[] { progress, new SweepLog(log), Dashboard, Telemetry }.OfType<ISweepObserver>()]);
        reporter.Follow(progress);
        ulong seed = manifest.Configuration.Seed;
        var warming = configuration.RehearsalS is { } seconds ? TimeSpan.FromSeconds(seconds) : WarmUpLoop.Longest;
        var runner = new SweepRunner(
            configuration,
            session.Targets.For,
            session.Workloads.For,
            new TrialRunner(session.Engine, session.Retry, observer)
            {
                Seed = seed,
                RequestTimeout =
                session.Request.Access.RequestTimeout,
                OtherRuns = () => machine.Others,
                IsMeasured = warming > TimeSpan.Zero
            },
            new Calibrator(session.Engine, session.Ceiling) { Warming = warming },
            journal,
            observer)
        {
            KeepLast = keepLast,
            ProcessWarmUp = warming == TimeSpan.Zero ? null
                : new ProcessWarmUp(session.Engine, session.Retry, seed, observer)
                {
                    Warming = warming,
                    RequestTimeout = session.Request.Access.RequestTimeout
                },
            Deploy = session.Targets.Deploy,
            Scrub = scrubber.Scrub,
            Further = PrecisionFigures.Further(configuration),
        };
        return runner.Run(cancellation);
    }

    /// <summary>Records in the journal that the sweep now has more trials than manifest and journal say.</summary>
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

using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sweeps;
using DbIngest.Core.Trials;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>
/// A whole trial, phase by phase as a sweep runs it, with a misfortune once a fifth of its records is acknowledged. The last half
/// of the records waits until the misfortune has happened.
/// </summary>
internal sealed class DisturbedTrial : ISweepObserver, IDisposable
{
    private readonly ManualResetEvent _happened = new(initialState: false);
    private readonly long _threshold;
    private readonly Action _disturb;
    private Thread? _thread;
    private Exception? _failure;

    private DisturbedTrial(long threshold, Action disturb) => (_threshold, _disturb) = (threshold, disturb);

    /// <summary>Runs a trial of 8 sources.</summary>
    /// <param name="target">The target.</param>
    /// <param name="recordsPerSource">Records a source.</param>
    /// <param name="disturb">What happens in the middle of it.</param>
    /// <param name="retry">What happens to a batch whose write fails; null for the default.</param>
    /// <param name="timestamps">Which timestamps the database takes; null for any of the calendar.</param>
    /// <param name="least">The least value that it takes.</param>
    /// <param name="requestTimeout">How long a request may take; null for the default.</param>
    /// <returns>The result.</returns>
    public static TrialResult Run(ITarget target, int recordsPerSource, Action disturb, RetryOptions? retry = null,
        TimestampLimits? timestamps = null, double least = double.MinValue, TimeSpan? requestTimeout = null)
    {
        const int Sources = 8;
        SourceLayout.TryParse($"{Sources}", out var layout).ShouldBeTrue();
        var point = new Point
        {
            Database = "cassandra",
            Client = "wire",
            Durability = "any",
            Sources = layout!,
            RecordsPerSource = recordsPerSource,
            Batch = 200,
            InFlight = 1,
            Values = 9,
        };
        using var observer = new DisturbedTrial((long)Sources * recordsPerSource / 5, disturb);
        using var workload =
            new GatedWorkload(new PatternWorkload(9, timestamps, least), recordsPerSource / 2, observer._happened);
        var result = new TrialRunner(new IngestPipeline(), retry ?? RetryOptions.Default, observer)
        {
            IsMeasured = false,
            RequestTimeout = requestTimeout ?? TimeSpan.FromSeconds(90)
        }.Run(
            new ScheduledTrial(0, point, 1, WarmUp: false), target, workload, new ExpectedContent(workload), keepData: false,
                CancellationToken.None);
        observer._thread?.Join();
        observer._failure.ShouldBeNull();
        return result;
    }

    /// <summary>Sends a signal to a process.</summary>
    public static void Signal(string signal, int process)
    {
        using var kill = Process.Start("kill", [$"-{signal}", $"{process}"]);
        kill.WaitForExit();
    }

    public void PhaseStarted(ScheduledTrial trial, TrialPhase phase, Func<long> acknowledged)
    {
        if (phase != TrialPhase.Ingest)
        {
            return;
        }

        _thread = new Thread(() =>
        {
            try
            {
                SpinWait.SpinUntil(() => acknowledged() > _threshold, TimeSpan.FromMinutes(2)).ShouldBeTrue();
                _disturb();
            }
            catch (Exception exception)
            {
                _failure = exception;
            }
            finally
            {
                _happened.Set();
            }
        });
        _thread.Start();
    }

    public void Dispose() => _happened.Dispose();

    public void SweepStarted(int trials, int done)
    {
    }

    public void Calibrated(CalibrationResult calibration)
    {
    }

    public void TrialStarted(ScheduledTrial trial)
    {
    }

    public void TrialFinished(ScheduledTrial trial, TrialResult result)
    {
    }

    public void Note(string message)
    {
    }
}

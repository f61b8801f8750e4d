using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Targets;

namespace DbIngest.Runner.Opening;

/// <summary>
/// Probes in parallel whether databases can be used now, with one timeout for all. The verb <c>targets</c> calls it. A probe
/// connects and reads, and must create nothing. A probe that fails or is late counts as "not available" with a reason: no
/// exception leaves this class.
/// </summary>
internal static class Availability
{
    /// <summary>The timeout for a list of all databases, so that the list appears soon.</summary>
    public static readonly TimeSpan OfAList = TimeSpan.FromSeconds(1.2);

    /// <summary>Probes databases.</summary>
    /// <param name="databases">The databases with the options that say where to look.</param>
    /// <param name="timeout">Timeout of all probes together, possibly infinite. A late probe goes on in the background.</param>
    /// <returns>One verdict per database, in the same order. A database that answers late counts as not available.</returns>
    public static IReadOnlyList<TargetAvailability> Ask(
        IReadOnlyList<(TargetDefinition Definition, TargetOptions Options)> databases, TimeSpan timeout)
    {
        long started = Stopwatch.GetTimestamp();

        // Each probe has its own thread, because probes block and the thread pool grows slowly.
        var asked = databases
            .Select(d => Task.Factory.StartNew(() => Ask(d.Definition, d.Options), CancellationToken.None,
            TaskCreationOptions.LongRunning, TaskScheduler.Default)).ToList();
        return
        [
            .. asked.Select((task, i) =>
                task.Wait(timeout == Timeout.InfiniteTimeSpan ? timeout : Left(timeout - Stopwatch.GetElapsedTime(started)))
                ? task.Result
                : new TargetAvailability(false, FormattableString.Invariant(
                    $"it did not answer within {timeout.TotalSeconds:0.#} s; 'dbingest targets --db {databases[i].Definition.Name}' waits longer"))),
        ];
    }

    private static TimeSpan Left(TimeSpan left) => left > TimeSpan.Zero ? left : TimeSpan.Zero;

    /// <summary>Probes one database. Reports a failure as a verdict, so that the other databases are still listed.</summary>
    private static TargetAvailability Ask(TargetDefinition definition, TargetOptions options)
    {
        try
        {
            return definition.Probe(options);
        }
        catch (ArgumentException exception)
        {
            return new TargetAvailability(false, exception.Message);
        }
        catch (Exception exception)
        {
            return new TargetAvailability(false, TargetGuard.Of(exception, "probed").Message);
        }
    }
}

using System.Diagnostics;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Runner.Opening;

/// <summary>Asks databases whether they can be used now, all at once, and waits no longer than is asked for.</summary>
internal static class Availability
{
    /// <summary>How long a list of all databases may wait: whoever lists them wants to see what there is, and not to wait for what there is not.</summary>
    public static readonly TimeSpan OfAList = TimeSpan.FromSeconds(1.2);

    /// <summary>Asks.</summary>
    /// <param name="databases">The databases, each with where it is looked for.</param>
    /// <param name="patience">How long to wait for those that do not answer; infinite where they are waited for.</param>
    /// <returns>What each says, in their order.</returns>
    public static IReadOnlyList<TargetAvailability> Ask(IReadOnlyList<(TargetDefinition Definition, TargetOptions Options)> databases, TimeSpan patience)
    {
        long started = Stopwatch.GetTimestamp();

        // Threads of their own: probes block, and the pool grows by one or two a second.
        var asked = databases.Select(d => Task.Factory.StartNew(() => Ask(d.Definition, d.Options), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default)).ToList();
        return
        [
            .. asked.Select((task, i) => task.Wait(patience == Timeout.InfiniteTimeSpan ? patience : Left(patience - Stopwatch.GetElapsedTime(started)))
                ? task.Result
                : new TargetAvailability(false, FormattableString.Invariant(
                    $"it did not answer within {patience.TotalSeconds:0.#} s; 'dbingest targets --db {databases[i].Definition.Name}' waits longer"))),
        ];
    }

    private static TimeSpan Left(TimeSpan left) => left > TimeSpan.Zero ? left : TimeSpan.Zero;

    /// <summary>An endpoint in a form that the database does not know is a finding here, not an error.</summary>
    private static TargetAvailability Ask(TargetDefinition definition, TargetOptions options)
    {
        try
        {
            return definition.Probe(options);
        }
        catch (Exception exception) when (exception is TargetException or ArgumentException)
        {
            return new TargetAvailability(false, exception.Message);
        }
    }
}

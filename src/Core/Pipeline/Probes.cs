using DbIngest.Abstractions.Targets;
using DbIngest.Core.Freshness;
using DbIngest.Core.Queries;
using DbIngest.Core.Sources;
using DbIngest.Core.Widening;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// The probes that a process runs beside its lanes, each on its own thread: freshness (<c>--freshness</c>), questions about time
/// ranges (<c>--queries</c>) and the addition of values (<c>--add-values</c>). <see cref="LocalIngestRun"/> creates one per
/// ingestion, with the lanes, and stops it once all lanes have ended. After the common start, no lane may ever wait for a probe.
/// </summary>
internal sealed class Probes : IDisposable
{
    private readonly ProbeRun<FreshnessOutcome>? _freshness;
    private readonly ProbeRun<TimeQueryOutcome>? _queries;
    private readonly ProbeRun<AdditionOutcome>? _addition;

    /// <summary>Creates the probes that the point of a request has.</summary>
    /// <param name="request">The request. Its rates are those of all sources.</param>
    /// <param name="target">The prepared target.</param>
    /// <param name="workload">Supplies the records.</param>
    /// <param name="firstSource">The first source of the process.</param>
    /// <param name="sources">Number of its sources. They get their share of the rates.</param>
    /// <param name="acknowledgedBefore">
    /// Takes the index of a source in this process and returns the sequence number before which all its records are acknowledged.
    /// </param>
    public Probes(IngestRequest request, ITarget target, IWorkload workload, int firstSource, int sources,
        Func<int, long> acknowledgedBefore)
    {
        var point = request.Point;
        double share = (double)sources / point.Sources.Total;
        if (point.Freshness is { } probes)
        {
            var probe = new FreshnessProbe(target, workload, firstSource, sources, probes.PerS * share, request.ArrivalSeed);
            NextAcknowledgement = probe.NextAcknowledgement;
            _freshness = new(probe);
        }

        if (point.Queries is { } queries)
        {
            _queries = new(new TimeQueryProbe(target, workload, firstSource, sources, queries.PerS * share, request.ArrivalSeed,
                acknowledgedBefore)
            {
                FirstDue = FirstDueOf(firstSource, sources, point.Sources.Total),
                FirstTurn = request.TableOf(workload.Schema).ProcessOf(firstSource).Process,
            });
        }

        if (point.AddedValues is { } added && !request.HasAddedValues)
        {
            Addition = new ValueAddition(target, request.WholeTableOf(workload.Schema), added.AtS,
                IngestLane.FaultGrace + request.Outage);
            _addition = request.IsLoad ? null : new(Addition)
            {
                Grace = request.RequestTimeout,
                Unended = "The database had not added the values of --add-values "
                    + FormattableString.Invariant($"{request.RequestTimeout.TotalSeconds:0.#} s after the last record; ")
                    + "add them earlier, or give a longer --request-timeout.",
            };
        }
    }

    /// <summary>
    /// When the first question of a process is due, in times between two of its questions: processes of as many sources then ask
    /// at even intervals.
    /// </summary>
    internal static double FirstDueOf(int firstSource, int sources, int total) => (firstSource + sources) / (double)total;

    /// <summary>Number of probes, 0 to 3. The barrier before the start waits for each of them.</summary>
    public int Count => (_freshness is null ? 0 : 1) + (_queries is null ? 0 : 1) + (_addition is null ? 0 : 1);

    /// <summary>
    /// Adds values to the table, but never in a load. Null without <c>--add-values</c>, and for the client's ceiling.
    /// </summary>
    public ValueAddition? Addition { get; }

    /// <summary>Where lanes offer their acknowledgements. Null without <c>--freshness</c>.</summary>
    public NextAcknowledgement? NextAcknowledgement { get; }

    /// <inheritdoc cref="ProbeRun{TOutcome}.Begin"/>
    public void Begin(StartSignal signal, Action<Exception> failed, CancellationToken writers)
    {
        _freshness?.Begin(signal, failed, writers);
        _queries?.Begin(signal, failed, writers);
        _addition?.Begin(signal, failed, writers);
    }

    /// <inheritdoc cref="ProbeRun{TOutcome}.Stuck"/>
    public string? Stuck(TimeSpan limit) => _freshness?.Stuck(limit) ?? _queries?.Stuck(limit);

    /// <inheritdoc cref="ProbeRun{TOutcome}.Stop"/>
    public void Stop()
    {
        _freshness?.Stop();
        _queries?.Stop();
        _addition?.Stop();
    }

    /// <summary>
    /// Makes the addition of values give up, because the trial was stopped and will not be complete. An addition may take
    /// minutes, and a parent process does not wait for it once the user has interrupted. Returns at once.
    /// </summary>
    public void CutAddition()
    {
        // First, so that the addition is not repeated.
        _addition?.Stop();
        Addition?.Cut();
    }

    /// <summary>
    /// Stops the probes and waits for their queries under way, at most 20 s each. An addition of values may take two requests'
    /// timeouts.
    /// </summary>
    /// <param name="writers">Is cancelled after half of that time.</param>
    /// <returns>What each probe saw. Null for a probe that the point lacks or whose query did not end.</returns>
    public (FreshnessOutcome? Freshness, TimeQueryOutcome? Queries, AdditionOutcome? Addition) End(
        CancellationTokenSource writers) => (_freshness?.End(writers), _queries?.End(writers), _addition?.End(writers));

    /// <inheritdoc/>
    public void Dispose()
    {
        _freshness?.Dispose();
        _queries?.Dispose();
        _addition?.Dispose();
    }
}

using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.Latency;
using DbIngest.Core.Operations;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Trials;
using DbIngest.Sources.Synthetic;

namespace DbIngest.Bench.Mixes;

/// <summary>
/// Runs the product's own trial, as a sweep does: load, settle, operations, audit. <see cref="Comparison"/> calls it once per
/// turn. It checks each answer, and the client's CPU time includes these checks. It throws when a trial fails, retries or fails
/// its audit.
/// </summary>
internal sealed class Ours : ITrialObserver, IDisposable
{
    private const int Batch = 100;

    private readonly SyntheticWorkload _workload = new(seed: 1, values: Work.Values);
    private readonly TrialRunner _runner;
    private int _position;

    public Ours() => _runner = new TrialRunner(new IngestPipeline(), RetryOptions.Default, this) { Seed = 1 };

    /// <summary>Runs a trial and keeps its table.</summary>
    /// <param name="target">The target.</param>
    /// <param name="database">Its database.</param>
    /// <param name="work">The operations.</param>
    /// <param name="keys">The distribution of keys.</param>
    public Figures Run(ITarget target, TargetDefinition database, Work work, string keys)
    {
        if (!OperationMix.TryParse(work.Mix(keys), out var mix))
        {
            throw new InvalidOperationException($"{work.Mix(keys)} is no mix.");
        }

        var point = new Point
        {
            Database = database.Name,
            Client = WriteClient.Wire,
            Durability = target.Describe().Durability,
            Sources = SourceLayout.Single(1),
            RecordsPerSource = work.Rows,
            Batch = Batch,
            InFlight = Work.Clients,
            Values = Work.Values,
        } with
        { Mix = mix, DurationS = work.Seconds, ClientThreads = work.Threads };
        if (work.Rate is { } rate)
        {
            point = point with { Rate = ArrivalRate.Total(rate, isPoisson: false) };
        }

        _position++;
        var trial = new ScheduledTrial(_position, point, _position, WarmUp: false);
        var result = _runner.Run(
            trial, target, _workload, new ExpectedContent(_workload), keepData: true, CancellationToken.None);
        if (result.Status != TrialStatus.Complete || result.Audit?.Passed != true || result.Retries > 0)
        {
            throw new InvalidOperationException(string.Create(CultureInfo.InvariantCulture,
                $"ours: {result.Status}, {result.Retries} retries: {result.Error} "
                + $"{string.Join("; ", result.Audit?.Findings ?? [])}"));
        }

        double operations = result.AcknowledgedOperations!.Value;
        return new Figures(
            result.OperationsPerS!.Value,
            result.Client!.CpuS * 1e6 / operations,
            result.Server!.CpuS * 1e6 / operations,
            Of(result, OperationKind.Read),
            Of(result, OperationKind.Update));
    }

    public void Dispose() => _workload.Dispose();

    public void Failed(ScheduledTrial trial, string details) => Console.Error.WriteLine(details);

    public void Note(string message) => Console.Error.WriteLine(message);

    private static Percentiles? Of(TrialResult result, OperationKind kind)
    {
        if (result.Operations!.FirstOrDefault(o => o.Kind == kind)?.Latency is not { } latency)
        {
            return null;
        }

        var histogram = LatencyHistogram.Decode(latency.Histogram);
        return new(At(50), At(95), At(99));

        double At(double percent) => histogram.ValueAtPercentile(percent) / 1e3;
    }
}

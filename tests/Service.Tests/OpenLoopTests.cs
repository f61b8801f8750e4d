using System.Diagnostics;
using System.Globalization;
using DbIngest.Core.Latency;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Sources.Synthetic;
using DbIngest.Targets.Via;

namespace DbIngest.Service.Tests;

/// <summary>
/// Response times of an open loop over HTTP, beside those that follow from what the server saw: one request every 50 ms to one
/// connection, of which each takes 20 ms and every 25th 500 ms, so that the others queue behind it.
/// </summary>
public sealed class OpenLoopTests
{
    private const int Requests = 100;
    private const int Runs = 5;
    private static readonly long Interval = Stopwatch.Frequency / 20;

    /// <summary>
    /// Takes five seconds a run, as requests come by the clock. A busy machine wakes the client late, but never lets it see an
    /// answer early, so that there only that side is judged.
    /// </summary>
    [Fact]
    public void Response_ServerWithKnownDelays_IsThatOfTheQueue()
    {
        var deviations = new List<double>();
        for (int run = 0; run < Runs; run++)
        {
            var (response, service, expected) = Measure();

            // What a client sees that forgets the queue is far off, so that the comparison can fail.
            (service.Mean / expected.Average()).ShouldBeLessThan(0.8);
            (response.Mean / expected.Average()).ShouldBeGreaterThan(0.99);
            deviations.Add(Deviation(response, expected));
            if (deviations[^1] <= 0.05)
            {
                return;
            }
        }

        deviations.Min().ShouldBeLessThanOrEqualTo(IsBusy() ? double.MaxValue : 0.05);
    }

    /// <summary>True if more threads wait for a processor than there are.</summary>
    private static bool IsBusy()
    {
        const string file = "/proc/loadavg";
        return File.Exists(file)
            && double.Parse(File.ReadAllText(file).Split(' ')[0], CultureInfo.InvariantCulture) > Environment.ProcessorCount;
    }

    /// <summary>The largest relative difference of mean, p50, p95 and p99.</summary>
    private static double Deviation(LatencyHistogram response, double[] expected)
    {
        Array.Sort(expected);
        double At(double percentile) => expected[(int)Math.Ceiling(percentile / 100 * expected.Length) - 1];
        (double Ours, double Theirs)[] pairs =
        [
            (response.Mean, expected.Average()),
            .. new[] { 50.0, 95, 99 }.Select(percentile => ((double)response.ValueAtPercentile(percentile), At(percentile))),
        ];
        return pairs.Max(pair => Math.Abs((pair.Ours / pair.Theirs) - 1));
    }

    private static (LatencyHistogram Response, LatencyHistogram Service, double[] Expected) Measure()
    {
        long[] begun = new long[Requests];
        long[] answered = new long[Requests];
        var store = new FakeStore
        {
            Before = batch =>
            {
                begun[batch.FirstSequence] = Stopwatch.GetTimestamp();
                Thread.Sleep(batch.FirstSequence % 25 == 5 ? 500 : 20);
                answered[batch.FirstSequence] = Stopwatch.GetTimestamp();
            },
        };
        using var service = new RunningService(store);
        using var target = new ServiceClientTarget(store, TimeSpan.FromSeconds(20))
        {
            Service = new ServiceAddress(service.Address.GetLeftPart(UriPartial.Authority)),
        };
        using var workload = new SyntheticWorkload(1, RunningService.Schema.ValueCount);
        ArrivalRate.TryParse("20", out var rate).ShouldBeTrue();
        var point = new Point
        {
            Database = "fake",
            Client = "driver",
            Durability = "none",
            Sources = SourceLayout.Single(1),
            RecordsPerSource = Requests,
            Batch = 1,
            InFlight = 1,
            Values = RunningService.Schema.ValueCount,
            Rate = rate,
        };
        using var run = new IngestPipeline().Open(
            IngestRequest.Of(point, seed: 3, new RetryOptions(0, TimeSpan.Zero)), target, workload, CancellationToken.None);
        run.Start();
        var outcome = run.Wait();
        outcome.Error.ShouldBeNull();
        outcome.AcknowledgedRecords.ShouldBe(Requests);

        // Requests are due at equal intervals; one that finds no queue begins when it is due.
        long due = begun.Select((at, i) => at - (i * Interval)).Min();
        double[] expected = [.. answered.Select((at, i) => (at - due - (i * Interval)) * 1e9 / Stopwatch.Frequency)];
        return (outcome.OpenLoop!.Response, outcome.Latency, expected);
    }
}

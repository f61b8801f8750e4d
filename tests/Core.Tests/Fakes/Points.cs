using DbIngest.Core.Plan;

namespace DbIngest.Core.Tests.Fakes;

internal static class Points
{
    public static Point Of(int sources = 3, long records = 1000, int batch = 64, int inFlight = 1) => new()
    {
        Database = "memory",
        Client = "driver",
        Durability = "none",
        Sources = SourceLayout.Single(sources),
        RecordsPerSource = records,
        Batch = batch,
        InFlight = inFlight,
        Values = 2,
    };

    public static ScheduledTrial Trial(Point point) => new(0, point, 1, WarmUp: false);

    public static SweepConfiguration Sweep(
        IReadOnlyList<Point> points, int trials = 4, int warmUp = 1, SweepOrder order = SweepOrder.Interleaved, ulong seed = 1) =>
            new()
            {
                Points = points,
                Trials = trials,
                WarmUp = warmUp,
                Order = order,
                Seed = seed,
                Workload = "counting",
                WorkloadFacts = new Dictionary<string, string>(),
                Endpoints = new Dictionary<string, string> { ["memory"] = "local" },
                Retries = 3,
                RetryDelayS = 0.001,
                RequestTimeoutS = 5,
                Confidence = 0.95,
            };
}

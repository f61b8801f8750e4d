using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Latency;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Rules;

/// <summary>Sweeps with probes of freshness.</summary>
internal static partial class Faults
{
    public static FakeSweep Probed => Fresh(probes: 100, missed: 0, mayLag: false);

    public static FakeSweep VisibleLater => Fresh(probes: 100, missed: 40, mayLag: true);

    public static FakeSweep NotVisible => Fresh(probes: 100, missed: 1, mayLag: false);

    public static FakeSweep FewProbes => Fresh(probes: 1, missed: 0, mayLag: false);

    private static FakeSweep Fresh(int probes, int missed, bool mayLag) => Each(trial =>
    {
        var seen = new LatencyHistogram();
        for (int probe = 0; probe < probes; probe++)
        {
            seen.Record(1_000_000 + (probe < missed ? 500_000_000 : 0));
        }

        return trial with
        {
            Freshness = new FreshnessResult
            {
                Probes = probes,
                Seen = LatencySummary.Of(seen),
                MissedAtFirst = missed,
                LongestInvisibleS = missed > 0 ? 0.5 : 0,
                Unseen = 0,
                Errors = 0,
                MayLag = mayLag,
            },
        };
    });
}

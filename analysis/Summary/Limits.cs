namespace DbIngest.Analysis.Summary;

/// <summary>The numbers at which a rule's verdict changes. docs/explanation/methodology.md states each.</summary>
internal static class Limits
{
    /// <summary>Measured trials of study 1's protocol.</summary>
    public const int ProtocolTrials = 10;

    /// <summary>Warm-up trials of study 1's protocol.</summary>
    public const int ProtocolWarmUp = 3;

    /// <summary>Half-width of the interval that rule 3 aims at, as a share of the throughput.</summary>
    public const double HalfWidthAim = 0.02;

    /// <summary>Half-width beyond which a figure is called wide: study 1's intervals were about 5 %.</summary>
    public const double HalfWidthMost = 0.05;

    /// <summary>The level of the test of normality.</summary>
    public const double NormalityLevel = 0.05;

    /// <summary>How many times faster than the database the client must be.</summary>
    public const double CeilingLeast = 5;

    /// <summary>How many times faster it should be.</summary>
    public const double CeilingAim = 10;

    /// <summary>CPU of client and server together, as a share of all cores, from which a machine counts as saturated.</summary>
    public const double CpuSaturated = 0.9;

    /// <summary>The largest start spread of a barrier, as a share of the makespan.</summary>
    public const double StartSpread = 0.01;

    /// <summary>A start spread that the operating system's scheduler explains.</summary>
    public const double StartSpreadS = 0.05;

    /// <summary>How far moments on several hosts may be wrong, as a share of the makespan.</summary>
    public const double ClockShare = 0.001;

    /// <summary>The generating share from which it is noted.</summary>
    public const double GeneratingShare = 0.1;

    /// <summary>Batches below which their 99th percentile is little else than the largest of a few.</summary>
    public const int BatchesForP99 = 1_000;

    /// <summary>The same for the 99.9th.</summary>
    public const int BatchesForP999 = 10_000;

    /// <summary>Arrivals not begun at the end of a trial, as a share of all, beyond which it counts as overloaded.</summary>
    public const double BacklogShare = 0.01;

    /// <summary>Seconds that a batch must have waited to count as a standstill.</summary>
    public const double StandstillS = 1;

    /// <summary>The same as a share of its trial.</summary>
    public const double StandstillShare = 0.2;

    /// <summary>The same in times of the median: where all batches are slow, none stands out.</summary>
    public const double StandstillTimes = 50;

    /// <summary>What was taken of a measured network or disk, as a share, from which it is noted.</summary>
    public const double BottleneckNoted = 0.5;

    /// <summary>The same from which a network counts as what was measured.</summary>
    public const double BottleneckBroken = 0.8;
}

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Thresholds at which rules change their verdict, and at which tables and answers warn. The rules in <c>analysis/Rules</c> and
/// the summaries read them. Some smallest samples and test levels stand beside their rule or test instead. A threshold that
/// docs/explanation/methodology.md or <c>RuleLabels</c> states must be changed there too.
/// </summary>
internal static class RuleLimits
{
    /// <summary>Measured trials of study 1's protocol.</summary>
    public const int ProtocolTrials = 10;

    /// <summary>Warm-up trials of study 1's protocol.</summary>
    public const int ProtocolWarmUp = 3;

    /// <summary>Largest difference of a stored rate from records / time that counts as rounding, as a share.</summary>
    public const double RateTolerance = 0.001;

    /// <summary>Half-width that rule 3 aims at, as a share of the throughput.</summary>
    public const double HalfWidthAim = 0.02;

    /// <summary>Half-width beyond which an interval is called wide: study 1's intervals were about 5 %.</summary>
    public const double HalfWidthMost = 0.05;

    /// <summary>Half-width beyond which an interval bounds nothing: its upper bound is more than twice the throughput.</summary>
    public const double HalfWidthBounds = 1;

    /// <summary>Level of the test of normality (Shapiro-Wilk).</summary>
    public const double NormalityLevel = 0.05;

    /// <summary>Ceiling / throughput below which rule 19 is broken.</summary>
    public const double CeilingLeast = 5;

    /// <summary>Ceiling / throughput below which rule 19 notes the point.</summary>
    public const double CeilingAim = 10;

    /// <summary>CPU of client and server together, as a share of all cores, from which a machine counts as saturated.</summary>
    public const double CpuSaturated = 0.9;

    /// <summary>Largest start spread of a barrier, as a share of the makespan.</summary>
    public const double StartSpread = 0.01;

    /// <summary>Start spread in seconds that the scheduler of the operating system explains.</summary>
    public const double StartSpreadS = 0.05;

    /// <summary>Largest uncertainty of clocks of several hosts, as a share of the makespan.</summary>
    public const double ClockShare = 0.001;

    /// <summary>Share of generating records in the sources' busy time above which rule 21 notes the point.</summary>
    public const double GeneratingShare = 0.1;

    /// <summary>Batches, or probes, below which their 99th percentile is hardly less than the maximum.</summary>
    public const int BatchesForP99 = 1_000;

    /// <summary>Batches below which their 99.9th percentile is hardly less than the maximum.</summary>
    public const int BatchesForP999 = 10_000;

    /// <summary>
    /// Arrivals not started at the end of a trial, as a share of the batches of a trial, beyond which the trial counts as
    /// overloaded. They must also exceed the batches in flight.
    /// </summary>
    public const double BacklogShare = 0.01;

    /// <summary>
    /// Shortest wait of a batch, in seconds, that may count as a standstill. The two limits below must be reached too.
    /// </summary>
    public const double StandstillS = 1;

    /// <summary>A standstill lasts at least this share of its trial.</summary>
    public const double StandstillShare = 0.2;

    /// <summary>A standstill lasts at least this many times the median: where all batches are slow, none stands out.</summary>
    public const double StandstillTimes = 50;

    /// <summary>Level of the test of stretches of rule 28; it is low because the test runs at every point.</summary>
    public const double StretchLevel = 0.01;

    /// <summary>Ratio of the mean times of stretches up to which they are alike, whatever the test finds.</summary>
    public const double StretchRatio = 1.05;

    /// <summary>Methods compiled in a trial from which its code counts as cold; sampling and timers compile a few.</summary>
    public const int ColdMethods = 20;

    /// <summary>CPU share of other programs, of all cores, from which a trial is noted as disturbed.</summary>
    public const double OthersNoted = 0.1;

    /// <summary>CPU share of other programs, of all cores, from which rule 29 is broken.</summary>
    public const double OthersBroken = 0.25;

    /// <summary>CPU share that the host of a virtual machine gave to others, from which a trial is noted as disturbed.</summary>
    public const double StealNoted = 0.01;

    /// <summary>CPU share that the host of a virtual machine gave to others, from which rule 29 is broken.</summary>
    public const double StealBroken = 0.05;

    /// <summary>Slowest clock / fastest clock of a point's trials below which the machine is noted as slowed.</summary>
    public const double ClockSlack = 0.9;

    /// <summary>
    /// Throughput of the largest batch size / that of the next smaller, above which the size counts as too small.
    /// </summary>
    public const double BatchGain = 1.05;

    /// <summary>Used share of a measured network, round trip or disk from which rule 31 notes it.</summary>
    public const double BottleneckNoted = 0.5;

    /// <summary>Used share of a network or round trip from which the trials measured the network, not the database.</summary>
    public const double BottleneckBroken = 0.8;

    /// <summary>
    /// Fall over the second half of a trial, as a share of its throughput there, beyond which throughput still falls.
    /// </summary>
    public const double StillFalling = 0.02;

    /// <summary>Level of each test for a change within a trial; it is low because many trials are tested.</summary>
    public const double GrowthChangeLevel = 0.01;

    /// <summary>A change of throughput within a trial by less than this share is not named.</summary>
    public const double GrowthChangeShare = 0.05;

    /// <summary>Most values of a trial that are tested for changes: the test takes the square of their number.</summary>
    public const int MostGrowthGroups = 40;
}

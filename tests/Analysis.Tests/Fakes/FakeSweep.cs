using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Latency;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Fakes;

/// <summary>
/// A sweep that never ran: a manifest and a journal that keep every rule, from which a test breaks one. Times are
/// 1 s per 100,000 records with 1 % of seeded noise.
/// </summary>
internal sealed record FakeSweep
{
    public IReadOnlyList<string> Databases { get; init; } = ["sqlite"];

    public IReadOnlyList<long> Records { get; init; } = [50_000, 100_000];

    public int Trials { get; init; } = 13;

    public int WarmUp { get; init; } = 3;

    public SweepOrder Order { get; init; } = SweepOrder.Interleaved;

    public int InFlight { get; init; } = 1;

    /// <summary>Batches in each trial's histogram: by default enough for every percentile.</summary>
    public long BatchesRecorded { get; init; } = 1000;

    public double Speed { get; init; } = 1;

    public double Noise { get; init; } = 0.01;

    public ulong Seed { get; init; } = 1;

    public double Confidence { get; init; } = 0.95;

    public double? Ceiling { get; init; } = 2_000_000;

    public Func<TargetDescription, TargetDescription> Target { get; init; } = target => target;

    public Func<TrialResult, TrialResult?> Trial { get; init; } = trial => trial;

    public Func<EnvironmentInfo, EnvironmentInfo> Environment { get; init; } = environment => environment;

    /// <summary>Changes each point: a rate, a duration, a mix.</summary>
    public Func<Point, Point> At { get; init; } = point => point;

    /// <summary>Points other than those of the databases and records.</summary>
    public IReadOnlyList<Point>? Places { get; init; }

    public IReadOnlyList<Point> Points => Places ??
    [
        .. from database in Databases
           from records in Records
           select At(new Point
           {
               Database = database,
               Client = "driver",
               Durability = "full",
               Sources = SourceLayout.Single(2),
               RecordsPerSource = records,
               Batch = 1000,
               InFlight = InFlight,
               Values = 9,
           }),
    ];

    public Manifest Manifest => new()
    {
        Name = "fake",
        StartedUtc = new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero),
        CommandLine = "run --db " + string.Join(',', Databases),
        Configuration = new SweepConfiguration
        {
            Points = Points,
            Trials = Trials,
            WarmUp = WarmUp,
            Order = Order,
            Seed = Seed,
            Workload = "synthetic",
            WorkloadFacts = new Dictionary<string, string> { ["seed"] = "1" },
            Endpoints = Databases.ToDictionary(database => database, _ => "local"),
            Retries = 3,
            RetryDelayS = 0.1,
            RequestTimeoutS = 90,
            Confidence = Confidence,
        },
        Environment = Environment(new EnvironmentInfo
        {
            ToolVersion = "1.0.0+abc",
            Commit = "abc",
            Machine = "m",
            Processor = "p",
            Cores = 4,
            MemoryBytes = 8_000_000_000,
            OperatingSystem = "os",
            Filesystem = "ext4",
            Disk = "ssd",
            Runtime = ".NET",
            GarbageCollector = "server",
            Other = new Dictionary<string, string> { ["governor"] = "performance" },
        }),
        DeploymentLimits = NodeLimits is null ? null
            : new Dictionary<string, IReadOnlyList<NodeLimits>> { ["plant"] = NodeLimits },
        Targets = [.. Databases.Select(database => Target(new TargetDescription
        {
            Database = database,
            Client = "driver",
            ServerVersion = database + " 1",
            DriverVersion = "driver 1",
            BuildProperties = new Dictionary<string, string>(StringComparer.Ordinal),
            Durability = "full",
            DurabilityMeaning = "Survives a power cut.",
            Survives = Survival.PowerLoss,
            Endpoint = "local",
            Placement = "local",
            Configuration = "default",
            Settings = new Dictionary<string, string> { ["fsync"] = "on" },
        }))],
    };

    /// <summary>What the nodes of a deployment could do, where every point is one of <c>plant</c>.</summary>
    public IReadOnlyList<NodeLimits>? NodeLimits { get; init; }

    public IReadOnlyList<JournalEntry> Journal
    {
        get
        {
            var random = new SplitMix64(Seed);
            var histogram = new LatencyHistogram();
            var entries = new List<JournalEntry>();
            if (Ceiling is { } ceiling)
            {
                entries.Add(new CalibrationResult
                {
                    Key = CalibrationKey.Of(Points[0]),
                    RecordsPerS = ceiling,
                    RunsRecordsPerS = [ceiling, ceiling, ceiling],
                });
            }

            int position = 0;
            for (int trial = 1; trial <= Trials; trial++)
            {
                foreach (var point in Points)
                {
                    double noise = (random.NextDouble() + random.NextDouble() + random.NextDouble() - 1.5) * 2 * Noise;
                    var made = Trial(
                        Make(point, trial, position++, point.TotalRecords / 100_000.0 / Speed * (1 + noise), histogram));
                    if (made is not null)
                    {
                        entries.Add(made);
                    }
                }
            }

            return entries;
        }
    }

    public DbIngest.Analysis.Summary.SweepSummary Summary =>
        Summarizer.Of(Manifest, Journal);

    public static TrialResult WithElapsed(TrialResult trial, double elapsedS) => trial with
    {
        ElapsedS = elapsedS,
        RecordsPerS = (trial.AcknowledgedRecords - trial.RetriedRecords) / elapsedS,
    };

    private TrialResult Make(Point point, int trial, int position, double elapsedS, LatencyHistogram histogram)
    {
        long total = point.TotalRecords;
        var baseline = new DiskSpace(8192, 4096, 0, 16384, 16384);
        var filled = new DiskSpace(8192 + 20_000 + (100 * total), 4096 + (8 * total), 120 * total, 16384 + (110 * total), 16384
            + (110 * total));
        var net = filled.Since(baseline);
        return new TrialResult
        {
            Point = point,
            Trial = trial,
            WarmUp = trial <= WarmUp,
            Position = position,
            Stretch = 1,
            StartedUtc = new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero).AddSeconds(10 * position),
            Status = TrialStatus.Complete,
            ElapsedS = elapsedS,
            RecordsPerS = total / elapsedS,
            AcknowledgedRecords = total,
            GeneratingShare = 0.02,
            Sources = [.. Enumerable.Range(0, point.Sources.Total).Select(source => new SourceOutcome
            {
                Source = source,
                StartedS = 0.001 * source,
                FinishedS = elapsedS - (0.01 * (point.Sources.Total - 1 - source)),
                AcknowledgedRecords = point.RecordsPerSource,
                GeneratingS = 0.02 * elapsedS,
                WritingS = 0.95 * elapsedS,
            })],
            Latency = Latency(elapsedS, histogram),
            SettleS = 0.25,
            Space = new SpaceResult
            {
                Baseline = baseline,
                Filled = filled,
                Net = net,
                BytesPerRecord = (double)net.StoredBytes / total,
            },
            Audit = Audit(point),
            Client = new ResourceUse { CpuS = 0.5 * elapsedS, CpuShare = 0.125, PeakRssBytes = 100_000_000 },
            Server = new ResourceUse
            {
                CpuS = elapsedS,
                CpuShare = 0.25,
                PeakRssBytes = 200_000_000,
                ReadBytes = 0,
                WrittenBytes = 300 * total,
            },
            ClientAllocatedBytes = 1_000_000,
            ClientCollections = 1,
            Samples =
            [
                new ThroughputSample
                {
                    AtS = elapsedS / 2,
                    Phase = "ingest",
                    AcknowledgedRecords = total / 2,
                    ClientCpuS = 0.25 * elapsedS,
                    ClientRssBytes = 100_000_000,
                    ServerCpuS = 0.5,
                    ServerRssBytes = 200_000_000,
                    ServerWrittenBytes = 150 * total,
                },
                new ThroughputSample
                {
                    AtS = elapsedS,
                    Phase = "ingest",
                    AcknowledgedRecords = total,
                    ClientCpuS = 0.5 * elapsedS,
                    ClientRssBytes = 100_000_000,
                },
            ],
        };
    }

    /// <param name="elapsedS">Time of the trial in seconds.</param>
    /// <param name="histogram">One for all trials, since it takes 138 kB. It still has the values of the trial before.</param>
    private LatencySummary Latency(double elapsedS, LatencyHistogram histogram)
    {
        histogram.Reset();
        long batches = BatchesRecorded;
        for (long batch = 0; batch < batches; batch++)
        {
            histogram.Record((long)(elapsedS * 1e9 / batches * (1 + (batch % 10 * 0.1))));
        }

        return new LatencySummary
        {
            Batches = batches,
            MinUs = histogram.Min / 1000.0,
            MeanUs = histogram.Mean / 1000,
            P50Us = histogram.ValueAtPercentile(50) / 1000.0,
            P90Us = histogram.ValueAtPercentile(90) / 1000.0,
            P99Us = histogram.ValueAtPercentile(99) / 1000.0,
            P999Us = histogram.ValueAtPercentile(99.9) / 1000.0,
            MaxUs = histogram.Max / 1000.0,
            Histogram = histogram.Encode(),
        };
    }

    private static AuditResult Audit(Point point) => new()
    {
        Passed = true,
        ElapsedS = 0.1,
        ExpectedRecords = point.TotalRecords,
        StoredRecords = point.TotalRecords,
        MissingRecords = 0,
        DuplicateRecords = 0,
        ForeignRecords = 0,
        UnacknowledgedRecords = 0,
        Sources = [],
        Findings = [],
    };
}

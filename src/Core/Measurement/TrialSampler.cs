using System.Diagnostics;
using DbIngest.Abstractions.Resources;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;

namespace DbIngest.Core.Measurement;

/// <summary>
/// Samples a trial about once a second on its own thread: progress, client and server. <see cref="Trials.TrialRunner"/> creates
/// one per trial right before the common start, takes an extra sample at the last acknowledgement (<see cref="EndIngest"/>) and
/// the last one when the database has settled (<see cref="Stop"/>).
/// </summary>
/// <remarks>
/// It never blocks a lane: it only reads the count of acknowledged records. At 3,600 samples it drops every second sample and
/// doubles its period, so that a trial of any length keeps at most that many. One thread at a time calls readers and callbacks,
/// under a lock: the sampling thread, and the trial's thread for the first and the last two readings.
/// </remarks>
public sealed class TrialSampler : IDisposable
{
    /// <summary>Most samples kept, in addition to the samples at the last acknowledgement and at the end.</summary>
    internal const int MaxSamples = 3600;

    /// <summary>Most entries of background work that are kept. It bounds memory. Later entries are dropped.</summary>
    private const int MostWork = 2000;

    private readonly Lock _lock = new();
    private readonly ManualResetEventSlim _stop = new();
    private readonly Func<long> _acknowledged;
    private readonly ResourceGroup _client;
    private readonly ResourceGroup _server;
    private readonly List<ThroughputSample> _samples = [];
    private readonly List<BackgroundWork> _work = [];

    // When the server's log was read last, in seconds since the common start.
    private double _workReadS;
    private TimeSpan _period;
    private Thread? _thread;

    // The common start, and the last acknowledgement or 0 before it, both in ticks of the monotonic clock.
    private long _start;
    private long _ended;

    // True as soon as the ingestion has ended, before its last sample is taken.
    private volatile bool _isEnding;

    // Records or operations at the latest sample of the ingestion.
    private long _records;
    private readonly MachineWatch _machine = new();
    private readonly SamplingCost _cost = new();
    private readonly EnergyMeter _energy;
    private MachineUse _machineUse = new();
    private ResourceUse? _clientUse;
    private ResourceUse? _serverUse;
    private IReadOnlyList<NodeUse> _serverNodes = [];

    // The sample at the last acknowledgement, which thinning must keep.
    private ThroughputSample? _lastOfIngest;

    /// <summary>
    /// Prepares sampling. The readers count from their opening, so create the sampler right before the start.
    /// </summary>
    /// <param name="client">Readers of the sources, one per host.</param>
    /// <param name="server">Readers of the database, one per host.</param>
    /// <param name="acknowledged">Returns the records, or operations, acknowledged so far. It must not block.</param>
    /// <param name="period">Time between samples, above 0. Null for a second.</param>
    public TrialSampler(IReadOnlyList<IResourceReader> client, IReadOnlyList<IResourceReader> server, Func<long> acknowledged,
        TimeSpan? period = null)
        : this(client, server, acknowledged, period ?? TimeSpan.FromSeconds(1), new EnergyMeter())
    {
    }

    /// <summary>Prepares sampling with a chosen meter of energy.</summary>
    internal TrialSampler(
        IReadOnlyList<IResourceReader> client, IReadOnlyList<IResourceReader> server, Func<long> acknowledged, TimeSpan period,
            EnergyMeter energy)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(period, TimeSpan.Zero);
        _acknowledged = acknowledged;
        _period = period;
        _client = new ResourceGroup(client);
        _server = new ResourceGroup(server);
        _energy = energy;
    }

    /// <summary>
    /// True if the client's readers read this process, which also samples. The CPU time of sampling is then subtracted.
    /// </summary>
    public bool IsClient { get; init; }

    /// <summary>True in a mix: the acknowledged count is a count of operations, not of records.</summary>
    public bool CountsOperations { get; init; }

    /// <summary>Takes the background work that the server logged since the last call. Null if no server's log is read.</summary>
    public Func<IReadOnlyList<string>>? BackgroundWork { get; init; }

    /// <summary>Makes the function for <see cref="BackgroundWork"/> from the servers that the run started.</summary>
    /// <returns>The function. Null without servers.</returns>
    public static Func<IReadOnlyList<string>>? WorkOf(IReadOnlyList<IServerControl> servers) => servers.Count == 0 ? null
        : () => [.. servers.SelectMany(server => server.TakeBackgroundWork())];

    /// <summary>Starts sampling.</summary>
    /// <param name="start">The common start, a <see cref="Stopwatch"/> timestamp.</param>
    public void Start(long start)
    {
        _start = start;

        // Work that the server logged before belongs to the preparation, so it is discarded.
        BackgroundWork?.Invoke();
        var thread = new Thread(Run) { IsBackground = true, Name = "sampler" };
        thread.Start();

        // Only now: a thread that the system did not give cannot be waited for.
        _thread = thread;
    }

    /// <summary>
    /// Takes a sample at the last acknowledgement. Samples after it belong to settling, and the sampler no longer calls the
    /// function that returns the acknowledged records. Later calls do nothing.
    /// </summary>
    public void EndIngest()
    {
        // Set before the clock is read, so that the thread takes no sample between the end and the sample of the end.
        _isEnding = true;
        long now = Stopwatch.GetTimestamp();
        lock (_lock)
        {
            if (_ended == 0)
            {
                // The cost of all samples before this one, since the client's counters do not contain this one yet.
                double sampling = IsClient ? _cost.CpuS : 0;
                _lastOfIngest = Take(now);
                _energy.EndIngest();
                var whole = _client.Use(_lastOfIngest.AtS);
                _serverUse = _server.Use(_lastOfIngest.AtS);
                _serverNodes = _server.Nodes(_lastOfIngest.AtS);
                _machineUse = _machine.Since(_client.LocalCpuS + _server.LocalCpuS);
                _clientUse = Without(sampling, whole, _lastOfIngest.AtS);
                _ended = now;
            }
        }
    }

    /// <summary>Seconds since <see cref="EndIngest"/>.</summary>
    public double SinceIngestS() => Stopwatch.GetElapsedTime(_ended).TotalSeconds;

    /// <summary>Ends the sampling thread and takes a last sample. Call it once.</summary>
    public SamplerReport Stop()
    {
        EndThread();
        EndIngest();
        lock (_lock)
        {
            Take(Stopwatch.GetTimestamp());
            return new SamplerReport([.. _samples], _clientUse, _serverUse, _serverNodes, _machineUse, _energy.Stop(),
                [.. _work]);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        EndThread();
        _stop.Dispose();
    }

    private void EndThread()
    {
        if (_thread is { } thread)
        {
            _stop.Set();
            thread.Join();
            _thread = null;
        }
    }

    private void Run()
    {
        var due = _period;
        while (!_stop.Wait(Until(due)))
        {
            lock (_lock)
            {
                long time = Stopwatch.GetTimestamp();
                if (!_isEnding || _ended != 0)
                {
                    Take(time);
                }

                if (_samples.Count >= MaxSamples)
                {
                    Thin();
                }
            }

            // A late sample does not shift later ones. Samples whose time has passed are skipped.
            var now = Stopwatch.GetElapsedTime(_start);
            due = _period * (Math.Floor(now / _period) + 1);
        }
    }

    private TimeSpan Until(TimeSpan due)
    {
        var remaining = due - Stopwatch.GetElapsedTime(_start);
        return remaining > TimeSpan.Zero ? remaining : TimeSpan.Zero;
    }

    private ThroughputSample Take(long now)
    {
        if (_ended == 0)
        {
            _records = _acknowledged();
        }

        double sampling = IsClient ? _cost.CpuS : 0;
        _cost.Begin();
        var client = _client.Read();
        var server = _server.Read();
        _energy.Read();
        double at = Stopwatch.GetElapsedTime(_start, now).TotalSeconds;
        ReadWork(at);
        _cost.End();
        var sample = new ThroughputSample
        {
            AtS = at,
            Phase = _ended == 0 ? "ingest" : "settle",
            AcknowledgedRecords = CountsOperations ? 0 : _records,
            AcknowledgedOperations = CountsOperations ? _records : null,
            ClientCpuS = Math.Max(0, (client?.CpuS ?? 0) - sampling),
            ClientRssBytes = client?.RssBytes ?? 0,
            ServerCpuS = server?.CpuS,
            ServerRssBytes = server?.RssBytes,
            ServerWrittenBytes = server?.WrittenBytes,
        };
        _samples.Add(sample);
        return sample;
    }

    private void ReadWork(double at)
    {
        foreach (var kind in (BackgroundWork?.Invoke() ?? []).GroupBy(what => what, StringComparer.Ordinal))
        {
            if (_work.Count < MostWork)
            {
                _work.Add(new BackgroundWork(_workReadS, at, kind.Key, kind.Count()));
            }
        }

        _workReadS = at;
    }

    private static ResourceUse? Without(double sampling, ResourceUse? use, double elapsedS)
    {
        double cpu = Math.Max(0, (use?.CpuS ?? 0) - sampling);
        return use is null ? null
            : use with { CpuS = cpu, CpuShare = elapsedS > 0 && use.Cores is > 0 and { } cores ? cpu / (elapsedS * cores) : 0 };
    }

    private void Thin()
    {
        int kept = 0;
        for (int i = 0; i < _samples.Count; i++)
        {
            if (i % 2 == 1 || ReferenceEquals(_samples[i], _lastOfIngest))
            {
                _samples[kept++] = _samples[i];
            }
        }

        _samples.RemoveRange(kept, _samples.Count - kept);
        _period *= 2;
    }
}

using DbIngest.Abstractions.Resources;
using DbIngest.Core.Results;

namespace DbIngest.Core.Measurement;

/// <summary>
/// Sums the resource readers of one side, client or server, over hosts and nodes. <see cref="TrialSampler"/> reads a group for
/// each side about once a second, and <see cref="MachineWatch"/> reads one before a trial. Not thread-safe. A reader without an
/// answer counts by its latest figures. Network interfaces that several nodes read count once. While some reader is a
/// placeholder or is lost (<see cref="IResourceReader.IsMeasured"/>), there is no sum.
/// </summary>
internal sealed class ResourceGroup(IReadOnlyList<IResourceReader> readers)
{
    private readonly ResourceReading?[] _each = new ResourceReading?[readers.Count];
    private readonly Samples[] _samples = [.. readers.Select(_ => new Samples())];
    private readonly Samples _sums = new();
    private double _localCpuS;

    /// <summary>The latest sum. Null until a reader has answered, and while some reader is not measured.</summary>
    public ResourceReading? Last { get; private set; }

    /// <summary>
    /// CPU seconds that the readers of this machine counted, up to the latest reading, also while <see cref="Last"/> is null.
    /// <see cref="TrialSampler"/> and <see cref="MachineWatch"/> subtract it from the machine's busy time to get the CPU of other
    /// programs.
    /// </summary>
    public double LocalCpuS => _localCpuS;

    /// <summary>Logical cores of all hosts. Nodes of one machine share its cores, which count once.</summary>
    private int Cores => readers.Where(reader => reader is not INodeReader).Sum(reader => reader.Cores)
        + readers.OfType<INodeReader>().GroupBy(MachineName, StringComparer.Ordinal)
            .Sum(machine => machine.Max(reader => reader.Cores));

    /// <summary>Several kinds of readers name this machine differently: by its boot id, for example, or by a word.</summary>
    private static string MachineName(INodeReader reader) => reader.IsOfThisMachine ? "this" : reader.Machine;

    /// <summary>Reads all readers and sums them. Nodes are asked first, so that they answer in parallel.</summary>
    /// <returns>The sum. Null until a reader has answered, and while some reader is not measured.</returns>
    public ResourceReading? Read()
    {
        foreach (var reader in readers)
        {
            (reader as INodeReader)?.Ask();
        }

        ResourceReading? sum = null;
        double localCpuS = 0;
        var networks = new HashSet<string>(StringComparer.Ordinal);
        bool hasAnswer = false;
        for (int i = 0; i < readers.Count; i++)
        {
            if (readers[i].Read() is { } reading)
            {
                _each[i] = reading;
                _samples[i].Add(reading);
                hasAnswer = true;
            }

            // What a silent reader counted before was used all the same.
            if (_each[i] is { } latest)
            {
                if (readers[i] is INodeReader { Network: { } network } && !networks.Add(network))
                {
                    latest = latest with { ReceivedBytes = 0, SentBytes = 0 };
                }

                sum = sum?.Plus(latest) ?? latest;
                localCpuS += readers[i].IsOfThisMachine ? latest.CpuS : 0;
            }
        }

        _localCpuS = hasAnswer ? localCpuS : _localCpuS;
        if (!readers.All(reader => reader.IsMeasured))
        {
            Last = null;
        }
        else if (hasAnswer && sum is { } all)
        {
            _sums.Add(all);
            Last = all;
        }

        return Last;
    }

    /// <summary>Computes the use up to the latest reading.</summary>
    /// <param name="elapsedS">Seconds since the common start.</param>
    /// <returns>The use. Null without a reading.</returns>
    public ResourceUse? Use(double elapsedS) => Last is { } used ? Of(used, Cores, _sums, elapsedS) : null;

    /// <summary>Computes the use of each node up to the latest reading.</summary>
    /// <param name="elapsedS">Seconds since the common start.</param>
    /// <returns>The nodes that answered and are measured. Empty if no reader belongs to a node.</returns>
    public IReadOnlyList<NodeUse> Nodes(double elapsedS) =>
    [
        .. Enumerable.Range(0, readers.Count).Where(i => readers[i] is INodeReader { IsMeasured: true } && _each[i] is not null)
            .Select(i => new NodeUse
        {
            Node = ((INodeReader)readers[i]).Node,
            Use = Of(_each[i]!.Value, readers[i].Cores, _samples[i], elapsedS),
            Machine = readers[i].IsOfThisMachine ? null : MachineOf((INodeReader)readers[i]),
        }),
    ];

    /// <summary>
    /// Computes what other programs used of a node's machine: the use of the machine less that of all its nodes.
    /// </summary>
    private MachineUse? MachineOf(INodeReader reader)
    {
        if (reader.Whole is not { SpanS: > 0 } whole)
        {
            return null;
        }

        int[] nodes = [.. Enumerable.Range(0, readers.Count)
            .Where(i => readers[i] is INodeReader other && other.Machine == reader.Machine)];
        if (!Array.TrueForAll(nodes, i => readers[i].IsMeasured))
        {
            return null;
        }

        double own = nodes.Sum(i => _each[i]?.CpuS ?? 0);
        double capacity = whole.SpanS * reader.Cores;
        return new MachineUse
        {
            OthersCpuShare = Math.Clamp((whole.BusyS - own) / capacity, 0, 1),
            StealShare = Math.Clamp(whole.StealS / capacity, 0, 1)
        };
    }

    private static ResourceUse Of(ResourceReading used, int cores, Samples samples, double elapsedS) => new()
    {
        CpuS = used.CpuS,
        CpuShare = elapsedS > 0 ? used.CpuS / (elapsedS * cores) : 0,
        Cores = cores,
        PeakRssBytes = samples.PeakRssBytes,
        MeanRssBytes = samples.MeanRssBytes,
        PeakThreads = samples.PeakThreads,
        ContextSwitches = used.ContextSwitches,
        ReadBytes = used.ReadBytes,
        WrittenBytes = used.WrittenBytes,
        ReceivedBytes = used.ReceivedBytes,
        SentBytes = used.SentBytes,
    };

    /// <summary>
    /// Collects the momentary figures of one reader, or of the sum: peak and mean memory, and most threads. All other figures
    /// count from the start.
    /// </summary>
    private sealed class Samples
    {
        private long _count;
        private double _sumRssBytes;

        public long PeakRssBytes { get; private set; }

        public int? PeakThreads { get; private set; }

        public long? MeanRssBytes => _count > 0 ? (long)(_sumRssBytes / _count) : null;

        public void Add(ResourceReading reading)
        {
            _count++;
            _sumRssBytes += reading.RssBytes;
            PeakRssBytes = Math.Max(PeakRssBytes, reading.RssBytes);
            PeakThreads = reading.Threads is { } threads ? Math.Max(PeakThreads ?? 0, threads) : PeakThreads;
        }
    }
}

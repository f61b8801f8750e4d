using DbIngest.Abstractions.Resources;
using DbIngest.Core.Results;

namespace DbIngest.Core.Measurement;

/// <summary>
/// Sums the resource readers of one side, client or server, over hosts and nodes. <see cref="TrialSampler"/> reads a group for
/// each side about once a second, and <see cref="MachineWatch"/> reads one before a trial. Not thread-safe. A reader without an
/// answer leaves its earlier figures out of the sum and stops nothing.
/// </summary>
internal sealed class ResourceGroup(IReadOnlyList<IResourceReader> readers)
{
    private readonly ResourceReading?[] _each = new ResourceReading?[readers.Count];
    private readonly long[] _peakRss = new long[readers.Count];
    private long _peakRssBytes;
    private double _localCpuS;

    /// <summary>The latest sum. Null until a reader has answered.</summary>
    public ResourceReading? Last { get; private set; }

    /// <summary>CPU seconds of the latest sum that were used on this machine.</summary>
    public double LocalCpuS => _localCpuS;

    /// <summary>Logical cores of all hosts. Nodes of one machine share its cores, which count once.</summary>
    private int Cores => readers.Where(reader => reader is not INodeReader).Sum(reader => reader.Cores)
        + readers.OfType<INodeReader>().GroupBy(reader => reader.Machine, StringComparer.Ordinal)
            .Sum(machine => machine.Max(reader => reader.Cores));

    /// <summary>Reads all readers and sums them. Nodes are asked first, so that they answer in parallel.</summary>
    /// <returns>The sum. Null until a reader has answered.</returns>
    public ResourceReading? Read()
    {
        foreach (var reader in readers)
        {
            (reader as INodeReader)?.Ask();
        }

        ResourceReading? sum = null;
        double localCpuS = 0;
        for (int i = 0; i < readers.Count; i++)
        {
            if (readers[i].Read() is { } reading)
            {
                sum = sum?.Plus(reading) ?? reading;
                localCpuS += readers[i].IsOfThisMachine ? reading.CpuS : 0;
                _each[i] = reading;
                _peakRss[i] = Math.Max(_peakRss[i], reading.RssBytes);
            }
        }

        _peakRssBytes = Math.Max(_peakRssBytes, sum?.RssBytes ?? 0);
        _localCpuS = sum is null ? _localCpuS : localCpuS;
        return Last = sum ?? Last;
    }

    /// <summary>Computes the use up to the latest reading.</summary>
    /// <param name="elapsedS">Seconds since the common start.</param>
    /// <returns>The use. Null without a reading.</returns>
    public ResourceUse? Use(double elapsedS) => Last is { } used ? Of(used, Cores, _peakRssBytes, elapsedS) : null;

    /// <summary>Computes the use of each node up to the latest reading.</summary>
    /// <param name="elapsedS">Seconds since the common start.</param>
    /// <returns>The nodes that answered. Empty if no reader belongs to a node.</returns>
    public IReadOnlyList<NodeUse> Nodes(double elapsedS) =>
    [
        .. Enumerable.Range(0, readers.Count).Where(i => readers[i] is INodeReader && _each[i] is not null)
            .Select(i => new NodeUse
        {
            Node = ((INodeReader)readers[i]).Node,
            Use = Of(_each[i]!.Value, readers[i].Cores, _peakRss[i], elapsedS),
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

        double own = Enumerable.Range(0, readers.Count)
            .Where(i => readers[i] is INodeReader other && other.Machine == reader.Machine).Sum(i => _each[i]?.CpuS ?? 0);
        double capacity = whole.SpanS * reader.Cores;
        return new MachineUse
        {
            OthersCpuShare = Math.Clamp((whole.BusyS - own) / capacity, 0, 1),
            StealShare = Math.Clamp(whole.StealS / capacity, 0, 1)
        };
    }

    private static ResourceUse Of(ResourceReading used, int cores, long peakRssBytes, double elapsedS) => new()
    {
        CpuS = used.CpuS,
        CpuShare = elapsedS > 0 ? used.CpuS / (elapsedS * cores) : 0,
        Cores = cores,
        PeakRssBytes = peakRssBytes,
        ReadBytes = used.ReadBytes,
        WrittenBytes = used.WrittenBytes,
        ReceivedBytes = used.ReceivedBytes,
        SentBytes = used.SentBytes,
    };
}

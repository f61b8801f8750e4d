using DbIngest.Abstractions.Resources;
using DbIngest.Core.Results;

namespace DbIngest.Core.Measurement;

/// <summary>The readers of one side, client or server, one a host or node, summed.</summary>
internal sealed class ResourceGroup(IReadOnlyList<IResourceReader> readers)
{
    private readonly ResourceReading?[] _each = new ResourceReading?[readers.Count];
    private readonly long[] _peakRss = new long[readers.Count];
    private long _peakRssBytes;
    private double _localCpuS;

    /// <summary>The latest reading; null as long as no reader has one.</summary>
    public ResourceReading? Last { get; private set; }

    /// <summary>CPU seconds of the latest reading that were used on this machine.</summary>
    public double LocalCpuS => _localCpuS;

    /// <summary>A machine's cores are there once, however many nodes it has.</summary>
    private int Cores => readers.Where(reader => reader is not INodeReader).Sum(reader => reader.Cores)
        + readers.OfType<INodeReader>().GroupBy(reader => reader.Machine, StringComparer.Ordinal)
            .Sum(machine => machine.Max(reader => reader.Cores));

    /// <summary>Reads all.</summary>
    /// <returns>The sum; null as long as no reader has one.</returns>
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

    /// <summary>What was used up to the latest reading.</summary>
    /// <param name="elapsedS">Seconds since the common start.</param>
    /// <returns>The use; null when there is none.</returns>
    public ResourceUse? Use(double elapsedS) => Last is { } used ? Of(used, Cores, _peakRssBytes, elapsedS) : null;

    /// <summary>The same of each node.</summary>
    /// <param name="elapsedS">Seconds since the common start.</param>
    /// <returns>The nodes that were read; empty where readers are of no node.</returns>
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

    /// <summary>What no node used of a machine, others did.</summary>
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

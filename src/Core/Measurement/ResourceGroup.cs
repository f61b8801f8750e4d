using DbIngest.Core.Resources;
using DbIngest.Core.Results;

namespace DbIngest.Core.Measurement;

/// <summary>The readers of one side, client or server, one a host, summed.</summary>
internal sealed class ResourceGroup(IReadOnlyList<IResourceReader> readers)
{
    private long _peakRssBytes;
    private double _localCpuS;

    /// <summary>The latest reading; null as long as no reader has one.</summary>
    public ResourceReading? Last { get; private set; }

    /// <summary>CPU seconds of the latest reading that were used on this machine.</summary>
    public double LocalCpuS => _localCpuS;

    /// <summary>Reads all.</summary>
    /// <returns>The sum; null as long as no reader has one.</returns>
    public ResourceReading? Read()
    {
        ResourceReading? sum = null;
        double localCpuS = 0;
        foreach (var reader in readers)
        {
            if (reader.Read() is { } reading)
            {
                sum = sum?.Plus(reading) ?? reading;
                localCpuS += reader.IsOfThisMachine ? reading.CpuS : 0;
            }
        }

        _peakRssBytes = Math.Max(_peakRssBytes, sum?.RssBytes ?? 0);
        _localCpuS = sum is null ? _localCpuS : localCpuS;
        return Last = sum ?? Last;
    }

    /// <summary>What was used up to the latest reading.</summary>
    /// <param name="elapsedS">Seconds since the common start.</param>
    /// <returns>The use; null when there is none.</returns>
    public ResourceUse? Use(double elapsedS)
    {
        int cores = readers.Sum(reader => reader.Cores);
        return Last is not { } used
            ? null
            : new ResourceUse
            {
                CpuS = used.CpuS,
                CpuShare = elapsedS > 0 ? used.CpuS / (elapsedS * cores) : 0,
                Cores = cores,
                PeakRssBytes = _peakRssBytes,
                ReadBytes = used.ReadBytes,
                WrittenBytes = used.WrittenBytes,
            };
    }
}

namespace DbIngest.Sources.Comtrade;

/// <summary>
/// How the digital channels of a COMTRADE record become values. The input option <c>digital=</c> chooses the mapping.
/// <see cref="ChannelMap"/> lays out the values by it. Facts contain the names of its members: do not rename them.
/// </summary>
internal enum DigitalMapping
{
    /// <summary>Each channel is a value: 0 or 1.</summary>
    Channels,

    /// <summary>Sixteen channels are one value from 0 to 65535, the first in the lowest bit.</summary>
    Words,

    /// <summary>Digital channels are left out.</summary>
    None,
}

namespace DbIngest.Sources.Comtrade;

/// <summary>What becomes of the digital channels of a COMTRADE record.</summary>
internal enum DigitalMapping
{
    /// <summary>Each is a value: 0 or 1.</summary>
    Channels,

    /// <summary>Sixteen of them are a value from 0 to 65535, the first in the lowest bit.</summary>
    Words,

    /// <summary>They are left out.</summary>
    None,
}

namespace DbIngest.Wire.Http;

/// <summary>
/// Flags of a frame (RFC 9113, section 6). <see cref="Http2Framing"/> sets and reads them. The numbers are the protocol's and
/// must not change.
/// </summary>
[Flags]
internal enum Http2FrameFlags : byte
{
    /// <summary>No flag.</summary>
    None = 0,

    /// <summary>Nothing follows in this stream.</summary>
    EndStream = 1,

    /// <summary>The head is whole.</summary>
    EndHeaders = 4,

    /// <summary>The payload begins with the length of its padding.</summary>
    Padded = 8,

    /// <summary>Five bytes about priority come first.</summary>
    Priority = 0x20,
}

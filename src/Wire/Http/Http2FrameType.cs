namespace DbIngest.Wire.Http;

/// <summary>
/// Types of frames (RFC 9113, section 6). <see cref="Http2Framing"/> names one in each frame that it sends, decides by it how to
/// read a received frame, and ignores frames of other types. The numbers are the protocol's and must not change.
/// </summary>
internal enum Http2FrameType : byte
{
    /// <summary>Part of a body.</summary>
    Data = 0,

    /// <summary>A head, or its first part.</summary>
    Headers = 1,

    /// <summary>Ends a stream early.</summary>
    ResetStream = 3,

    /// <summary>Settings of the side that sends them.</summary>
    Settings = 4,

    /// <summary>Announces an answer that the client did not request.</summary>
    PushPromise = 5,

    /// <summary>Asks the other side to answer, or is that answer.</summary>
    Ping = 6,

    /// <summary>Announces the end of the connection.</summary>
    GoAway = 7,

    /// <summary>Allows the other side to send more.</summary>
    WindowUpdate = 8,

    /// <summary>Continues a head.</summary>
    Continuation = 9,
}

namespace DbIngest.Sources.P1;

/// <summary>What the next line of a capture of telegrams turned out to be.</summary>
internal enum P1Step
{
    /// <summary>The capture is over.</summary>
    End,

    /// <summary>A telegram begins.</summary>
    Begin,

    /// <summary>A line within a telegram.</summary>
    Line,

    /// <summary>A telegram ends, and its checksum is right.</summary>
    Sound,

    /// <summary>A telegram ends, and is malformed; <see cref="P1Telegrams.Fault"/> says how.</summary>
    Faulty,
}

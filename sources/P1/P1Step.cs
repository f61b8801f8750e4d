namespace DbIngest.Sources.P1;

/// <summary>The next event in a capture. <see cref="P1Telegrams.Next"/> returns it. Reader and sniffer act on it.</summary>
internal enum P1Step
{
    End,

    Begin,

    Line,

    /// <summary>A telegram ends with a correct checksum.</summary>
    Sound,

    /// <summary>A malformed telegram ends. <see cref="P1Telegrams.Fault"/> describes the fault.</summary>
    Faulty,
}

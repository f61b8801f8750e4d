namespace DbIngest.Sources.P1;

/// <summary>
/// The next event in a capture of port P1. <see cref="P1Telegrams.Next"/> returns it. <c>P1Reader</c> and <c>P1Sniffer</c> act on
/// it. Lines of a telegram count only if <c>Sound</c> follows. <c>P1Reader</c> takes any further member for <c>Sound</c>.
/// </summary>
internal enum P1Step
{
    /// <summary>The capture ends. A telegram that it cuts off is reported as <c>Faulty</c> before.</summary>
    End,

    /// <summary>A telegram begins. Its identification line is not always handed over, so callers must not read it.</summary>
    Begin,

    /// <summary>A line within a telegram, whose checksum is not known to be right yet.</summary>
    Line,

    /// <summary>A telegram ends with a correct checksum.</summary>
    Sound,

    /// <summary>A malformed telegram ends. <see cref="P1Telegrams.Fault"/> describes the fault.</summary>
    Faulty,
}

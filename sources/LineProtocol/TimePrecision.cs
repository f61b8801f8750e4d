using System.Buffers.Text;
using DbIngest.Sources.Csv;

namespace DbIngest.Sources.LineProtocol;

/// <summary>
/// The unit in which times of line protocol count from 1970. The input option <c>precision=</c> or
/// <see cref="LineProtocolSniffer"/> chooses it. <see cref="LineProtocolReader"/> parses every time by it. Immutable.
/// </summary>
/// <param name="Word">Its word in the option <c>precision</c>.</param>
/// <param name="PerSecond">Units per second.</param>
internal sealed record TimePrecision(string Word, long PerSecond)
{
    private const long Microseconds = 1_000_000;

    // 1990 and 2100 in seconds since 1970.
    private const long From = 631_152_000;
    private const long To = 4_102_444_800;

    /// <summary>All units, the finest first.</summary>
    public static IReadOnlyList<TimePrecision> All { get; } =
        [new("ns", 1_000_000_000), new("us", Microseconds), new("ms", 1000), new("s", 1)];

    /// <summary>Returns the unit in which a time lies between 1990 and 2100. Null without one.</summary>
    public static TimePrecision? Of(ReadOnlySpan<byte> time) =>
        TryWhole(time, out long count) ? All.FirstOrDefault(one => count / one.PerSecond is >= From and < To) : null;

    /// <summary>Parses a time. False when it is not a whole number, or outside the years 1 to 9999.</summary>
    /// <param name="micros">Microseconds since 1970, rounded down.</param>
    /// <param name="rounded">True when the rounding lost precision.</param>
    public bool TryParse(ReadOnlySpan<byte> text, out long micros, out bool rounded)
    {
        micros = 0;
        rounded = false;
        if (!TryWhole(text, out long count))
        {
            return false;
        }

        if (PerSecond > Microseconds)
        {
            micros = Math.DivRem(count, PerSecond / Microseconds, out long rest);
            rounded = rest != 0;
            micros -= rest < 0 ? 1 : 0;
            return true;
        }

        long factor = Microseconds / PerSecond;
        if (Math.Abs((double)count * factor) > 9e18)
        {
            return false;
        }

        micros = count * factor;
        return TimestampParser.IsInRange(micros);
    }

    private static bool TryWhole(ReadOnlySpan<byte> text, out long count) => Utf8Parser.TryParse(text, out count, out int length)
        && length == text.Length;
}

using System.Buffers.Text;
using DbIngest.Sources.Csv;

namespace DbIngest.Sources.LineProtocol;

/// <summary>In what times count from 1970.</summary>
/// <param name="Word">Its word in the option <c>precision</c>.</param>
/// <param name="PerSecond">How many are a second.</param>
internal sealed record TimePrecision(string Word, long PerSecond)
{
    private const long Microseconds = 1_000_000;

    // Of 1990 and 2100, in seconds.
    private const long From = 631_152_000;
    private const long To = 4_102_444_800;

    /// <summary>All there are, the finest first.</summary>
    public static IReadOnlyList<TimePrecision> All { get; } = [new("ns", 1_000_000_000), new("us", Microseconds), new("ms", 1000), new("s", 1)];

    /// <summary>The precision in which a time lies between 1990 and 2100; null when there is none.</summary>
    public static TimePrecision? Of(ReadOnlySpan<byte> time) =>
        TryWhole(time, out long count) ? All.FirstOrDefault(one => count / one.PerSecond is >= From and < To) : null;

    /// <summary>Reads a time.</summary>
    /// <param name="text">Its text.</param>
    /// <param name="micros">Microseconds since 1970, rounded down.</param>
    /// <param name="rounded">Whether it was finer.</param>
    /// <returns>Whether it is a whole number, of the years that records can hold.</returns>
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

    private static bool TryWhole(ReadOnlySpan<byte> text, out long count) => Utf8Parser.TryParse(text, out count, out int length) && length == text.Length;
}

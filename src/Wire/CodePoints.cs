using System.Globalization;
using System.Text;

namespace DbIngest.Wire;

/// <summary>
/// A set of Unicode code points. <see cref="StringPrep"/> creates one per table. <see cref="SaslPrep"/> looks up the characters
/// of user names and passwords. Immutable. Its ranges must be ascending, because the look-up is a binary search.
/// </summary>
internal sealed class CodePoints
{
    // Alternately the first point of a range and the one behind its last, ascending.
    private readonly int[] _bounds;

    /// <summary>Creates a set.</summary>
    /// <param name="ranges">Points and ranges in hexadecimal, ascending, no two of them adjacent: <c>AD 180B-180D</c>.</param>
    public CodePoints(string ranges) => _bounds =
    [
        .. from range in ranges.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)
           let ends = range.Split('-')
           from bound in new[] { Point(ends[0]), Point(ends[^1]) + 1 }
           select bound,
    ];

    /// <summary>True if the set contains a character.</summary>
    public bool Contains(Rune character)
    {
        int at = Array.BinarySearch(_bounds, character.Value);
        return ((at < 0 ? ~at - 1 : at) & 1) == 0;
    }

    private static int Point(string text) => int.Parse(text, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);
}

using System.Text;

namespace DbIngest.Sources.Csv;

/// <summary>
/// Texts between the numbers of a column that can only stand for a missing value, such as <c>--</c>, <c>OL</c> or <c>no data</c>: a few
/// different short ones without a digit, and no more of them than numbers. One with letters must come twice: a single one may be damage.
/// </summary>
internal sealed class FoundMarks
{
    private const int MaxDistinct = 3;
    private const int MaxBytes = 16;

    private readonly List<byte[]> _texts = [];
    private readonly List<int> _counts = [];
    private bool _others;

    /// <summary>How many texts there were.</summary>
    public int Count { get; private set; }

    /// <summary>The different texts that can be marks, also where others cannot.</summary>
    /// <param name="numbers">How many numbers there were.</param>
    public IEnumerable<string> Texts(int numbers) =>
        numbers < Count ? [] : Enumerable.Range(0, _texts.Count).Where(IsMark).Select(i => Encoding.UTF8.GetString(_texts[i]));

    /// <summary>Counts a text that stands for a missing value everywhere.</summary>
    public void AddUsual() => Count++;

    /// <summary>Looks at a text that is no number.</summary>
    public void Add(ReadOnlySpan<byte> text)
    {
        Count++;
        if (IsKnown(text))
        {
            return;
        }

        if (text.Length > MaxBytes || _texts.Count == MaxDistinct || text.ContainsAnyInRange((byte)'0', (byte)'9'))
        {
            _others = true;
            return;
        }

        _texts.Add(text.ToArray());
        _counts.Add(1);
    }

    /// <summary>Whether what is not a number in the column is such a mark, and there is one.</summary>
    /// <param name="numbers">How many numbers there were.</param>
    public bool AreMarks(int numbers) => Count > 0 && !_others && numbers >= Count && Enumerable.Range(0, _texts.Count).All(IsMark);

    private bool IsMark(int text) => _counts[text] > 1 || IsSign(_texts[text]);

    private bool IsKnown(ReadOnlySpan<byte> text)
    {
        for (int i = 0; i < _texts.Count; i++)
        {
            if (text.SequenceEqual(_texts[i]))
            {
                _counts[i]++;
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether a text has no letter: a dash, asterisks.</summary>
    private static bool IsSign(byte[] text) => !Encoding.UTF8.GetString(text).Any(char.IsLetter);
}

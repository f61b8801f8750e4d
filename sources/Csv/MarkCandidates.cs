using System.Text;

namespace DbIngest.Sources.Csv;

/// <summary>
/// Collects the texts between the numbers of a column that can only be marks of a missing value, such as <c>--</c>, <c>OL</c> or
/// <c>no data</c>. <see cref="ColumnProfile"/> and <c>DeviceColumn</c> fill one per column while they sample.
/// </summary>
/// <remarks>
/// Accepted are up to three different short texts without a digit, and no more texts than numbers. A text with letters must come
/// twice, because a single one may be damage.
/// </remarks>
/// <param name="encoding">The encoding of the fields; null for UTF-8.</param>
internal sealed class MarkCandidates(Encoding? encoding = null)
{
    private const int MaxDistinct = 3;
    private const int MaxBytes = 16;

    private readonly Encoding _encoding = encoding ?? Encoding.UTF8;
    private readonly List<byte[]> _texts = [];
    private readonly List<int> _counts = [];
    private bool _others;

    public int Count { get; private set; }

    /// <summary>Returns the different texts that can be marks, even if other texts cannot.</summary>
    /// <param name="numbers">Number of numbers in the column.</param>
    public IEnumerable<string> Texts(int numbers) =>
        numbers < Count ? [] : Enumerable.Range(0, _texts.Count).Where(IsMark).Select(i => _encoding.GetString(_texts[i]));

    /// <summary>Counts a text that is a mark of a missing value in every file.</summary>
    public void AddUsual() => Count++;

    /// <summary>Adds a text that is not a number.</summary>
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

    /// <summary>True when there are texts and all of them can be marks.</summary>
    /// <param name="numbers">Number of numbers in the column.</param>
    public bool AreMarks(int numbers) => Count > 0 && !_others && numbers >= Count && Enumerable.Range(0, _texts.Count)
        .All(IsMark);

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

    /// <summary>True when a text has no letter: a dash, asterisks.</summary>
    private bool IsSign(byte[] text) => !_encoding.GetString(text).Any(char.IsLetter);
}

using System.Text;

namespace DbIngest.Sources.Csv;

/// <summary>The texts and numbers that stand for a missing value.</summary>
internal sealed class MissingMarks
{
    private readonly byte[][] _texts;
    private readonly double[] _sentinels;

    /// <summary>Creates the set.</summary>
    /// <param name="texts">The texts; one that is a number stands for that number however it is written.</param>
    /// <param name="sentinels">The numbers.</param>
    public MissingMarks(IEnumerable<string> texts, IEnumerable<double> sentinels)
    {
        _texts = [.. texts.Select(text => Encoding.UTF8.GetBytes(text))];
        var numbers = sentinels.ToList();
        foreach (byte[] text in _texts)
        {
            if (NumberParser.TryParse(text, (byte)'.', out double number))
            {
                numbers.Add(number);
            }
        }

        _sentinels = [.. numbers];
    }

    /// <summary>Whether a field stands for a missing value; upper and lower case of ASCII letters are the same.</summary>
    public bool Has(ReadOnlySpan<byte> field)
    {
        foreach (byte[] text in _texts)
        {
            if (Ascii.EqualsIgnoreCase(field, text) || field.SequenceEqual(text))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether a number stands for a missing value.</summary>
    public bool Has(double value) => _sentinels.Length > 0 && Array.IndexOf(_sentinels, value) >= 0;
}

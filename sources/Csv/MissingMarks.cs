using System.Text;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Csv;

/// <summary>
/// The texts and numbers of one file that are marks of a missing value. Sniffers and readers create one per file. Readers ask it
/// for every field that is not a plain number, sniffers for every sampled field. Allocates nothing per field. Immutable.
/// </summary>
internal sealed class MissingMarks
{
    private readonly byte[][] _texts;
    private readonly double[] _sentinels;

    /// <summary>Creates the set.</summary>
    /// <param name="texts">The texts. A text that is a number covers that number in every notation.</param>
    /// <param name="encoding">The encoding of the fields, which keeps ASCII; null for UTF-8.</param>
    /// <param name="decimalMark">The byte before a fraction of the texts that are numbers, besides the point.</param>
    public MissingMarks(IEnumerable<string> texts, IEnumerable<double> sentinels, Encoding? encoding = null,
        byte decimalMark = (byte)'.')
    {
        Encoding = encoding ?? Encoding.UTF8;
        _texts = EncodedText.Of(texts, Encoding);
        var numbers = sentinels.ToList();
        foreach (byte[] text in _texts)
        {
            if (NumberParser.TryParse(text, (byte)'.', out double number)
                || NumberParser.TryParse(text, decimalMark, out number))
            {
                numbers.Add(number);
            }
        }

        _sentinels = [.. numbers];
    }

    /// <summary>The encoding of the fields.</summary>
    public Encoding Encoding { get; }

    /// <summary>True when a field is a mark of a missing value. The case of ASCII letters does not matter.</summary>
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

    /// <summary>True when a number is a mark of a missing value.</summary>
    public bool Has(double value) => _sentinels.Length > 0 && Array.IndexOf(_sentinels, value) >= 0;
}

namespace DbIngest.Sources.Csv;

/// <summary>
/// Determines whether the numbers of a column are written in groups of three digits. <see cref="CsvSniffer"/> fills one per
/// column. <c>1,234</c> alone could be a fraction, so groups are certain only when a number can be read in no other way, or when
/// all numbers with one mark could be groups while others have the other mark.
/// </summary>
internal sealed class DigitGrouping
{
    private static ReadOnlySpan<byte> Marks => ",."u8;

    // For comma and point: fields that are plain numbers with that decimal mark, and how many of these could be groups as well.
    private readonly int[] _fractions = new int[2];
    private readonly int[] _couldBeGroups = new int[2];
    private int _numbers;
    private int _texts;
    private byte _certain;
    private byte _decimalMark;

    /// <summary>Adds one field that is not missing.</summary>
    public void Add(ReadOnlySpan<byte> field)
    {
        bool number = NumberParser.TryParse(field, (byte)'.', out _);
        for (int mark = 0; mark < Marks.Length; mark++)
        {
            byte own = Marks[mark];
            byte other = Marks[1 - mark];
            bool plain = field.Contains(own) && NumberParser.TryParse(field, own, out _);
            bool grouped = GroupedNumber.TryParse(field, own, other, out _);
            number |= plain | grouped;
            _fractions[mark] += plain ? 1 : 0;
            _couldBeGroups[mark] += plain && grouped ? 1 : 0;
            if (grouped && !plain)
            {
                (_certain, _decimalMark) = (own, other);
            }

            foreach (byte separator in "' "u8)
            {
                if (GroupedNumber.TryParse(field, separator, own, out _))
                {
                    number = true;
                    _certain = separator;
                    _decimalMark = field.Contains(own) ? own : _decimalMark;
                }
            }
        }

        _numbers += number ? 1 : 0;
        _texts += number ? 0 : 1;
    }

    /// <summary>
    /// Returns the separator of groups and the decimal mark that goes with it. Zeros when no column shows a separator.
    /// </summary>
    /// <param name="columns">The columns of a file. Columns with more than a third of texts do not count.</param>
    /// <param name="delimiter">The byte between fields. With a comma, a field that holds a comma is in quotes, and rarely a
    /// fraction.</param>
    public static (byte Separator, byte DecimalMark) Find(IEnumerable<DigitGrouping> columns, byte delimiter)
    {
        var numbers = columns.Where(column => column._numbers > 0 && column._numbers >= 2 * column._texts).ToList();
        if (numbers.Find(column => column._certain != 0) is { } shown)
        {
            return (shown._certain, shown._decimalMark);
        }

        for (int mark = 0; mark < Marks.Length; mark++)
        {
            byte own = Marks[mark];
            int fractions = numbers.Sum(column => column._fractions[mark]);
            bool onlyGroups = fractions > 0 && numbers.Sum(column => column._couldBeGroups[mark]) == fractions;
            bool othersAreFractions = numbers.Exists(column => column._fractions[1 - mark] > column._couldBeGroups[1 - mark]);
            if (onlyGroups && (othersAreFractions || own == delimiter))
            {
                return (own, Marks[1 - mark]);
            }
        }

        return (0, 0);
    }
}

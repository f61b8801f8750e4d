using System.Globalization;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Csv;

/// <summary>
/// Determines whether the numbers of a column are written in groups of three digits. <see cref="CsvSniffer"/> fills one per
/// column. <c>1,234</c> alone could be a fraction, so groups are certain only when a number can be read in no other way, or
/// when all numbers with one mark could be groups while others have the other mark. It throws where the columns of a file
/// contradict each other, instead of a guess.
/// </summary>
/// <param name="name">The column's name, for messages.</param>
internal sealed class DigitGrouping(string name)
{
    private const int PartsOfAddress = 4;

    // For comma and point: fields that are plain numbers with that decimal mark, and how many of these could be groups as well.
    private readonly int[] _fractions = new int[2];
    private readonly int[] _couldBeGroups = new int[2];
    private int _numbers;
    private int _texts;
    private byte _certain;
    private byte _decimalMark;
    private bool _hasGroupsAndFraction;

    private static ReadOnlySpan<byte> Marks => ",."u8;

    private string Name => name;

    /// <summary>The first field that could be groups. Empty without one.</summary>
    private string Example { get; set; } = "";

    /// <summary>Adds one field that is not missing.</summary>
    public void Add(ReadOnlySpan<byte> field)
    {
        if (IsAddress(field))
        {
            _texts++;
            return;
        }

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
            if (grouped && Example.Length == 0)
            {
                Example = SafeText.Text(field);
            }

            if (grouped && !plain)
            {
                (_certain, _decimalMark) = (own, other);
                _hasGroupsAndFraction |= field.Contains(other);
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
    /// <param name="file">The file's name, for messages.</param>
    /// <param name="columns">The columns of a file. Columns with more than a third of texts do not count.</param>
    /// <param name="delimiter">The byte between fields. With a comma, a field that holds a comma is in quotes, and rarely a
    /// fraction.</param>
    /// <param name="decimalMark">The decimal mark that the options name, which separates no groups; null without the
    /// option.</param>
    /// <exception cref="InputException">One column has groups or a text such as a version, and by that another column's numbers
    /// are fractions or groups.</exception>
    public static (byte Separator, byte DecimalMark) Find(
        string file, IEnumerable<DigitGrouping> columns, byte delimiter, byte? decimalMark)
    {
        var numbers = columns.Where(column => column._numbers > 0 && column._numbers >= 2 * column._texts).ToList();
        var certain = numbers.FindAll(column => column._certain != 0 && column._certain != decimalMark);
        if ((certain.Find(column => column.IsNumberForCertain)
            ?? certain.Find(column => column.IsOfOthersToo(file, numbers, delimiter, decimalMark))) is { } shown)
        {
            return (shown._certain, shown._decimalMark);
        }

        for (int mark = 0; mark < Marks.Length; mark++)
        {
            byte own = Marks[mark];
            int fractions = numbers.Sum(column => column._fractions[mark]);
            bool onlyGroups = fractions > 0 && numbers.Sum(column => column._couldBeGroups[mark]) == fractions;
            if (onlyGroups && own != decimalMark && (HaveFractions(numbers, 1 - mark) || own == delimiter))
            {
                return (own, Marks[1 - mark]);
            }
        }

        return (0, 0);
    }

    /// <summary>True when the groups are those of a number: other marks separate them, or a fraction follows.</summary>
    private bool IsNumberForCertain => !Marks.Contains(_certain) || _hasGroupsAndFraction;

    /// <summary>
    /// True when the separator of this column's groups is that of the file. Three groups and more without a fraction may be a
    /// version or a serial number (<c>103.204.501</c>), which says nothing about the numbers of other columns.
    /// </summary>
    private bool IsOfOthersToo(string file, List<DigitGrouping> numbers, byte delimiter, byte? decimalMark)
    {
        int mark = Marks.IndexOf(_certain);
        var others = numbers.FindAll(column => column._certain == 0 && column._fractions[mark] > column._fractions[1 - mark]);
        if (HaveFractions(others, mark))
        {
            return false;
        }

        if (others.Count == 0 || _certain == delimiter || decimalMark is not null || HaveFractions(numbers, 1 - mark))
        {
            return true;
        }

        throw new InputException(
            $"{file}: '{others[0].Example}' in column '{SafeText.Text(others[0].Name)}' could be a fraction, or digits in groups "
            + $"of three as '{Example}' in column '{SafeText.Text(Name)}' could be. Say which with the input option "
            + $"thousands=none or thousands={(_certain == '.' ? "point" : "comma")}.");
    }

    /// <summary>True when a column has a number with a mark that can only be a decimal mark.</summary>
    private static bool HaveFractions(List<DigitGrouping> columns, int mark) =>
        columns.Exists(column => column._fractions[mark] > column._couldBeGroups[mark]);

    /// <summary>True for an internet address: four numbers up to 255 between points.</summary>
    private static bool IsAddress(ReadOnlySpan<byte> field)
    {
        int parts = 0;
        foreach (Range part in field.Split((byte)'.'))
        {
            parts++;
            if (!byte.TryParse(field[part], NumberStyles.None, CultureInfo.InvariantCulture, out _))
            {
                return false;
            }
        }

        return parts == PartsOfAddress;
    }
}

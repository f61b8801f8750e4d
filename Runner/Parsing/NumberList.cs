using System.Globalization;
using DbIngest.Core.Plan;

namespace DbIngest.Runner.Parsing;

/// <summary>
/// Parses lists and ranges of whole numbers: <c>1000,5000</c>, <c>10000..330000/10000</c> (from, to, step; the end is included
/// if a step meets it), <c>10k..330k/10k</c>, <c>1M</c>. <see cref="OptionReader"/> calls it with the bounds of the option,
/// and <c>AxisReader</c> limits other lists by the same number of values. It never throws, and refuses more than
/// <see cref="MostNumbers"/> numbers.
/// </summary>
internal static class NumberList
{
    /// <summary>Most numbers of a list. More are taken for a mistake.</summary>
    public const int MostNumbers = 1000;

    /// <summary>Parses a list.</summary>
    /// <param name="text">The text.</param>
    /// <param name="min">The smallest allowed number.</param>
    /// <param name="max">The largest allowed number.</param>
    /// <param name="numbers">The numbers in the order of the text. Distinct and at least one, if the list is valid.</param>
    /// <param name="problem">The problem and its remedy. Empty for a valid list.</param>
    /// <returns>True for a valid list.</returns>
    public static bool TryParse(string text, long min, long max, out IReadOnlyList<long> numbers, out string problem)
    {
        var found = new List<long>();
        numbers = found;
        foreach (string item in text.Split(','))
        {
            problem = ReadItem(item.Trim(), min, max, found);
            if (problem.Length > 0)
            {
                return false;
            }
        }

        problem = Check(found, min, max);
        return problem.Length == 0;
    }

    private static string ReadItem(string item, long min, long max, List<long> found)
    {
        int dots = item.IndexOf("..", StringComparison.Ordinal);
        if (dots < 0)
        {
            if (WrittenNumber.Whole(item) is not { } number)
            {
                if (item.StartsWith('-') && WrittenNumber.Whole(item[1..]) is not null)
                {
                    return Invariant($"{item} is out of range; it is {min} to {max:N0}");
                }

                return $"'{item}' is not a whole number; write 1000, 10k, 1M, a list 1000,5000 or a range 1000..5000/1000";
            }

            found.Add(number);
            return string.Empty;
        }

        string rest = item[(dots + 2)..];
        int slash = rest.IndexOf('/', StringComparison.Ordinal);
        string stepText = slash < 0 ? "1" : rest[(slash + 1)..];
        if (WrittenNumber.Whole(item[..dots]) is not { } from
            || WrittenNumber.Whole(slash < 0 ? rest : rest[..slash]) is not { } to
            || WrittenNumber.Whole(stepText) is not { } step)
        {
            return $"'{item}' is not a range; write FROM..TO/STEP, 10000..330000/10000 for instance";
        }

        if (step == 0 || from > to)
        {
            return step == 0
                ? $"the range '{item}' has step 0; the step is at least 1"
                : $"the range '{item}' begins above its end; write {to}..{from}{(slash < 0 ? string.Empty : "/" + stepText)}";
        }

        if ((to - from) / step >= MostNumbers)
        {
            return Invariant(
                $"the range '{item}' has {((to - from) / step) + 1:N0} values; at most {MostNumbers:N0}, so give a larger step");
        }

        for (long number = from; number <= to && number >= from; number += step)
        {
            found.Add(number);
        }

        return string.Empty;
    }

    private static string Check(List<long> found, long min, long max)
    {
        if (found.Count > MostNumbers)
        {
            return Invariant($"the list has {found.Count:N0} values; at most {MostNumbers:N0}");
        }

        var seen = new HashSet<long>();
        foreach (long number in found)
        {
            if (number < min || number > max)
            {
                return Invariant($"{number} is out of range; it is {min} to {max:N0}");
            }

            if (!seen.Add(number))
            {
                return Invariant($"{number} is given twice; give each value once");
            }
        }

        return string.Empty;
    }

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}

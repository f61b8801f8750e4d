using System.Globalization;
using DbIngest.Abstractions.Operations;

namespace DbIngest.Core.Queries;

/// <summary>
/// Compares an answer of the database with the answer that follows from the records. <see cref="TimeQueryProbe"/> calls it for
/// each answer, and <see cref="ExpectedAnswer"/> to choose among newest records of one time. A difference that no lag of the
/// store explains makes the trial invalid, so rounding must never count as a difference.
/// </summary>
internal static class AnswerCheck
{
    // Databases sum a mean in another order. 1e-9 is far above the rounding of a million doubles, and far below the effect of
    // one record more or less.
    private const double Tolerance = 1e-9;

    /// <summary>Compares two answers.</summary>
    /// <param name="found">The answer of the database, sorted by source and time.</param>
    /// <param name="expected">The right answer, sorted by source and time.</param>
    /// <param name="scale">The largest absolute value among the records of the answer. The tolerance is relative to it.</param>
    /// <returns>Null if they are equal, else the first difference as words.</returns>
    public static string? Difference(List<TimeQueryRow> found, List<TimeQueryRow> expected, double scale)
    {
        for (int i = 0; i < Math.Max(found.Count, expected.Count); i++)
        {
            TimeQueryRow? was = i < found.Count ? found[i] : null;
            TimeQueryRow? due = i < expected.Count ? expected[i] : null;
            if (was is not { } row || due is not { } right
                || (row.Source, row.Time, row.Count) != (right.Source, right.Time, right.Count)
                || !IsNear(row.Value, right.Value, scale))
            {
                return $"{Words(was)} instead of {Words(due)}";
            }
        }

        return null;
    }

    /// <summary>
    /// True if a wrong answer can be explained by a store that shows records later: it has no more rows, no more values, and no
    /// later last row than the right answer.
    /// </summary>
    /// <param name="found">The answer of the database, sorted by source and time.</param>
    /// <param name="expected">The right answer, sorted by source and time.</param>
    public static bool MayBeBehind(List<TimeQueryRow> found, List<TimeQueryRow> expected) =>
        found.Count <= expected.Count && found.Sum(row => row.Count) <= expected.Sum(row => row.Count)
        && (found.Count == 0 || found[^1].Time <= expected[^1].Time);

    /// <summary>True if two values differ by no more than rounding does, or both are missing.</summary>
    /// <param name="found">The value of the database.</param>
    /// <param name="expected">The right value.</param>
    /// <param name="scale">The largest absolute value among the records of the answer.</param>
    public static bool IsNear(double found, double expected, double scale) =>
        (double.IsNaN(found) && double.IsNaN(expected))
        || Math.Abs(found - expected) <= Tolerance * Math.Max(Math.Abs(expected), scale);

    private static string Words(TimeQueryRow? row) => row is not { } some ? "no row"
        : string.Create(CultureInfo.InvariantCulture,
            $"{some.Value} of {some.Count} values at {some.Time} µs of source {some.Source}");
}

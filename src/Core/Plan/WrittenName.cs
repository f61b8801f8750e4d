using System.Text.RegularExpressions;

namespace DbIngest.Core.Plan;

/// <summary>
/// Checks a name that a user chooses, for a sweep (<c>--name</c>) or a side (<c>--side</c>). A valid name is safe as a folder
/// name and is no formula in a spreadsheet. <c>SweepName</c>, <c>NonAxisLimits</c> and the axis <see cref="SweepAxes.Side"/> call
/// it before anything is written.
/// </summary>
public static partial class WrittenName
{
    /// <summary>Most characters of a name.</summary>
    public const int Longest = 60;

    /// <summary>
    /// True for a valid name: 1 to 60 letters, digits, dots, underscores or dashes that begin with a letter or digit.
    /// </summary>
    public static bool IsName(string text) => text.Length <= Longest && Pattern().IsMatch(text);

    [GeneratedRegex("^[A-Za-z0-9][A-Za-z0-9._-]*\\z", RegexOptions.NonBacktracking)]
    private static partial Regex Pattern();
}

using System.Text.RegularExpressions;

namespace DbIngest.Core.Plan;

/// <summary>A name that a user chooses: safe in the name of a folder, and no formula in the cell of a spreadsheet.</summary>
public static partial class WrittenName
{
    /// <summary>The most characters.</summary>
    public const int Longest = 60;

    /// <summary>Whether a text is a name.</summary>
    /// <param name="text">The text.</param>
    public static bool IsName(string text) => text.Length <= Longest && Pattern().IsMatch(text);

    [GeneratedRegex("^[A-Za-z0-9][A-Za-z0-9._-]*\\z", RegexOptions.NonBacktracking)]
    private static partial Regex Pattern();
}

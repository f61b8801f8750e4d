using System.Text.Json;

namespace DbIngest.Analysis.Text;

/// <summary>
/// Formats enumeration values in snake case: <c>not_steady</c>. CSV files, tables and style classes of pages use it; the names in
/// CSV are a published format.
/// </summary>
internal static class EnumWords
{
    /// <summary>Formats a value in snake case.</summary>
    public static string Of(Enum value) => JsonNamingPolicy.SnakeCaseLower.ConvertName(value.ToString());

    /// <summary>Formats a value in words with blanks, for readers.</summary>
    public static string Spaced(Enum value) => Of(value).Replace('_', ' ');
}

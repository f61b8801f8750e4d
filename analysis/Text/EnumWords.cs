using System.Text.Json;

namespace DbIngest.Analysis.Text;

/// <summary>Formats enumeration values for readers and CSV in snake case: <c>not_steady</c>.</summary>
internal static class EnumWords
{
    public static string Of(Enum value) => JsonNamingPolicy.SnakeCaseLower.ConvertName(value.ToString());

    /// <summary>The same with blanks.</summary>
    public static string Spaced(Enum value) => Of(value).Replace('_', ' ');
}

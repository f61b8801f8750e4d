using System.Text.Json;

namespace DbIngest.Analysis.Text;

/// <summary>Enumerations as words for people and CSV: <c>not_steady</c>.</summary>
internal static class Words
{
    public static string Of(Enum value) => JsonNamingPolicy.SnakeCaseLower.ConvertName(value.ToString());

    /// <summary>The same with spaces.</summary>
    public static string Spaced(Enum value) => Of(value).Replace('_', ' ');
}

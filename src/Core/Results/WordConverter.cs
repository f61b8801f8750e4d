using System.Text.Json;
using System.Text.Json.Serialization;

namespace DbIngest.Core.Results;

/// <summary>Writes an enumeration as words like every other name in result files: <c>not_steady</c>.</summary>
/// <typeparam name="T">The enumeration.</typeparam>
public sealed class WordConverter<T>() : JsonStringEnumConverter<T>(JsonNamingPolicy.SnakeCaseLower, allowIntegerValues: false)
    where T : struct, Enum;

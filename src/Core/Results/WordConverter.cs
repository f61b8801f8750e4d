using System.Text.Json;
using System.Text.Json.Serialization;

namespace DbIngest.Core.Results;

/// <summary>
/// Writes an enumeration in result files as snake_case words, for example <c>not_steady</c>. <see cref="ResultJson"/> and
/// <c>SummaryJson</c> of the analysis list it for each enumeration. It refuses numbers. Renaming a member of an enumeration makes
/// older results unreadable.
/// </summary>
/// <typeparam name="T">The enumeration.</typeparam>
public sealed class WordConverter<T>() : JsonStringEnumConverter<T>(JsonNamingPolicy.SnakeCaseLower, allowIntegerValues: false)
    where T : struct, Enum;

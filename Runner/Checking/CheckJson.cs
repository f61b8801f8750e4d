using System.Text.Json;
using System.Text.Json.Serialization;

namespace DbIngest.Runner.Checking;

/// <summary>
/// A finding of <c>report --check</c> as JSON. <see cref="CheckJson"/> creates it. Programs read the fields: never rename one.
/// </summary>
/// <param name="Folder">The result folder.</param>
/// <param name="Item">Path of the file relative to the result folder.</param>
/// <param name="State"><c>right</c>, <c>wrong</c> or <c>not_checked</c>.</param>
/// <param name="Text">The finding in words.</param>
internal sealed record CheckLine(string Folder, string Item, CheckState State, string Text);

/// <summary>Writes the findings of <c>report --check --json</c>. <c>ReportVerb</c> prints them.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, WriteIndented = true, NewLine = "\n",
    Converters = [typeof(CheckStateConverter)])]
[JsonSerializable(typeof(CheckLine[]))]
internal sealed partial class CheckJson : JsonSerializerContext
{
    /// <summary>Writes findings as an array.</summary>
    public static string Of(IEnumerable<(string Folder, CheckFinding Finding)> findings) => JsonSerializer.Serialize(
        findings.Select(of => new CheckLine(of.Folder, of.Finding.Item, of.Finding.State, of.Finding.Text)).ToArray(),
        Default.CheckLineArray);
}

/// <summary>Writes states in snake_case, such as <c>not_checked</c>.</summary>
internal sealed class CheckStateConverter() : JsonStringEnumConverter<CheckState>(JsonNamingPolicy.SnakeCaseLower);

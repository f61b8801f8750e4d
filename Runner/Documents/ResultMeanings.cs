using System.Reflection;
using System.Text.Json;
using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace DbIngest.Runner.Documents;

/// <summary>
/// Reads the meaning of result fields from the documentation comments of their types, which the build puts beside the program
/// as XML. <see cref="ResultTypes"/> takes the meanings of types and fields from it, so a comment on a stored property is a
/// published text. <see cref="RulesPage"/> and <see cref="EndpointsPage"/> only call <see cref="Words"/>.
/// </summary>
internal static partial class ResultMeanings
{
    private static readonly Dictionary<string, XElement> Members = Read();

    /// <summary>Returns the meaning of a property as one line of Markdown.</summary>
    /// <param name="property">A property that a result file contains.</param>
    /// <exception cref="InvalidOperationException">The property has no documentation comment, or the XML files are missing beside
    /// the program.</exception>
    public static string Of(PropertyInfo property)
    {
        var type = property.DeclaringType!;
        return Text(Members.GetValueOrDefault($"P:{NameOf(type)}.{property.Name}")?.Element("summary"))
            ?? Text(Members.GetValueOrDefault($"T:{NameOf(type)}")?.Elements("param")
                .FirstOrDefault(param => param.Attribute("name")?.Value == property.Name))
            ?? throw new InvalidOperationException(
                $"{type.Name}.{property.Name} has no documentation comment beside {AppContext.BaseDirectory}.");
    }

    /// <summary>Returns the meaning of a type as one line of Markdown.</summary>
    /// <param name="type">A type that a result file contains.</param>
    /// <exception cref="InvalidOperationException">The type has no documentation comment, or the XML files are missing beside the
    /// program.</exception>
    public static string Of(Type type) => Text(Members.GetValueOrDefault($"T:{NameOf(type)}")?.Element("summary"))
        ?? throw new InvalidOperationException($"{type.Name} has no documentation comment beside {AppContext.BaseDirectory}.");

    /// <summary>Converts a name of code to words: <c>PowerLoss</c> becomes <c>power loss</c>.</summary>
    /// <param name="name">A name in Pascal case.</param>
    public static string Words(string name) => JsonNamingPolicy.SnakeCaseLower.ConvertName(name).Replace('_', ' ');

    private static Dictionary<string, XElement> Read() => Directory.EnumerateFiles(AppContext.BaseDirectory, "DbIngest.*.xml")
        .SelectMany(file => XDocument.Load(file).Descendants("member"))
        .DistinctBy(member => member.Attribute("name")!.Value)
        .ToDictionary(member => member.Attribute("name")!.Value, StringComparer.Ordinal);

    private static string NameOf(Type type) => (type.IsGenericType ? type.GetGenericTypeDefinition() : type)
        .FullName!.Replace('+', '.');

    private static string? Text(XElement? element) => element is null ? null : Blanks()
        .Replace(string.Concat(element.Nodes().Select(Text)), " ").Trim();

    private static string Text(XNode node) => node switch
    {
        XText text => text.Value,
        XElement { Name.LocalName: "see" or "seealso" } see => $"`{Referred(see)}`",
        XElement { Name.LocalName: "c" } code => $"`{code.Value}`",
        XElement { Name.LocalName: "paramref" } parameter =>
            $"`{JsonNamingPolicy.SnakeCaseLower.ConvertName(parameter.Attribute("name")!.Value)}`",
        XElement other => Text(other) ?? string.Empty,
        _ => string.Empty,
    };

    // A property has the name of its field in the files, a type the name in the code.
    private static string Referred(XElement see)
    {
        string name = see.Attribute("cref")?.Value ?? see.Attribute("langword")?.Value ?? see.Value;
        string last = name.Split('(')[0].Split('.')[^1];
        return name.StartsWith("P:", StringComparison.Ordinal) || name.StartsWith("F:", StringComparison.Ordinal)
            ? JsonNamingPolicy.SnakeCaseLower.ConvertName(last)
            : last.Split(':')[^1];
    }

    [GeneratedRegex(@"\s+", RegexOptions.None, 1000)]
    private static partial Regex Blanks();
}

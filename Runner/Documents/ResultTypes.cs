using System.Collections;
using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using DbIngest.Core.Plan;

namespace DbIngest.Runner.Documents;

/// <summary>
/// Adds a section for each type of object in a result file, with a row for each field. <see cref="ResultsPage"/> is written with
/// it.
/// </summary>
/// <param name="page">Takes the sections.</param>
internal sealed class ResultTypes(MarkdownPage page)
{
    private readonly HashSet<Type> _seen = [];

    /// <summary>Adds a type and all that its fields hold, unless the page has them already.</summary>
    /// <param name="context">The serialiser that writes the type.</param>
    /// <param name="type">A type whose JSON is an object.</param>
    public void Add(JsonSerializerContext context, Type type)
    {
        if (!_seen.Add(type))
        {
            return;
        }

        var fields = FieldsOf(context, type);
        page.Heading(3, Title(type));
        page.Paragraph(ResultMeanings.Of(type));
        page.Table(["field", "type", "meaning"], fields.Select(field => new[]
        {
            $"`{field.Name}`", Describe(context, field.PropertyType), ResultMeanings.Of(PropertyOf(type, field.Name)),
        }));
        foreach (var inner in fields.Select(field => ElementOf(field.PropertyType)).Where(inner => IsObject(context, inner)))
        {
            Add(context, inner);
        }
    }

    private static string Title(Type type)
    {
        string words = ResultMeanings.Words(type.Name.Split('`')[0]);
        return char.ToUpperInvariant(words[0]) + words[1..];
    }

    private static string Anchor(Type type) => Title(type).ToLowerInvariant().Replace(' ', '-');

    // A property that is not written has no getter in the metadata.
    private static List<JsonPropertyInfo> FieldsOf(JsonSerializerContext context, Type type) =>
        [.. context.GetTypeInfo(type)!.Properties.Where(property => property is { Get: not null, IsExtensionData: false })];

    private static PropertyInfo PropertyOf(Type type, string field) => type.GetProperties().First(property =>
        (property.GetCustomAttribute<JsonPropertyNameAttribute>()?.Name
            ?? JsonNamingPolicy.SnakeCaseLower.ConvertName(property.Name)) == field);

    private static bool IsObject(JsonSerializerContext context, Type type) =>
        type != typeof(Point) && context.GetTypeInfo(type) is { Kind: JsonTypeInfoKind.Object };

    /// <summary>The type of what a field holds: its own, that of a list's elements or of a dictionary's values.</summary>
    private static Type ElementOf(Type type)
    {
        type = Nullable.GetUnderlyingType(type) ?? type;
        return type != typeof(string) && typeof(IEnumerable).IsAssignableFrom(type)
            && type.GetGenericArguments() is [.., var element]
            ? ElementOf(element) : type;
    }

    private static string Describe(JsonSerializerContext context, Type type)
    {
        type = Nullable.GetUnderlyingType(type) ?? type;
        if (type == typeof(Point))
        {
            return "[point](#axes)";
        }

        if (type != typeof(string) && typeof(IEnumerable).IsAssignableFrom(type)
            && type.GetGenericArguments() is [.., var element])
        {
            return type.GetGenericArguments().Length > 1 ? $"{Describe(context, element)} by name"
                : $"list of {Describe(context, element)}";
        }

        return IsObject(context, type) ? $"[{Title(type).ToLowerInvariant()}](#{Anchor(type)})"
            : type.IsEnum ? string.Join(", ", Enum.GetNames(type)
                .Select(name => $"`{JsonNamingPolicy.SnakeCaseLower.ConvertName(name)}`"))
            : Type.GetTypeCode(type) switch
            {
                TypeCode.Boolean => "true or false",
                TypeCode.Int32 or TypeCode.Int64 or TypeCode.UInt32 or TypeCode.UInt64 => "whole number",
                TypeCode.Double => "number",
                _ => type == typeof(DateTimeOffset) ? "time" : "text",
            };
    }
}

using System.Collections;
using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using DbIngest.Core.Plan;

namespace DbIngest.Runner.Documents;

/// <summary>
/// Adds a section to a page for each type of object in a result file, with one row per field. <see cref="ResultsPage"/> uses the
/// same object for the whole page when the verb <c>docs</c> runs, so that a type that several files contain gets one section.
/// Every type and field must have a documentation comment, or the page is not made.
/// </summary>
/// <param name="page">Receives the sections.</param>
internal sealed class ResultTypes(MarkdownPage page)
{
    private readonly HashSet<Type> _seen = [];

    /// <summary>Adds a type and the types of its fields, unless the page already contains them.</summary>
    /// <param name="context">The serializer that writes the type.</param>
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

    // The metadata contain no getter for a property that is not written.
    private static List<JsonPropertyInfo> FieldsOf(JsonSerializerContext context, Type type) =>
        [.. context.GetTypeInfo(type)!.Properties.Where(property => property is { Get: not null, IsExtensionData: false })];

    private static PropertyInfo PropertyOf(Type type, string field) => type.GetProperties().First(property =>
        (property.GetCustomAttribute<JsonPropertyNameAttribute>()?.Name
            ?? JsonNamingPolicy.SnakeCaseLower.ConvertName(property.Name)) == field);

    private static bool IsObject(JsonSerializerContext context, Type type) =>
        type != typeof(Point) && context.GetTypeInfo(type) is { Kind: JsonTypeInfoKind.Object };

    /// <summary>Returns the type of the elements of a list or the values of a dictionary, or else the type itself.</summary>
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

using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using DbIngest.Clusters.Files;

namespace DbIngest.Clusters.Tests.Files;

/// <summary>
/// Writes the JSON schema of deployment files (draft 2020-12), by which editors complete keys, from the declarations that also
/// read the files. <see cref="DeploymentSchemaTests"/> compares <c>clusters/deployment.schema.json</c> with the result.
/// </summary>
internal static class DeploymentSchema
{
    private static readonly JsonSerializerOptions Written =
        new() { WriteIndented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping, NewLine = "\n" };

    /// <summary>Writes the schema.</summary>
    /// <returns>JSON that ends with a newline.</returns>
    public static string Write()
    {
        var schema = Section(DeploymentKeys.All);
        schema.Insert(0, "$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.Insert(1, "title", "A deployment of DbIngest: a database of one node or several");
        return schema.ToJsonString(Written) + "\n";
    }

    private static JsonObject Section(IReadOnlyList<FileKey> keys)
    {
        var section = new JsonObject
        {
            ["type"] = "object",
            ["additionalProperties"] = false,
            ["properties"] = new JsonObject(keys.Select(key => KeyValuePair.Create<string, JsonNode?>(key.Name, Value(key)))),
        };
        if (keys.Any(key => key.IsRequired))
        {
            section["required"] = new JsonArray([.. keys.Where(key => key.IsRequired).Select(key => (JsonNode)key.Name)]);
        }

        return section;
    }

    private static JsonObject Value(FileKey key)
    {
        var value = key.Kind switch
        {
            FileKind.Whole =>
                new JsonObject { ["type"] = "integer", ["minimum"] = (long)key.Smallest, ["maximum"] = (long)key.Largest },
            FileKind.Number => new JsonObject { ["type"] = "number", ["minimum"] = key.Smallest, ["maximum"] = key.Largest },
            FileKind.Values => new JsonObject
            {
                ["type"] = "object",
                ["additionalProperties"] = new JsonObject { ["type"] = new JsonArray("string", "number", "boolean") }
            },
            FileKind.Section => Section(key.Keys),
            FileKind.WholeOrSections => new JsonObject
            {
                ["oneOf"] = new JsonArray(
                    new JsonObject { ["type"] = "integer", ["minimum"] = (long)key.Smallest, ["maximum"] = (long)key.Largest },
                    new JsonObject
                    {
                        ["type"] = "array",
                        ["minItems"] = (long)key.Smallest,
                        ["maxItems"] = (long)key.Largest,
                        ["items"] = Section(key.Keys)
                    }),
            },
            _ => Text(key),
        };
        value.Insert(0, "description", key.Meaning);
        return value;
    }

    /// <summary>Texts also allow numbers: YAML reads an unquoted version, 15.2, as a number.</summary>
    private static JsonObject Text(FileKey key)
    {
        if (key.Words is { } words)
        {
            return new JsonObject { ["enum"] = new JsonArray([.. words.Select(word => (JsonNode)word)]) };
        }

        var text = new JsonObject { ["type"] = new JsonArray("string", "number") };
        if (key.Pattern is { } pattern)
        {
            text["pattern"] = $"^({pattern})$";
        }

        return text;
    }
}

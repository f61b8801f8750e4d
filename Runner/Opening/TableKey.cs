using DbIngest.Abstractions.Targets;

namespace DbIngest.Runner.Opening;

/// <summary>
/// Says as a setting of a target which key its table has because of an option. <see cref="OpenTargets"/> stores it in the
/// manifest.
/// </summary>
internal static class TableKey
{
    /// <summary>Name of the setting.</summary>
    public const string Setting = "table_key";

    /// <summary>The setting's text.</summary>
    /// <param name="definition">The database.</param>
    /// <param name="isIndexed">False for <c>--index none</c>.</param>
    public static string Of(TargetDefinition definition, bool isIndexed)
    {
        string both = definition.Parts.Count > 1 ? " in both databases" : string.Empty;
        if (isIndexed)
        {
            return $"unique on source and sequence{both}, because of --via, --index or --freshness";
        }

        return definition.Parts.FirstOrDefault(part => !part.ReadsWithoutIndex) is { } keyed
            ? $"none of the control data, because of --index: a deletion reads all of them; {keyed.Name} keeps the key of the "
                + "records, by which reads and changes find them"
            : $"none{both}, because of --index: reads and changes of single records read the whole table";
    }
}

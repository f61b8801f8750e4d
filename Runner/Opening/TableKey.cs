using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;

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
    /// <param name="index">One of <see cref="TableIndex"/>.</param>
    public static string Of(TargetDefinition definition, string index)
    {
        string both = definition.Parts.Count > 1 ? " in both databases" : string.Empty;
        if (index == TableIndex.Time)
        {
            return $"{Of(definition, TableIndex.Key)}; an index of the records on source and timestamp, because of --index";
        }

        if (index == TableIndex.Key)
        {
            return $"unique on source and sequence{both}, because of --via, --index or --freshness";
        }

        return definition.Parts.FirstOrDefault(part => !part.ReadsWithoutIndex) is { } keyed
            ? $"none of the control data, because of --index: a deletion reads all of them; {keyed.Name} keeps the key of the "
                + "records, by which reads and changes find them"
            : $"none{both}, because of --index: reads and changes of single records read the whole table";
    }
}

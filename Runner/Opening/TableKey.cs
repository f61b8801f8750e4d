using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;

namespace DbIngest.Runner.Opening;

/// <summary>
/// Writes the text of the setting <c>table_key</c>: which key or index the options of a sweep give to a target's table, or that
/// they leave it without. <see cref="TableSettings"/> adds the setting to the target's description, which the manifest stores.
/// Other words would make <c>--resume</c> refuse sweeps of earlier versions.
/// </summary>
internal static class TableKey
{
    /// <summary>Name of the setting. Stored in manifests: never rename it.</summary>
    public const string Setting = "table_key";

    private const string Unique = "unique on source and sequence";

    private const string Because = ", because of --via, --index or --freshness";

    /// <summary>Returns the text of the setting.</summary>
    /// <param name="definition">The database.</param>
    /// <param name="index">One of <see cref="TableIndex"/>.</param>
    /// <param name="reasons">Why options of endpoints leave tables without a key, by name of the database.</param>
    public static string Of(TargetDefinition definition, string index, IReadOnlyDictionary<string, string> reasons)
    {
        string both = definition.Parts.Count > 1 ? " in both databases" : string.Empty;
        if (index == TableIndex.Time)
        {
            return Of(definition, TableIndex.Key, reasons)
                + "; an index of the records on source and timestamp, because of --index";
        }

        if (index == TableIndex.Key)
        {
            return HasKeyless(definition, reasons) ? OfKeyless(definition, reasons) : Unique + both + Because;
        }

        return definition.Parts.FirstOrDefault(part => !part.ReadsWithoutIndex) is { } keyed
            ? "none of the control data, because of --index: a deletion reads all of them; "
                + (ReasonOf(keyed, reasons) is { } reason ? $"none of the records: {reason}"
                    : $"{keyed.Name} keeps the key of the records, by which reads and changes find them")
            : $"none{both}, because of --index: reads and changes of single records read the whole table";
    }

    /// <summary>True if a database, or one of a hybrid, has no unique key even where options of a sweep ask for one.</summary>
    /// <param name="definition">The database.</param>
    /// <param name="reasons">As for <see cref="Of"/>.</param>
    public static bool HasKeyless(TargetDefinition definition, IReadOnlyDictionary<string, string> reasons) =>
        definition.Parts.Any(part => ReasonOf(part, reasons) is not null);

    /// <summary>
    /// Returns the text of the setting for a sweep whose mixes alone give control data a key. Earlier versions gave it none, and
    /// a sweep that one of them began must not go on with another table.
    /// </summary>
    /// <param name="definition">The database.</param>
    /// <returns>Null if the database has no control data, or does not find single rows of it.</returns>
    public static string? OfMix(TargetDefinition definition) =>
        definition.Parts is [var control, _] && control.DefaultClient.Operations.HasFlag(RecordOperations.ReadsAndWrites)
            ? Unique + " of control data, because of --mix" : null;

    private static string OfKeyless(TargetDefinition definition, IReadOnlyDictionary<string, string> reasons) =>
        definition.Parts is [var control, var records]
            ? $"{OfPart(control, "control data", reasons)}; {OfPart(records, "the records", reasons)}"
            : $"none: {ReasonOf(definition, reasons)}";

    private static string OfPart(TargetDefinition part, string what, IReadOnlyDictionary<string, string> reasons) =>
        ReasonOf(part, reasons) is { } reason ? $"none of {what}: {reason}" : $"{Unique} of {what}{Because}";

    private static string? ReasonOf(TargetDefinition part, IReadOnlyDictionary<string, string> reasons) =>
        part.NoKeyReason ?? reasons.GetValueOrDefault(part.Name);
}

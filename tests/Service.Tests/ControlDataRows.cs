using DbIngest.Abstractions.Records;

namespace DbIngest.Service.Tests;

/// <summary>Reads the control data of a hybrid past any service.</summary>
internal static class ControlDataRows
{
    /// <summary>The columns, as docs/targets/hybrid.md has them.</summary>
    public static readonly RecordSchema Schema =
        new([new("first_sequence", ""), new("records", ""), new("equipment", ""), new("file", "")]);

    /// <summary>
    /// All rows of sources 0 to N - 1 by source and sequence number, 0 for that of a source, with the values of each time that it
    /// is stored.
    /// </summary>
    public static Dictionary<(int Source, long Sequence), List<double[]>> Of(StorePlace place, int sources)
    {
        using var control = place.Parts[0].Open();
        return StoredRecords.Of(control, Schema, sources);
    }
}

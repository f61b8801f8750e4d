using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Lines;

/// <summary>
/// The named fields of a file's lines that become values of a record. <see cref="FieldProfiles.Choose"/> makes the choice for
/// JSON lines and line protocol, <see cref="KeyValueSniffer"/> for key-value logs, before the first record is read. Their
/// readers take the schema from it, and the role of each field (<see cref="FieldRoles"/>). Immutable.
/// </summary>
/// <param name="Fields">Names of the chosen fields as the lines have them, one per value and in the order of the values.</param>
/// <param name="Values">Names and units of the values of a record.</param>
/// <param name="LeftOut">The fields that are left out, each with the reason, for the user to read.</param>
/// <param name="Marks">Texts in the chosen fields that mean a missing value, in addition to the usual ones.</param>
internal sealed record FieldChoice(IReadOnlyList<string> Fields, RecordSchema Values, IReadOnlyList<string> LeftOut,
    IReadOnlyList<string> Marks)
{
    /// <summary>Refuses fields of the input option <c>columns=</c> of which a record could not hold each as a value.</summary>
    /// <param name="fields">The fields, in the order of the values.</param>
    /// <param name="time">The field of the time; null when the time is not a field.</param>
    /// <exception cref="ArgumentException">A field is named twice, or is the time.</exception>
    public static void Check(IReadOnlyCollection<string> fields, string? time)
    {
        if (fields.Distinct(StringComparer.Ordinal).Count() < fields.Count || fields.Any(field => field == time))
        {
            throw new ArgumentException("Input option columns: a field is named twice, or is the time as well.");
        }
    }
}

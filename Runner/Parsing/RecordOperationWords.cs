using DbIngest.Abstractions.Operations;

namespace DbIngest.Runner.Parsing;

/// <summary>
/// Names single-record operations: in refusals for <c>EndpointLimitCheck</c> and <c>LackingOperations</c>, and in
/// docs/reference/endpoints.md for <c>EndpointsPage</c>. An operation that is missing here appears in no text.
/// </summary>
internal static class RecordOperationWords
{
    private static readonly (RecordOperations Operation, string Word)[] Words =
    [
        (RecordOperations.Read, "read"),
        (RecordOperations.Scan, "scan"),
        (RecordOperations.Update, "update"),
        (RecordOperations.Delete, "delete"),
        (RecordOperations.UpdateIf, "compare-and-set"),
        (RecordOperations.Find, "find by time"),
    ];

    /// <summary>Lists the words of operations in the order of the table above.</summary>
    /// <param name="operations">One or more operations.</param>
    /// <param name="separator">The text between two words.</param>
    public static string List(RecordOperations operations, string separator = ", ") =>
        string.Join(separator, Words.Where(word => operations.HasFlag(word.Operation)).Select(word => word.Word));
}

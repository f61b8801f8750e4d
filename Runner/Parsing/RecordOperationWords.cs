using DbIngest.Abstractions.Operations;

namespace DbIngest.Runner.Parsing;

/// <summary>Names single-record operations for messages and the page of endpoints.</summary>
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

    /// <summary>The operations in the order of their declaration.</summary>
    /// <param name="operations">One or more operations.</param>
    /// <param name="separator">What stands between two.</param>
    public static string List(RecordOperations operations, string separator = ", ") =>
        string.Join(separator, Words.Where(word => operations.HasFlag(word.Operation)).Select(word => word.Word));
}

using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// Finds out whether a client lacks operations on single records that an option needs, and writes the refusal, which names the
/// clients of its database that have them. <see cref="SweepRequestCheck"/> calls it for <c>--mix</c> and
/// <see cref="FreshnessCheck"/> for <c>--freshness</c>. It only returns the text: the caller refuses.
/// </summary>
internal static class LackingOperations
{
    /// <summary>Compares the operations that an option needs with those that a client has.</summary>
    /// <param name="definition">The database.</param>
    /// <param name="client">Name of the client.</param>
    /// <param name="needed">The operations that an option needs.</param>
    /// <param name="remedy">Returns the remedy if no client has the operations. Gets the lacking operations in words.</param>
    /// <returns>A refusal with its remedy. Null if the client has all operations.</returns>
    public static string? Of(TargetDefinition definition, string client, RecordOperations needed, Func<string, string> remedy)
    {
        var lacking = needed & ~definition.Client(client).Operations;
        if (lacking == RecordOperations.None)
        {
            return null;
        }

        string[] able = [.. definition.Clients.Where(c => c.Operations.HasFlag(needed)).Select(c => c.Name)];
        string words = RecordOperationWords.List(lacking, " or ");
        return able.Length > 0
            ? $"{definition.Name} has no {words} of single records by --client {client}, but by {string.Join(" or ", able)}"
            : $"{definition.Name} has no {words} of single records; {remedy(words)}";
    }
}

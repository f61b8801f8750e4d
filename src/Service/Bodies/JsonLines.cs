using DbIngest.Service.Problems;

namespace DbIngest.Service.Bodies;

/// <summary>Finds the lines of a JSON body, for refusals.</summary>
internal static class JsonLines
{
    /// <summary>Refuses a field of a JSON body.</summary>
    /// <param name="body">The body.</param>
    /// <param name="at">The index of the faulty token.</param>
    /// <param name="field">The field.</param>
    /// <param name="detail">What is wrong with it, as a sentence.</param>
    public static RefusalException Refuse(ReadOnlySpan<byte> body, long at, string field, string detail) =>
        RefusalException.Malformed(field, detail, 1 + body[..(int)Math.Min(at, body.Length)].Count((byte)'\n'));
}

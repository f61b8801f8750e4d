using DbIngest.Service.Problems;

namespace DbIngest.Service.Bodies;

/// <summary>
/// Makes refusals that name the line of a fault in a JSON body. <see cref="JsonRecordReader"/> throws them. Lines are counted
/// only after a fault, so a valid body costs nothing here.
/// </summary>
internal static class JsonLines
{
    /// <summary>Makes the refusal of a field, with status 400. The caller throws it.</summary>
    /// <param name="body">The whole body. Its line feeds up to the fault are counted.</param>
    /// <param name="at">Index in bytes of the faulty token. An index beyond the body counts as its end.</param>
    /// <param name="field">The field.</param>
    /// <param name="detail">What is wrong with the field, as a sentence.</param>
    public static RefusalException Refuse(ReadOnlySpan<byte> body, long at, string field, string detail) =>
        RefusalException.Malformed(field, detail, 1 + body[..(int)Math.Min(at, body.Length)].Count((byte)'\n'));
}

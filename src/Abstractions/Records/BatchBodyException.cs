namespace DbIngest.Abstractions.Records;

/// <summary>
/// Reports that the body of a batch is malformed. <see cref="BatchBody"/> throws it while <c>RecordRoutes</c> of the service
/// decodes a request, before anything is stored. The service answers with status 400 and names <see cref="Field"/>.
/// </summary>
/// <param name="field">The field at fault: one of the header, or the name of a value.</param>
/// <param name="message">The fault of the field, as a clause.</param>
public sealed class BatchBodyException(string field, string message) : Exception(message)
{
    /// <summary>The field at fault.</summary>
    public string Field { get; } = field;
}

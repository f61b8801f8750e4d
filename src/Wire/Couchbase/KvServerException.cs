using System.Globalization;
using System.Text.Json;

namespace DbIngest.Wire.Couchbase;

/// <summary>
/// Reports that the server answered a request with an error. <see cref="KvConnection"/>, <see cref="RangeScan"/>,
/// <see cref="DcpBackfill"/> and the login throw it. The operations of <c>KvPipeline</c> create it from an answer by
/// <see cref="Of"/>. <c>CouchbaseErrors</c> and <c>KvPipeline</c> decide by it whether to retry. The connection stays usable,
/// unless opening it failed.
/// </summary>
/// <param name="status">The server's status code.</param>
/// <param name="what">What was attempted.</param>
/// <param name="context">The server's explanation; null if there is none.</param>
public sealed class KvServerException(KvStatus status, string what, string? context = null)
    : WireException(Describe(status, what, context), innerException: null)
{
    /// <summary>The server's status code.</summary>
    public KvStatus Status => status;

    /// <summary>Whether a retry may succeed, by the protocol's documentation.</summary>
    public bool IsTransient =>
        Status is KvStatus.NotMyVBucket or KvStatus.Locked or KvStatus.AuthenticationStale or KvStatus.NotInitialized
            or KvStatus.OutOfMemory or KvStatus.RangeScanCancelled
        or KvStatus.Busy or KvStatus.TemporaryFailure or KvStatus.DurabilityImpossible or KvStatus.SyncWriteInProgress
        or KvStatus.SyncWriteAmbiguous
        or KvStatus.SyncWriteReCommitInProgress;

    /// <summary>Whether the request may have taken effect despite the error.</summary>
    public bool IsAmbiguous => Status is KvStatus.SyncWriteAmbiguous or KvStatus.InternalError;

    /// <summary>Turns an answer with an error status into an exception.</summary>
    /// <param name="answer">The answer.</param>
    /// <param name="what">What was attempted, for the message.</param>
    public static KvServerException Of(KvMessage answer, string what) => new(answer.Status, what, Context(answer.Value));

    private static string Describe(KvStatus status, string what, string? context)
    {
        string name = Enum.IsDefined(status) ? status.ToString() : "error";
        return string.Create(CultureInfo.InvariantCulture,
            $"{what}: {name} (0x{(int)status:x2}).{(string.IsNullOrEmpty(context) ? string.Empty : $" The server says: {context}")}");
    }

    /// <summary>
    /// Reads the explanation: with extended errors <c>{"error":{"context":"..."}}</c>, else a sentence, a cluster map, or
    /// nothing.
    /// </summary>
    private static string? Context(ReadOnlySpan<byte> value)
    {
        if (value.IsEmpty || value[0] != (byte)'{')
        {
            return value.Length is > 0 and < 200 ? System.Text.Encoding.UTF8.GetString(value) : null;
        }

        try
        {
            var reader = new Utf8JsonReader(value);
            using var document = JsonDocument.ParseValue(ref reader);
            return document.RootElement.TryGetProperty("error", out var error) && error.ValueKind == JsonValueKind.Object
                && error.TryGetProperty("context", out var context) ? context.ToString() : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}

using System.Globalization;
using System.Text.Json;

namespace DbIngest.Wire.Couchbase;

/// <summary>The server answered a request with an error. The connection can be used further.</summary>
public sealed class KvServerException : WireException
{
    /// <summary>Creates the exception.</summary>
    /// <param name="status">What the server answered.</param>
    /// <param name="what">What was asked for.</param>
    /// <param name="context">The server's own words; null where it gives none.</param>
    public KvServerException(KvStatus status, string what, string? context = null)
        : base(Describe(status, what, context), innerException: null) => Status = status;

    /// <summary>What the server answered.</summary>
    public KvStatus Status { get; }

    /// <summary>Whether trying the same again may help, as the protocol has it.</summary>
    public bool IsTransient => Status is KvStatus.NotMyVBucket or KvStatus.Locked or KvStatus.AuthenticationStale or KvStatus.NotInitialized or KvStatus.OutOfMemory
        or KvStatus.Busy or KvStatus.TemporaryFailure or KvStatus.DurabilityImpossible or KvStatus.SyncWriteInProgress or KvStatus.SyncWriteAmbiguous
        or KvStatus.SyncWriteReCommitInProgress;

    /// <summary>Whether what was asked for may have taken place all the same.</summary>
    public bool IsAmbiguous => Status is KvStatus.SyncWriteAmbiguous or KvStatus.InternalError;

    /// <summary>The error of an answer.</summary>
    /// <param name="answer">The answer.</param>
    /// <param name="what">What was asked for.</param>
    public static KvServerException Of(KvAnswer answer, string what) => new(answer.Status, what, Context(answer.Value));

    private static string Describe(KvStatus status, string what, string? context)
    {
        string name = Enum.IsDefined(status) ? status.ToString() : "error";
        return string.Create(CultureInfo.InvariantCulture, $"{what}: {name} (0x{(int)status:x2}).{(string.IsNullOrEmpty(context) ? string.Empty : $" The server says: {context}")}");
    }

    /// <summary>With extended errors the value is <c>{"error":{"context":"..."}}</c>; else it is a sentence, or a cluster's map, or nothing.</summary>
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

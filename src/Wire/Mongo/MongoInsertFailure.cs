namespace DbIngest.Wire.Mongo;

/// <summary>
/// Lists the errors of an insertion that the server did not store completely with the requested write concern.
/// <see cref="MongoConnection.ReceiveInsert"/> returns it. <c>MongoInsertWindow</c> decides by it which documents to treat as
/// stored. Immutable.
/// </summary>
/// <param name="Command">Error of the whole command; null if it ran.</param>
/// <param name="Documents">The documents that were not stored, by their position in the insertion. All others were.</param>
/// <param name="Concern">Error of the write concern; null if it was satisfied.</param>
public sealed record MongoInsertFailure(
    MongoServerException? Command, IReadOnlyList<(int Index, MongoServerException Error)> Documents,
        MongoServerException? Concern)
{
    /// <summary>Reads the errors in the answer to an insertion.</summary>
    internal static MongoInsertFailure Of(BsonDocument answer)
    {
        var labels = answer.Texts("errorLabels");
        if (!answer.IsTrue("ok"))
        {
            return new(MongoServerException.Of(answer, labels), [], null);
        }

        return new(
            null,
            [.. answer.Documents("writeErrors")
                .Select(e => ((int)(e.Number("index") ?? -1), MongoServerException.Of(e, labels)))],
            answer.Document("writeConcernError") is { } concern ? MongoServerException.Of(concern, labels) : null);
    }
}

namespace DbIngest.Wire.Mongo;

/// <summary>What became of an insertion that the server did not take as it was.</summary>
/// <param name="Command">Why the whole was refused; null where it was not.</param>
/// <param name="Documents">The documents that were not stored, each with its place in the insertion; the others were.</param>
/// <param name="Concern">Why the write concern was not fulfilled; null where it was.</param>
public sealed record MongoInsertFailure(
    MongoServerException? Command, IReadOnlyList<(int Index, MongoServerException Error)> Documents, MongoServerException? Concern)
{
    internal static MongoInsertFailure Of(BsonDocument answer)
    {
        var labels = answer.Texts("errorLabels");
        if (!answer.IsTrue("ok"))
        {
            return new(MongoServerException.Of(answer, labels), [], null);
        }

        return new(
            null,
            [.. answer.Documents("writeErrors").Select(e => ((int)(e.Number("index") ?? -1), MongoServerException.Of(e, labels)))],
            answer.Document("writeConcernError") is { } concern ? MongoServerException.Of(concern, labels) : null);
    }
}

using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Mongo.Shapes;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// Creates the collection of a service when it is missing and refuses one of another shape. <see cref="MongoTarget"/> calls it
/// when a service starts. It looks at 100 documents only, and deletes and alters nothing. Services that start at the same time
/// may all call it.
/// </summary>
internal static class MongoServedCollection
{
    /// <summary>Documents to check: a collection has no columns, so its first documents tell its shape.</summary>
    private const int SampleDocuments = 100;

    /// <summary>Creates the collection or checks it.</summary>
    /// <param name="connection">A connection to the primary or router.</param>
    /// <param name="collection">The collection that the service needs.</param>
    /// <param name="isSpread">True if a trial would spread the collection over the shards of a cluster.</param>
    /// <exception cref="TargetException">The collection has documents of another shape, or its shape has no key.</exception>
    public static void Ensure(MongoConnection connection, MongoCollection collection, bool isSpread)
    {
        if (collection is not { HasRecordKeys: true, Key: { } key })
        {
            throw new TargetException(
                "A service needs one document a record, whose _id is made of source and sequence; leave shape=bucket, "
                + "shape=timeseries and id=objectid out of --endpoint.");
        }

        collection.Check(connection);
        if (Find(connection, collection) is null)
        {
            Create(connection, collection, isSpread);
        }

        if (Find(connection, collection)?.Text("type") is { } type and not "collection")
        {
            throw new TargetException(
                $"{collection.FullName} is a {type} instead of a collection; serve another by collection=NAME in --endpoint.");
        }

        Check(connection, collection, key);
    }

    private static void Create(MongoConnection connection, MongoCollection collection, bool isSpread)
    {
        if (isSpread)
        {
            throw new TargetException(
                $"The collection {collection.FullName} does not exist; serve spreads none over shards: create it by "
                + $"'sh.shardCollection(\"{collection.FullName}\", {{_id: \"hashed\"}})', or give shard=none in --endpoint.");
        }

        try
        {
            collection.CreateMissing(connection);
        }
        catch (MongoServerException exception) when (exception.Code == MongoErrorCode.NamespaceExists)
        {
            // Another service was first.
        }
    }

    private static BsonDocument? Find(MongoConnection connection, MongoCollection collection) => connection
        .Run(collection.Database, new BsonDocument(
            ("listCollections", 1), ("filter", new BsonDocument(("name", collection.Name)))))
        .Documents("cursor.firstBatch").FirstOrDefault(found => found.Text("name") == collection.Name);

    private static void Check(MongoConnection connection, MongoCollection collection, RecordIdentity key)
    {
        var names = collection.Names;
        string[] needed = ["_id", names.Source, names.Sequence, names.Timestamp, names.Quality];
        var sample = connection.Run(collection.Database, new BsonDocument(
            ("find", collection.Name), ("filter", new BsonDocument()), ("limit", SampleDocuments), ("singleBatch", true)));
        foreach (var document in sample.Documents("cursor.firstBatch"))
        {
            string[] fields = [.. document.Elements.Select(element => element.Key)];
            if (needed.Except(fields).Any() || fields.Except(needed).Except(names.Values).Any())
            {
                throw new TargetException(
                    $"A document of {collection.FullName} has the fields ({string.Join(", ", fields)}) instead of "
                    + $"({string.Join(", ", needed.Concat(names.Values))}); serve changes no document: name the fields by "
                    + "--columns, or serve another collection by collection=NAME in --endpoint.");
            }

            if (!key.IsOf(document["_id"], document.Number(names.Source), document.Number(names.Sequence)))
            {
                throw new TargetException(
                    $"A document of {collection.FullName} has an _id that is not made of source and sequence as id={key.Name} "
                    + "makes it; give the id of its documents, or serve another collection by collection=NAME in --endpoint.");
            }
        }
    }
}

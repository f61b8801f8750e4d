using DbIngest.Abstractions.Audit;
using DbIngest.Targets.Mongo.Shapes;
using DbIngest.Wire;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>Reads the whole collection back: parts of it, several at a time, each by a cursor of its own.</summary>
/// <param name="deployment">The deployment.</param>
/// <param name="collection">The collection.</param>
/// <param name="findsRanges">Whether a range of identities is found by their index; where it is not, each part would be a look at
/// the whole.</param>
internal sealed class MongoAudit(MongoDeployment deployment, MongoCollection collection, bool findsRanges)
{
    private const int PageDocuments = 10_000;
    private const int PartsPerThread = 4;
    private const int Attempts = 5;

    /// <summary>Reads everything.</summary>
    /// <param name="content">Receives the records.</param>
    /// <param name="cancellation">Ends the reading early.</param>
    /// <exception cref="WireException">A part could not be read.</exception>
    public void Run(StoredContent content, CancellationToken cancellation)
    {
        var parts = Parts(ParallelRead.Threads * PartsPerThread, content.Share);
        ParallelRead.Run(parts, own =>
        {
            using var partition = content.OpenPartition();
            using var reader = new PartReader(deployment, collection, partition, cancellation);
            foreach (var part in own)
            {
                reader.Read(part);
            }
        }, cancellation);
    }

    /// <summary>
    /// Cuts the collection: by identity, where it is made of source and sequence, into ranges that leave nothing out, and a last
    /// part for identities that are no numbers. Other identities have no order that is known beforehand, so there is one part
    /// then.
    /// </summary>
    /// <param name="wanted">About so many.</param>
    /// <param name="share">Of which sources; the last part belongs to every share, and is empty unless something foreign was
    /// stored.</param>
    internal IReadOnlyList<Part> Parts(int wanted, SourceShare share)
    {
        if (!collection.IsIdentified || !findsRanges)
        {
            return [new Part(new BsonDocument(), IsNumbered: false)];
        }

        var table = collection.Table;
        var cuts = new SortedSet<long>();
        int from = Math.Max(0, share.First);
        int until = Math.Min(table.Sources, share.End);
        int perSource = Math.Max(1, wanted / Math.Max(1, until - from));
        int sourcesPerPart = Math.Max(1, (until - from) / wanted);
        for (int source = from; source < until; source += sourcesPerPart)
        {
            for (int part = 0; part < perSource; part++)
            {
                cuts.Add(RecordIdentity.Of(source, table.RecordsPerSource * part / perSource));
            }
        }

        long[] bounds = [.. cuts];
        var parts = new List<Part>();
        if (share.First == int.MinValue)
        {
            parts.Add(new(new BsonDocument(("_id", new BsonDocument(("$lt", bounds[0])))), IsNumbered: true));
        }

        for (int i = 0; i < bounds.Length; i++)
        {
            var range = new BsonDocument(("$gte", bounds[i]));
            long? end = i + 1 < bounds.Length ? bounds[i + 1] : share.End == int.MaxValue ? null
                : RecordIdentity.Of(share.End, 0);
            parts.Add(new Part(new BsonDocument(("_id", end is { } last ? range.Add("$lt", last) : range)), IsNumbered: true));
        }

        parts.Add(new Part(new BsonDocument(("_id", new BsonDocument(("$not", new BsonDocument(("$type", "number")))))),
            IsNumbered: false));
        return parts;
    }

    /// <summary>A part of the collection.</summary>
    /// <param name="Filter">What is in it.</param>
    /// <param name="IsNumbered">Whether its identities are numbers: then reading can go on where it was cut off.</param>
    internal sealed record Part(BsonDocument Filter, bool IsNumbered);

    /// <summary>One thread's connection and buffers.</summary>
    private sealed class PartReader(MongoDeployment deployment, MongoCollection collection, StoredPartition partition,
        CancellationToken cancellation) : IDisposable
    {
        private readonly MongoDocumentReader _reader = collection.Shape.Reader();
        private MongoConnection? _connection;

        public void Read(Part part)
        {
            long? last = null;
            for (int failures = 0; ;)
            {
                cancellation.ThrowIfCancellationRequested();
                try
                {
                    ReadFrom(part, ref last);
                    return;
                }
                catch (WireException exception) when (++failures < Attempts && MayPass(exception, part.IsNumbered || !_hasRead))
                {
                    Dispose();
                    cancellation.WaitHandle.WaitOne(TimeSpan.FromSeconds(failures));
                }
            }
        }

        public void Dispose()
        {
            _connection?.Dispose();
            _connection = null;
        }

        private bool _hasRead;

        private static bool MayPass(WireException exception, bool canGoOn) =>
            canGoOn && exception is ConnectionLostException or MongoServerException { IsTransient: true };

        private void ReadFrom(Part part, ref long? last)
        {
            _hasRead = false;
            var connection = _connection ??= deployment.Open(cancellation);
            var filter = last is { } seen
                ? new BsonDocument(("$and", (object?[])[part.Filter, new BsonDocument(("_id", new BsonDocument(("$gt", seen))))]))
                : part.Filter;
            var page = connection.Page(collection.Database, collection.Find(filter, PageDocuments, isSorted: part.IsNumbered));
            while (true)
            {
                // A page that came is whole: its records count, and reading goes on behind them.
                while (page.Next())
                {
                    Take(page.Document, part.IsNumbered, ref last);
                }

                if (page.Cursor == 0)
                {
                    return;
                }

                cancellation.ThrowIfCancellationRequested();
                page = connection.Page(collection.Database, collection.More(page.Cursor, PageDocuments));
            }
        }

        private void Take(ReadOnlySpan<byte> document, bool isNumbered, ref long? last)
        {
            _hasRead = true;
            _reader.Open(document);
            while (_reader.Next())
            {
                partition.Add(_reader.Source, _reader.Sequence, _reader.Timestamp, _reader.Quality, _reader.Values);
            }

            var fields = new BsonReader(document);
            if (isNumbered && fields.Next() && fields.Name.SequenceEqual("_id"u8))
            {
                last = fields.Whole();
            }
        }
    }
}

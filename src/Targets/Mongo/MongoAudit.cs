using DbIngest.Abstractions.Audit;
using DbIngest.Targets.Mongo.Shapes;
using DbIngest.Wire;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// Reads the whole collection for the audit, in parts, on several threads with a cursor each. <see cref="MongoTarget"/> runs
/// it once the servers have settled. A range that fails is read again, up to four times, and must resume after the last page
/// that was handed over. A part that is no range is not repeated once a document of it was handed over. Changes nothing.
/// </summary>
/// <param name="deployment">The servers.</param>
/// <param name="collection">The collection.</param>
/// <param name="findsRanges">
/// True if an index finds a range of identities. Otherwise the collection is one part, since each part would be a scan.
/// </param>
internal sealed class MongoAudit(MongoDeployment deployment, MongoCollection collection, bool findsRanges)
{
    private const int PageDocuments = 10_000;
    private const int PartsPerThread = 4;
    private const int Attempts = 5;

    /// <summary>Reads all records.</summary>
    /// <param name="content">Receives the records.</param>
    /// <param name="cancellation">Cancels the reading.</param>
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
    /// Splits the collection into ranges of identities that leave nothing out, and a last part for identities of another type.
    /// One part if clients make object ids, which have no order that is known beforehand.
    /// </summary>
    /// <param name="wanted">Approximate number of parts.</param>
    /// <param name="share">
    /// The sources to read. Every share includes the last part, which is empty unless a foreign document was stored.
    /// </param>
    internal IReadOnlyList<Part> Parts(int wanted, SourceShare share)
    {
        if (!findsRanges || collection.Key is not { } key)
        {
            return [new Part(new BsonDocument(), IsRange: false)];
        }

        var table = collection.Table;
        var cuts = new SortedSet<(int Source, long Sequence)>();
        int from = Math.Max(0, share.First);
        int until = Math.Min(table.Sources, share.End);
        int perSource = Math.Max(1, wanted / Math.Max(1, until - from));
        int sourcesPerPart = Math.Max(1, (until - from) / wanted);
        for (int source = from; source < until; source += sourcesPerPart)
        {
            for (int part = 0; part < perSource; part++)
            {
                cuts.Add((source, table.RecordsPerSource * part / perSource));
            }
        }

        object[] bounds = [.. cuts.Select(cut => key.Of(cut.Source, cut.Sequence))];
        var parts = new List<Part>();
        if (share.First == int.MinValue)
        {
            parts.Add(new Part(new BsonDocument(("_id", new BsonDocument(("$lt", bounds[0])))), IsRange: true));
        }

        for (int i = 0; i < bounds.Length; i++)
        {
            var range = new BsonDocument(("$gte", bounds[i]));
            object? end = i + 1 < bounds.Length ? bounds[i + 1] : share.End == int.MaxValue ? null : key.Of(share.End, 0);
            parts.Add(new Part(new BsonDocument(("_id", end is null ? range : range.Add("$lt", end))), IsRange: true));
        }

        parts.Add(new Part(new BsonDocument(("_id", new BsonDocument(("$not", new BsonDocument(("$type", key.TypeName)))))),
            IsRange: false));
        return parts;
    }

    /// <summary>One part of the collection.</summary>
    /// <param name="Filter">Selects the part's documents.</param>
    /// <param name="IsRange">True for a range of identities, in which reading can resume after a lost connection.</param>
    internal sealed record Part(BsonDocument Filter, bool IsRange);

    /// <summary>Connection and buffers of one thread.</summary>
    private sealed class PartReader(MongoDeployment deployment, MongoCollection collection, StoredPartition partition,
        CancellationToken cancellation) : IDisposable
    {
        private readonly MongoDocumentReader _reader = collection.Shape.Reader();
        private MongoConnection? _connection;

        public void Read(Part part)
        {
            object? last = null;
            for (int failures = 0; ;)
            {
                cancellation.ThrowIfCancellationRequested();
                try
                {
                    ReadFrom(part, ref last);
                    return;
                }
                catch (WireException exception) when (++failures < Attempts
                    && MayPass(exception, part.IsRange ? last is not byte[] : !_hasRead))
                {
                    // A foreign _id of a type that is read as raw bytes, such as a Decimal128, cannot be sent back: no document
                    // would be greater, and the rest of the part would seem to be missing.
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

        private void ReadFrom(Part part, ref object? last)
        {
            _hasRead = false;
            var connection = _connection ??= deployment.Open(cancellation);
            var filter = last is { } seen
                ? new BsonDocument(("$and", (object?[])[part.Filter, new BsonDocument(("_id", new BsonDocument(("$gt", seen))))]))
                : part.Filter;
            var page = connection.Page(collection.Database, collection.Find(filter, PageDocuments, isSorted: part.IsRange));
            while (true)
            {
                // A page arrives whole: its records count, and reading resumes after them.
                ReadOnlySpan<byte> document = [];
                while (page.Next())
                {
                    document = page.Document;
                    Take(document);
                }

                last = part.IsRange && document.Length > 0 ? BsonDocument.Read(document)["_id"] : last;
                if (page.Cursor == 0)
                {
                    return;
                }

                cancellation.ThrowIfCancellationRequested();
                page = connection.Page(collection.Database, collection.More(page.Cursor, PageDocuments));
            }
        }

        private void Take(ReadOnlySpan<byte> document)
        {
            _hasRead = true;
            _reader.Open(document);
            while (_reader.Next())
            {
                partition.Add(_reader.Source, _reader.Sequence, _reader.Timestamp, _reader.Quality, _reader.Values);
            }
        }
    }
}

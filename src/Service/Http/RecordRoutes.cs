using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Service.Bodies;
using DbIngest.Service.Problems;
using DbIngest.Service.Stores;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace DbIngest.Service.Http;

/// <summary>
/// The routes of batches and single records, which <c>docs/reference/service.md</c> specifies. <c>ServiceHost</c> maps them once,
/// at the start. A route rents a batch, fills it from the body, and returns it only after the work on the store has ended. A PUT
/// reads the stored record first, and changes neither its key nor its timestamp. What the store cannot do is refused with status
/// 501. Called by several requests at once.
/// </summary>
/// <param name="state">Options, store, admission and metrics of the service.</param>
internal sealed class RecordRoutes(ServiceState state)
{
    private const string Json = "application/json";

    /// <summary>Sequence numbers of a source, from 0.</summary>
    private long Sequences => state.Store.Table.RecordsPerSource;

    /// <summary>Adds the routes.</summary>
    public void Map(WebApplication app)
    {
        app.MapPost("/v1/sources/{source}/batches", (Delegate)PostBatch)
            .Accepts<BatchDocument>(Json, BatchBody.ContentType).Produces<StoredDocument>()
            .WithSummary("Stores a batch. 200 when the store has acknowledged all of it.");
        app.MapPost("/v1/sources/{source}/records", (Delegate)PostRecord)
            .Accepts<CreationDocument>(Json, BatchBody.ContentType).Produces<RecordDocument>(StatusCodes.Status201Created)
            .WithSummary("Stores one record.");
        app.MapGet("/v1/sources/{source}/records/{sequence}", (Delegate)GetRecord)
            .Produces<RecordDocument>().WithSummary("Reads one record.");
        app.MapPut("/v1/sources/{source}/records/{sequence}", (Delegate)PutRecord)
            .Accepts<RowDocument>(Json, BatchBody.ContentType).Produces(StatusCodes.Status204NoContent)
            .WithSummary("Sets quality and values of one record that exists.");
        app.MapDelete("/v1/sources/{source}/records/{sequence}", (Delegate)DeleteRecord)
            .Produces(StatusCodes.Status204NoContent).ProducesProblem(StatusCodes.Status404NotFound)
            .WithSummary("Deletes one record. 404 where the store tells that there was none, as /v1/schema says.");
        app.MapGet("/v1/sources/{source}/records", (Delegate)GetWindow)
            .Produces<WindowDocument>().WithSummary("Reads the records first to first + count - 1 that exist; "
                + "with timestamp instead, those of the source at that instant.");
    }

    private async Task PostBatch(string source, HttpContext context)
    {
        int number = SourceOf(source);
        var store = state.Store;
        using var body = await RequestBody.Read(context, state.Admission, state.Options.BodyBytes);
        var batch = Decode(context.Request, body, store, number);
        try
        {
            body.EnterRows(batch.Count);
            var identity = IdentityOf(context.Request, store, batch);
            bool isNew = await store.Work.Run(number, session => session.Store(batch, identity), context.RequestAborted);
            state.Metrics.Acknowledged(batch.Count, isNew);
            await Answer(context, StatusCodes.Status200OK, string.Create(CultureInfo.InvariantCulture,
                $"{{\"source\":{number},\"first_sequence\":{batch.FirstSequence},\"count\":{batch.Count}}}"));
        }
        finally
        {
            store.Batches.Return(batch);
        }
    }

    private async Task PostRecord(string source, HttpContext context)
    {
        int number = SourceOf(source);
        var store = state.Store;
        using var body = await RequestBody.Read(context, state.Admission, state.Options.BodyBytes);
        var record = DecodeRecord(context.Request, body, store, number, null);
        try
        {
            body.EnterRows(1);
            var identity = IdentityOf(context.Request, store, record);
            bool isNew = await store.Work.Run(number, session => session.Store(record, identity), context.RequestAborted);
            state.Metrics.Acknowledged(1, isNew);
            var stored = new JsonRecordWriter();
            double[] values = new double[record.Schema.ValueCount];
            for (int column = 0; column < values.Length; column++)
            {
                values[column] = record.Values[column * record.Capacity];
            }

            stored.Add(number, record.FirstSequence, record.Timestamps[0], record.Qualities[0], values);
            context.Response.Headers.Location = string.Create(CultureInfo.InvariantCulture,
                $"/v1/sources/{number}/records/{record.FirstSequence}");
            await Answer(context, StatusCodes.Status201Created, stored.WriteOne().WrittenMemory);
        }
        finally
        {
            store.Batches.Return(record);
        }
    }

    private async Task GetRecord(string source, string sequence, HttpContext context)
    {
        int number = SourceOf(source);
        long wanted = PathNumbers.Sequence(sequence, Sequences);
        var store = Needing(RecordOperations.Read, "read single records");
        var found = await Read(store, number, wanted, 1, context.RequestAborted);
        if (found.Count == 0)
        {
            throw Absent(number, wanted);
        }

        await Answer(context, StatusCodes.Status200OK, found.WriteOne().WrittenMemory);
    }

    private async Task GetWindow(string source, HttpContext context)
    {
        int number = SourceOf(source);
        if (context.Request.Query.ContainsKey("timestamp"))
        {
            await GetInstant(number, context);
            return;
        }

        long first = PathNumbers.Query(context.Request, "first", 0, Sequences - 1);
        int count = (int)PathNumbers.Query(context.Request, "count", 1, state.Options.WindowRecords);

        // A window beyond the last sequence number would reach into the keys of the next source.
        count = (int)Math.Min(count, Sequences - first);
        var store = Needing(RecordOperations.Scan, "read ranges of records");
        var found = await Read(store, number, first, count, context.RequestAborted);
        await Answer(context, StatusCodes.Status200OK, found.WriteWindow().WrittenMemory);
    }

    private async Task GetInstant(int source, HttpContext context)
    {
        long timestamp = PathNumbers.Timestamp(context.Request);
        if (context.Request.Query.Keys.FirstOrDefault(name => name is "first" or "count") is { } other)
        {
            throw RefusalException.Malformed(other, "A window has first and count, an instant has timestamp alone.");
        }

        var store = Needing(RecordOperations.Find, "find records by their time");
        int most = state.Options.WindowRecords;
        var found = await store.Work.Run(source, async session =>
        {
            var records = new JsonRecordWriter(most);
            await session.Find(source, timestamp, records, records.Clear);
            return records;
        }, context.RequestAborted);
        if (found.HasMore)
        {
            throw new RefusalException(StatusCodes.Status422UnprocessableEntity, string.Create(CultureInfo.InvariantCulture,
                $"Source {source} has more than {most} records at that instant."))
            {
                Field = "timestamp",
                Remedy = "Read them by first and count.",
            };
        }

        await Answer(context, StatusCodes.Status200OK, found.WriteWindow().WrittenMemory);
    }

    private async Task PutRecord(string source, string sequence, HttpContext context)
    {
        int number = SourceOf(source);
        long wanted = PathNumbers.Sequence(sequence, Sequences);
        var store = Needing(RecordOperations.Update, "update records");
        using var body = await RequestBody.Read(context, state.Admission, state.Options.BodyBytes);
        var record = DecodeRecord(context.Request, body, store, number, wanted);
        try
        {
            body.EnterRows(1);
            await store.Work.Run(number, session => Replace(session, record), context.RequestAborted);
            context.Response.StatusCode = StatusCodes.Status204NoContent;
        }
        finally
        {
            store.Batches.Return(record);
        }
    }

    private async Task DeleteRecord(string source, string sequence, HttpContext context)
    {
        int number = SourceOf(source);
        long wanted = PathNumbers.Sequence(sequence, Sequences);
        var store = Needing(RecordOperations.Delete, "delete records");
        if (await store.Work.Run(number, session => session.Delete(number, wanted), context.RequestAborted) == false)
        {
            throw Absent(number, wanted);
        }

        context.Response.StatusCode = StatusCodes.Status204NoContent;
    }

    /// <summary>The row that the ledger keeps of a request. Null if the store keeps no ledger.</summary>
    private static LedgerRow? IdentityOf(HttpRequest request, ServedStore store, RecordBatch batch) =>
        store.Promise == Promise.OnceByLedger ? RequestIdentity.Of(batch, IdempotencyKey.Of(request)) : null;

    private static async ValueTask<bool> Replace(StoreSession session, RecordBatch record)
    {
        var stored = new JsonRecordWriter();
        await session.Read(record.Source, record.FirstSequence, 1, stored, stored.Clear);
        if (stored.Count == 0)
        {
            throw Absent(record.Source, record.FirstSequence);
        }

        if (record.Timestamps[0] != JsonRecordReader.NoTimestamp && record.Timestamps[0] != stored.Timestamp)
        {
            throw new RefusalException(StatusCodes.Status409Conflict, string.Create(CultureInfo.InvariantCulture,
                $"The record has the timestamp {stored.Timestamp}, which a PUT does not change."))
            {
                Field = "timestamp",
                Remedy = "Leave timestamp out, or delete the record and create it anew.",
            };
        }

        record.Timestamps[0] = stored.Timestamp;
        await session.Update(record);
        return true;
    }

    private static Task<JsonRecordWriter> Read(
        ServedStore store, int source, long first, int count, CancellationToken aborted) =>
        store.Work.Run(source, async session =>
        {
            var found = new JsonRecordWriter();
            await session.Read(source, first, count, found, found.Clear);
            return found;
        }, aborted);

    private int CountOf(RequestBody body)
    {
        int count = BatchBody.HeaderOf(body.Span).Count;
        return count <= state.Options.BatchRecords
            ? count
            : throw new RefusalException(StatusCodes.Status413PayloadTooLarge, string.Create(CultureInfo.InvariantCulture,
                $"The batch has {count} records, and {state.Options.BatchRecords} are taken at once."))
            {
                Field = "count",
                Remedy = "Send smaller batches.",
            };
    }

    private RecordBatch Decode(HttpRequest request, RequestBody body, ServedStore store, int source)
    {
        int values = store.Table.Schema.ValueCount;
        bool isBinary = IsBinary(request);
        try
        {
            var batch = store.Batches.Rent(isBinary ? CountOf(body) : JsonRecordReader.MostRecords(body.Length, values));
            try
            {
                if (isBinary)
                {
                    BatchBody.Decode(body.Span, batch);
                }
                else
                {
                    JsonRecordReader.ReadBatch(body.Span, source, batch);
                }

                Check(batch, source, "first_sequence");
                return batch;
            }
            catch
            {
                store.Batches.Return(batch);
                throw;
            }
        }
        catch (BatchBodyException fault)
        {
            throw new RefusalException(StatusCodes.Status400BadRequest, $"The binary batch is wrong: {fault.Message}.", fault)
            {
                Field = fault.Field,
            };
        }
    }

    private RecordBatch DecodeRecord(
        HttpRequest request, RequestBody body, ServedStore store, int source, long? sequence)
    {
        if (IsBinary(request))
        {
            var batch = Decode(request, body, store, source);
            string? field = batch.Count != 1 ? "count"
                : sequence is not null && batch.FirstSequence != sequence ? "first_sequence"
                : null;
            if (field is null)
            {
                return batch;
            }

            store.Batches.Return(batch);
            throw RefusalException.Malformed(field, "A single record is a batch of one, with the sequence number of the path.");
        }

        var record = store.Batches.Rent(1);
        try
        {
            JsonRecordReader.ReadRecord(body.Span, source, sequence, record);
            Check(record, source, "sequence");
            return record;
        }
        catch
        {
            store.Batches.Return(record);
            throw;
        }
    }

    private void Check(RecordBatch batch, int source, string field)
    {
        if (batch.Source != source)
        {
            throw RefusalException.Malformed("source", string.Create(CultureInfo.InvariantCulture,
                $"The body is of source {batch.Source}, and the path of {source}."));
        }

        if (batch.FirstSequence > Sequences - batch.Count)
        {
            throw RefusalException.Malformed(field, string.Create(CultureInfo.InvariantCulture,
                $"The last record would be beyond {Sequences - 1}."));
        }
    }

    private static bool IsBinary(HttpRequest request)
    {
        bool isBinary = request.ContentType?.StartsWith(BatchBody.ContentType, StringComparison.OrdinalIgnoreCase) == true;
        return isBinary && request.ContentLength is null
            ? throw new RefusalException(StatusCodes.Status411LengthRequired, "A binary body needs its length.")
            {
                Field = "Content-Length",
            }
            : isBinary;
    }

    private ServedStore Needing(RecordOperations operation, string what)
    {
        var store = state.Store;
        return store.Table.IsKeyed && state.Options.Operations.HasFlag(operation)
            ? store
            : throw new RefusalException(StatusCodes.Status501NotImplemented, $"This service cannot {what}: "
                + $"{(state.Options.IsKeyed ? $"{state.Options.Database} has no such operation" : "its table has no key")}.");
    }

    private int SourceOf(string text) => PathNumbers.Source(text, state.Options.Sources, state.Store.Names.AreThere);

    private static RefusalException Absent(int source, long sequence) => new(StatusCodes.Status404NotFound,
        string.Create(CultureInfo.InvariantCulture, $"Source {source} has no record {sequence}."))
    {
        Field = "sequence",
    };

    private static Task Answer(HttpContext context, int status, string json) =>
        Answer(context, status, Encoding.UTF8.GetBytes(json));

    private static async Task Answer(HttpContext context, int status, ReadOnlyMemory<byte> json)
    {
        var response = context.Response;
        response.StatusCode = status;
        response.ContentType = Json;
        response.ContentLength = json.Length;
        await response.BodyWriter.WriteAsync(json, context.RequestAborted);
    }
}

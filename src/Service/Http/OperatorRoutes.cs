using System.Buffers;
using System.Globalization;
using System.Text.Json;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Service.Problems;
using DbIngest.Service.Settings;
using DbIngest.Service.Stores;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace DbIngest.Service.Http;

/// <summary>
/// The routes that describe the service: schema, names of sources, health, metrics. <c>ServiceHost</c> maps them once, at the
/// start. They write no record, and only readiness and the names of sources ask the store. Field names of the schema and names of
/// metrics are published and must not change.
/// </summary>
/// <param name="state">Options, store, admission and metrics of the service.</param>
internal sealed class OperatorRoutes(ServiceState state)
{
    private const string Key =
        "A request that is sent again is stored once: source and sequence number are its key, as long as the record is stored. "
        + $"An {IdempotencyKey.Header} header is not needed and changes nothing.";

    private const string MetricsType = "text/plain; version=0.0.4; charset=utf-8";

    /// <summary>Adds the routes.</summary>
    public void Map(WebApplication app)
    {
        app.MapGet("/v1/schema", (Delegate)GetSchema).WithSummary("The values of a record, the store's promise, and the limits.");
        app.MapGet("/v1/sources", (Delegate)GetSources).Produces<SourcesDocument>()
            .WithSummary("The sources that have names, with their numbers.");
        app.MapGet("/health/live", (Delegate)(() => "alive\n")).WithSummary("200 while the process runs.");
        app.MapGet("/health/ready", (Delegate)GetReady)
            .WithSummary("200 when requests are taken. 503 while the service is being stopped, and while a database of the store "
                + "is away, which is asked at most once a second.");
        app.MapGet("/metrics", (Delegate)GetMetrics).WithSummary("Prometheus text.");
    }

    /// <summary>Explains a promise in sentences, for the schema, the OpenAPI document and the screen.</summary>
    public static string Meaning(Promise promise) => promise switch
    {
        Promise.Once => $"{Key} The same key with other content is refused with 409.",
        Promise.OnceByLooking => $"{Key} The same key with other content is refused with 409 if it was stored before the request "
            + "began; of two requests with other content at the same moment both may be acknowledged, and the later stays.",
        Promise.OnceByLedger => "A request that is sent again is stored once and answered as before, for "
            + string.Create(CultureInfo.InvariantCulture, $"{LedgerSweep.Promised.TotalHours:0} hours: its key is the header ")
            + $"{IdempotencyKey.Header} with the source, or without the header source, first sequence number and count. "
            + "The same key with other content is refused with 409.",
        _ => "A request that is sent again after an unknown outcome may be stored twice: the store has no key by which to find out.",
    };

    /// <summary>The name of a promise in the schema. Clients compare it, so it must not change.</summary>
    public static string NameOf(Promise promise) => promise switch
    {
        Promise.Once => "once",
        Promise.OnceByLooking => "once_by_looking",
        Promise.OnceByLedger => "once_by_ledger",
        _ => "at_least_once",
    };

    private Task GetSchema(HttpContext context)
    {
        var (store, options) = (state.Store, state.Options);
        var body = new ArrayBufferWriter<byte>(1024);
        using (var json = new Utf8JsonWriter(body))
        {
            json.WriteStartObject();
            json.WriteString("version", BuildStamp.Of(typeof(OperatorRoutes)).Version);
            json.WriteString("database", options.Database);
            json.WriteString("client", options.Client);
            json.WriteString("threads", options.Threads.ToString().ToLowerInvariant());
            json.WriteString("durability", options.Contract.Name);
            json.WriteString("durability_meaning", options.Contract.Meaning);
            json.WriteString("promise", NameOf(store.Promise));
            json.WriteString("promise_meaning", Meaning(store.Promise));
            if (store.Promise == Promise.OnceByLedger)
            {
                json.WriteNumber("promise_s", LedgerSweep.Promised.TotalSeconds);
            }

            json.WriteStartArray("values");
            foreach (var value in store.Table.Schema.Values)
            {
                json.WriteStartObject();
                json.WriteString("name", value.Name);
                json.WriteString("unit", value.Unit);
                json.WriteEndObject();
            }

            json.WriteEndArray();
            json.WriteNumber("delete_of_absent", options.TellsAbsence
                ? StatusCodes.Status404NotFound : StatusCodes.Status204NoContent);
            json.WriteStartArray("operations");
            foreach (string operation in OperationsOf(store))
            {
                json.WriteStringValue(operation);
            }

            json.WriteEndArray();
            WriteLimits(json, options, store.Table.RecordsPerSource);
            json.WriteEndObject();
        }

        return Answer(context, "application/json", body.WrittenMemory);
    }

    private async Task GetSources(HttpContext context)
    {
        var names = state.Store.Names;
        var all = await Task.Run(names.All);
        var body = new ArrayBufferWriter<byte>(1024);
        await using (var json = new Utf8JsonWriter(body))
        {
            json.WriteStartObject();
            json.WriteStartArray("sources");
            foreach (var (source, name) in all)
            {
                json.WriteStartObject();
                json.WriteNumber("source", source);
                json.WriteString("name", name);
                json.WriteEndObject();
            }

            json.WriteEndArray();
            json.WriteEndObject();
        }

        await Answer(context, "application/json", body.WrittenMemory);
    }

    private IEnumerable<string> OperationsOf(ServedStore store) =>
    [
        "insert",
        .. new[]
        {
            (RecordOperations.Read, "read"), (RecordOperations.Scan, "window"), (RecordOperations.Update, "update"),
            (RecordOperations.Delete, "delete"), (RecordOperations.Find, "find"),
        }.Where(one => store.Table.IsKeyed && state.Options.Operations.HasFlag(one.Item1)).Select(one => one.Item2),
    ];

    private static void WriteLimits(Utf8JsonWriter json, ServiceOptions options, long sequences)
    {
        json.WriteStartObject("limits");
        json.WriteNumber("sources", options.Sources);
        json.WriteNumber("sequences", sequences);
        json.WriteNumber("batch_records", options.BatchRecords);
        json.WriteNumber("window_records", options.WindowRecords);
        json.WriteNumber("body_bytes", options.BodyBytes);
        json.WriteNumber("queue_rows", options.QueueRows);
        json.WriteNumber("queue_bytes", options.QueueBytes);
        json.WriteNumber("queue_wait_s", options.QueueTimeout.TotalSeconds);
        json.WriteNumber("store_connections", options.Connections);
        json.WriteEndObject();
    }

    private async Task<string> GetReady(HttpContext context)
    {
        if (state.Ready is not { } store)
        {
            throw new RefusalException(StatusCodes.Status503ServiceUnavailable, "The service takes no requests now.")
            {
                RetryAfterS = 5,
            };
        }

        await store.Health.Check(context.RequestAborted);
        return "ready\n";
    }

    private Task GetMetrics(HttpContext context) => Answer(context, MetricsType, System.Text.Encoding.UTF8.GetBytes(
        state.Metrics.Write(
        [
            ("dbingest_queue_rows", "Rows that wait for the store or are being written.", state.Admission.Rows),
            ("dbingest_queue_bytes", "Bytes of bodies that wait for the store or are being written.", state.Admission.Bytes),
            ("dbingest_requests_under_way", "Requests that have begun and are not answered.", state.Metrics.UnderWay),
            ("dbingest_queue_requests", "Requests that wait for a connection to the store.", state.Ready?.Work.Waiting ?? 0),
            ("dbingest_store_connections", "Threads that write, each with a connection.", state.Options.Connections),
            ("process_resident_memory_bytes", "Resident memory.", Environment.WorkingSet),
        ])));

    private static async Task Answer(HttpContext context, string type, ReadOnlyMemory<byte> body)
    {
        context.Response.ContentType = type;
        context.Response.ContentLength = body.Length;
        await context.Response.BodyWriter.WriteAsync(body, context.RequestAborted);
    }
}

using System.IO.Compression;
using System.Text.Json;
using System.Text.RegularExpressions;
using DbIngest.Service.Lines;
using DbIngest.Service.Problems;
using DbIngest.Service.Stores;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace DbIngest.Service.Http;

/// <summary>
/// The routes of InfluxDB, versions 1 and 2, that a program needs to write in its line protocol: write, ping, and CREATE
/// DATABASE. <c>ServiceHost</c> maps them once, at the start, and several requests call them at once. A point becomes a record
/// whose source is named by measurement and tags, and whose sequence number is its timestamp. The names of databases,
/// organisations and buckets are ignored, because the service has one store. A write with invalid lines must say so, although the
/// others are stored.
/// </summary>
/// <param name="state">Options, store, admission and metrics of the service.</param>
internal sealed partial class InfluxRoutes(ServiceState state)
{
    /// <summary>Most points of one piece of work for the store. Pieces of one request may run at the same time.</summary>
    private const int PointsOfAJob = 100;

    /// <summary>Adds the routes.</summary>
    public void Map(WebApplication app)
    {
        app.MapPost("/write", (Delegate)Write).WithSummary("InfluxDB 1: points in line protocol.");
        app.MapPost("/api/v2/write", (Delegate)Write).WithSummary("InfluxDB 2: points in line protocol.");
        app.MapMethods("/ping", ["GET", "HEAD"], (Delegate)Ping).WithSummary("InfluxDB: 204 while the process runs.");
        app.MapMethods("/query", ["GET", "POST"], (Delegate)Query).WithSummary("InfluxDB 1: CREATE DATABASE, and nothing else.");
    }

    private static void Ping(HttpContext context)
    {
        context.Response.Headers["X-Influxdb-Version"] = "1.8-dbingest";
        context.Response.Headers["X-Influxdb-Build"] = "OSS";
        context.Response.StatusCode = StatusCodes.Status204NoContent;
    }

    private async Task Write(HttpContext context)
    {
        var store = state.Store;
        if (!store.Names.AreThere)
        {
            throw new RefusalException(StatusCodes.Status501NotImplemented,
                $"{state.Options.Database} has no table of the names of sources, which the line protocol needs.");
        }

        var precision = LinePrecision.Of(context.Request.Query["precision"].ToString());
        using var body = await RequestBody.Read(context, state.Admission, state.Options.BodyBytes);
        long now = (DateTimeOffset.UtcNow - DateTimeOffset.UnixEpoch).Ticks / TimeSpan.TicksPerMicrosecond;
        var plain = IsCompressed(context.Request) ? Decompress(body) : body.Memory;

        // Looking up a new name blocks until the store answers, so a thread of the pool does it.
        var request = await Task.Run(() => LineRequest.Read(plain.Span, store, precision, now, () => EnterPoint(body)));
        await Store(store, request, context.RequestAborted);
        state.Metrics.Acknowledged(request.Points.Count, isNew: true);
        if (request.Dropped > 0)
        {
            throw new RefusalException(StatusCodes.Status400BadRequest, request.Describe())
            {
                Line = request.FaultLine,
                Remedy = "The other lines are stored. GET /v1/schema names the values that fields may have.",
            };
        }

        context.Response.StatusCode = StatusCodes.Status204NoContent;
    }

    /// <summary>Admits a point as it is made: a body of short lines becomes many times its bytes.</summary>
    /// <exception cref="RefusalException">The request has too many points, or the queue is full.</exception>
    private void EnterPoint(RequestBody body)
    {
        if (body.Rows == state.Options.BatchRecords)
        {
            throw TooLarge($"The request has more than the {state.Options.BatchRecords} points that are taken at once.");
        }

        body.EnterRows(1);
    }

    /// <summary>Stores all points. Every piece of work has ended when this ends.</summary>
    /// <exception cref="RefusalException">A point is not stored, or not for certain. It says how many are.</exception>
    private static async Task Store(ServedStore store, LineRequest request, CancellationToken aborted)
    {
        int stored = 0;
        Task<bool>[] jobs = [.. Jobs(store, request).Select(async points => await store.Work.Run(points[0].Source,
            session => Store(store, session, points, () => Interlocked.Increment(ref stored)), aborted))];
        try
        {
            await Task.WhenAll(jobs);
        }
        catch (RefusalException)
        {
            throw PartialWrite.Of([.. jobs.Select(job => job.Exception?.InnerException).OfType<RefusalException>()], stored,
                request.Points.Count);
        }
    }

    /// <summary>
    /// Divides points into pieces of work. A piece has points of one source only, unless each session takes all sources.
    /// </summary>
    private static IEnumerable<WrittenPoint[]> Jobs(ServedStore store, LineRequest request) => store.Work.AreShared
        ? request.Points.Chunk(PointsOfAJob)
        : request.Points.GroupBy(point => point.Source).SelectMany(points => points.Chunk(PointsOfAJob));

    private static async ValueTask<bool> Store(
        ServedStore store, StoreSession session, WrittenPoint[] points, Action acknowledged)
    {
        var record = store.Batches.Rent(1);
        try
        {
            var into = new PointStore(session, record, store.Promise);
            foreach (var point in points)
            {
                await into.Store(point);
                acknowledged();
            }

            return true;
        }
        finally
        {
            store.Batches.Return(record);
        }
    }

    private static bool IsCompressed(HttpRequest request) => request.Headers.ContentEncoding.ToString() switch
    {
        "" or "identity" => false,
        "gzip" => true,
        var other => throw new RefusalException(StatusCodes.Status415UnsupportedMediaType,
            $"The service does not read {ClientText.Shown(other)}.")
        {
            Field = "Content-Encoding",
            Remedy = "Send it as it is, or by gzip.",
        },
    };

    private ReadOnlyMemory<byte> Decompress(RequestBody body)
    {
        using var plain = new MemoryStream();
        using var packed = new GZipStream(body.Open(), CompressionMode.Decompress);
        byte[] part = new byte[16 * 1024];
        try
        {
            for (int read = packed.Read(part); read > 0; read = packed.Read(part))
            {
                if (plain.Length + read > state.Options.BodyBytes)
                {
                    throw TooLarge("The body is larger than the service takes.");
                }

                // Gzip packs a body of zeros to a thousandth, so the unpacked bytes are admitted, which memory holds.
                body.EnterBytes(read);
                plain.Write(part, 0, read);
            }
        }
        catch (InvalidDataException fault)
        {
            throw new RefusalException(StatusCodes.Status400BadRequest, $"The body is no gzip: {fault.Message}", fault);
        }

        return plain.GetBuffer().AsMemory(0, (int)plain.Length);
    }

    private static RefusalException TooLarge(string detail) => new(StatusCodes.Status413PayloadTooLarge, detail)
    {
        Remedy = "Send smaller batches.",
    };

    private static async Task Query(HttpContext context)
    {
        string query = context.Request.Query["q"].ToString();
        if (query.Length == 0 && context.Request.HasFormContentType)
        {
            try
            {
                query = (await context.Request.ReadFormAsync(context.RequestAborted))["q"].ToString();
            }
            catch (InvalidDataException fault)
            {
                throw new RefusalException(StatusCodes.Status400BadRequest, $"The form cannot be read: {fault.Message}", fault);
            }
        }

        using var buffer = new MemoryStream();
        await using (var json = new Utf8JsonWriter(buffer))
        {
            json.WriteStartObject();
            json.WriteStartArray("results");
            string[] statements = query.Split(';', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
            foreach (var (id, statement) in statements.Index())
            {
                json.WriteStartObject();
                json.WriteNumber("statement_id", id);
                if (!CreateDatabase().IsMatch(statement))
                {
                    json.WriteString("error", "this service takes CREATE DATABASE alone; read records by /v1");
                }

                json.WriteEndObject();
            }

            json.WriteEndArray();
            json.WriteEndObject();
        }

        context.Response.ContentType = "application/json";
        context.Response.ContentLength = buffer.Length;
        await context.Response.BodyWriter.WriteAsync(buffer.ToArray(), context.RequestAborted);
    }

    [GeneratedRegex("^CREATE DATABASE ", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant, 1000)]
    private static partial Regex CreateDatabase();
}

using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using DbIngest.Abstractions.Records;
using Xunit.Abstractions;

namespace DbIngest.Service.Tests;

/// <summary>
/// The program <c>dbingest serve</c> under load, killed again and again, it or its store: nothing acknowledged is lost, and what
/// is sent again is stored once. <c>DBINGEST_KILLS</c> (5) says how often, <c>DBINGEST_SEED</c> when.
/// </summary>
[Trait("Suite", "Slow")]
[Needs("unix")]
public sealed class KilledServiceTests(ITestOutputHelper output) : IDisposable
{
    private const int Sources = 4;
    private const int BatchRecords = 50;

    private static readonly RecordSchema Schema = new([new("a", ""), new("b", ""), new("c", "")]);
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(3);

    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-service-").FullName;
    private readonly int[] _acknowledged = new int[Sources];
    private readonly int[] _sent = new int[Sources];
    private readonly HttpClient _client = new() { Timeout = TimeSpan.FromSeconds(60) };
    private HashSet<(int Source, long Sequence)>? _stored;
    private volatile string _address = string.Empty;

    public void Dispose()
    {
        _client.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    [Theory]
    [InlineData("sqlite", "once")]
    [InlineData("sqlite", "ledger")]
    [InlineData("postgres", "once")]
    [InlineData("postgres", "ledger")]
    [InlineData("mariadb", "ledger")]
    [InlineData("mongodb", "once")]
    [InlineData("cockroach", "once")]
    [InlineData("cassandra", "once")]
    [InlineData("sqlite+postgres", "once")]
    [InlineData("postgres+mongodb", "once")]
    [Needs("postgres", Where = "database", Is = "postgres")]
    [Needs("postgres", Where = "database", Is = "sqlite+postgres")]
    [Needs("postgres", Where = "database", Is = "postgres+mongodb")]
    [Needs("mongodb", Where = "database", Is = "postgres+mongodb")]
    [Needs("mariadb", Where = "database", Is = "mariadb")]
    [Needs("mongodb", Where = "database", Is = "mongodb")]
    [Needs("cockroach", Where = "database", Is = "cockroach")]
    [Needs("cassandra", Where = "database", Is = "cassandra")]
    public async Task Service_KilledUnderLoad_LosesNothingAcknowledgedAndStoresNothingTwice(string database, string promise)
    {
        // Cassandra's default syncs its log at intervals, so that its own death may lose what was acknowledged.
        bool survivesItself = database != "cassandra";

        // Of a batch that was not acknowledged these may store a part, which sending again completes.
        bool storesWholeBatches = database is not ("mongodb" or "cassandra" or "postgres+mongodb");
        int kills = NumberOf("DBINGEST_KILLS") ?? 5;
        int seed = NumberOf("DBINGEST_SEED") ?? Environment.TickCount;
        output.WriteLine($"DBINGEST_SEED={seed}");
        var random = new SplitMix64((ulong)seed);
        using var place = new StorePlace(database, _folder);
        for (int kill = 0; kill < kills; kill++)
        {
            using var service = Start(database, place, promise);
            using var stop = new CancellationTokenSource();
            var senders = Enumerable.Range(0, Sources).Select(source => Send(source, stop.Token)).ToArray();

            // The first requests may take longer than a service lives here.
            int before = _acknowledged.Sum();
            SpinWait.SpinUntil(() => _acknowledged.Sum() > before, Patience).ShouldBeTrue();
            await Task.Delay(100 + random.NextBelow(1400));
            if (survivesItself && place.Server is { } server && random.NextBelow(2) == 0)
            {
                var control = server.ServerControl!;
                control.Kill();
                control.Start(CancellationToken.None);
                await Task.Delay(100 + random.NextBelow(900));
            }

            service.Kill();
            await stop.CancelAsync();
            await Task.WhenAll(senders);
            await service.WaitForExitAsync();
        }

        _acknowledged.Sum().ShouldBeGreaterThan(0);
        using var last = Start(database, place, promise);
        _stored = promise == "ledger" ? Read(place) : null;
        for (int source = 0; source < Sources; source++)
        {
            // What was acknowledged is read in windows of 20 batches, the rest batch by batch.
            for (int batch = 0; batch < _sent[source];)
            {
                int whole = Math.Clamp(_acknowledged[source] - batch, 0, 20);
                int stored = await Count(source, batch, Math.Max(1, whole));
                if (whole > 0)
                {
                    stored.ShouldBe(whole * BatchRecords, $"source {source}, batch {batch} was acknowledged");
                }
                else if (storesWholeBatches)
                {
                    stored.ShouldBeOneOf([0, BatchRecords], $"source {source}, batch {batch}");
                }

                batch += Math.Max(1, whole);
            }

            // With other content than the stored one it would be refused.
            for (int batch = Math.Max(0, _acknowledged[source] - 20); batch < _sent[source]; batch++)
            {
                using var answer = await Post(source, batch);
                answer.StatusCode.ShouldBe(HttpStatusCode.OK);
            }
        }

        _stored = promise == "ledger" ? Read(place) : null;
        for (int source = 0; source < Sources; source++)
        {
            for (int batch = Math.Max(0, _acknowledged[source] - 20); batch < _sent[source]; batch++)
            {
                (await Count(source, batch, 1)).ShouldBe(BatchRecords);
            }
        }

        if (place.Parts.Count > 0)
        {
            // All that was acknowledged or sent since has been sent again: one row of control data each.
            var rows = ControlDataRows.Of(place, Sources);
            for (int source = 0; source < Sources; source++)
            {
                rows.Where(row => row.Key.Source == source && row.Key.Sequence > 0).Select(row => row.Key.Sequence).Order()
                    .ShouldBe(Enumerable.Range(0, _sent[source]).Select(batch => (long)(batch * BatchRecords) + 1));
            }

            rows.ShouldAllBe(row => row.Value.Count == 1 && row.Value[0][1] == (row.Key.Sequence == 0 ? 0 : BatchRecords));
        }

        output.WriteLine($"{database}, {promise}: {kills} kills, {_acknowledged.Sum()} batches acknowledged, {_sent.Sum()} sent");
        last.Kill();
    }

    /// <summary>Reads the table past the service, which has no reads without a key. No record may be there twice.</summary>
    private static HashSet<(int Source, long Sequence)> Read(StorePlace place)
    {
        using var target = place.Open();
        var found = StoredRecords.Of(target, Schema, Sources);
        found.Values.ShouldAllBe(times => times.Count == 1);
        return [.. found.Keys];
    }

    /// <summary>Counts the stored records of batches.</summary>
    private async Task<int> Count(int source, int batch, int batches)
    {
        if (_stored is { } stored)
        {
            return Enumerable.Range(batch * BatchRecords, batches * BatchRecords).Count(row => stored.Contains((source, row)));
        }

        using var window = JsonDocument.Parse(await _client.GetStringAsync(
            $"{_address}/v1/sources/{source}/records?first={batch * BatchRecords}&count={batches * BatchRecords}"));
        return window.RootElement.GetProperty("records").GetArrayLength();
    }

    /// <summary>Sends batch after batch, each until it is acknowledged.</summary>
    private async Task Send(int source, CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            int batch = _acknowledged[source];
            _sent[source] = Math.Max(_sent[source], batch + 1);
            try
            {
                using var answer = await Post(source, batch);
                if (answer.StatusCode == HttpStatusCode.OK)
                {
                    _acknowledged[source]++;
                }
                else
                {
                    string problem = await answer.Content.ReadAsStringAsync(CancellationToken.None);
                    ((int)answer.StatusCode).ShouldBeOneOf([429, 502, 503, 504], problem);
                    await Task.Delay(50, CancellationToken.None);
                }
            }
            catch (Exception cut) when (cut is HttpRequestException or SocketException)
            {
                // The service was killed: the outcome is unknown until the batch is sent again. HttpClient lets a socket's
                // failure through where the connection is cut while it is being opened.
                await Task.Delay(50, CancellationToken.None);
            }
        }
    }

    private async Task<HttpResponseMessage> Post(int source, int batch)
    {
        var body = new StringBuilder($"{{\"first_sequence\":{batch * BatchRecords},\"records\":[");
        for (int row = 0; row < BatchRecords; row++)
        {
            int sequence = (batch * BatchRecords) + row;
            body.Append(CultureInfo.InvariantCulture,
                $"{(row == 0 ? "" : ",")}{{\"timestamp\":{sequence},\"values\":[{source}.5,{sequence},null]}}");
        }

        using var content = new StringContent(body.Append("]}").ToString(), Encoding.UTF8, "application/json");
        if (source % 2 == 1)
        {
            content.Headers.Add("Idempotency-Key", $"batch-{batch}");
        }

        return await _client.PostAsync(new Uri($"{_address}/v1/sources/{source}/batches"), content);
    }

    private Process Start(string database, StorePlace place, string promise)
    {
        var service = new ServeProgram(["--db", database, .. place.EndpointOptions, "--columns", "a,b,c", "--work-folder", _folder,
            "--request-timeout", "20", "--promise", promise]);
        _address = service.Address;
        return service.Process;
    }

    private static int? NumberOf(string variable) =>
        int.TryParse(Environment.GetEnvironmentVariable(variable), CultureInfo.InvariantCulture, out int number) ? number : null;
}

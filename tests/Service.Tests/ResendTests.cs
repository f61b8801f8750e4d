using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using DbIngest.Abstractions.Records;
using Xunit.Abstractions;

namespace DbIngest.Service.Tests;

/// <summary>
/// Two programs <c>dbingest serve</c> before one store take the same requests again and again at random, half of them one and the
/// same request, and are killed meanwhile: each record is there once. <c>DBINGEST_RESENDS</c> (2,000) says how often,
/// <c>DBINGEST_SEED</c> in which order.
/// </summary>
[Trait("Suite", "Slow")]
[Needs("unix")]
public sealed class ResendTests(ITestOutputHelper output) : IDisposable
{
    private const int Sources = 8;
    private const int Requests = 1000;
    private const int BatchRecords = 10;
    private const int Senders = 8;
    private const int ResendsPerKill = 500;

    private static readonly RecordSchema Schema = new([new("a", ""), new("b", ""), new("c", "")]);
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(3);

    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-resend-").FullName;
    private readonly HttpClient _client = new() { Timeout = TimeSpan.FromSeconds(60) };
    private readonly ServeProgram[] _services = new ServeProgram[2];
    private readonly int[] _acknowledged = new int[Requests];
    private readonly Lock _draw = new();
    private int _answered;
    private int _refused;
    private int _conflicts;

    public void Dispose()
    {
        foreach (var service in _services)
        {
            service?.Process.Kill();
        }

        _client.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    [Theory]
    [InlineData("sqlite", "once")]
    [InlineData("sqlite", "ledger")]
    [InlineData("postgres", "once")]
    [InlineData("postgres", "ledger")]
    [InlineData("mariadb", "ledger")]
    [InlineData("sqlite+postgres", "once")]
    [Needs("postgres", Where = "database", Is = "postgres")]
    [Needs("postgres", Where = "database", Is = "sqlite+postgres")]
    [Needs("mariadb", Where = "database", Is = "mariadb")]
    public async Task Requests_SentAgainAtRandomToTwoKilledServices_AreEachStoredOnce(string database, string promise)
    {
        int resends = NumberOf("DBINGEST_RESENDS") ?? 2_000;
        int seed = NumberOf("DBINGEST_SEED") ?? Environment.TickCount;
        output.WriteLine($"DBINGEST_SEED={seed}");
        var random = new SplitMix64((ulong)seed);
        using var place = new StorePlace(database, _folder);
        Start(0);
        Start(1);

        var senders = Enumerable.Range(0, Senders).Select(_ => Task.Run(SendOn)).ToArray();
        int kills = Math.Max(1, resends / ResendsPerKill);
        for (int kill = 1; kill <= kills; kill++)
        {
            int due = (int)((long)resends * kill / (kills + 1));
            SpinWait.SpinUntil(() => Volatile.Read(ref _answered) >= due || Task.WhenAny(senders).IsCompleted, Patience)
                .ShouldBeTrue();
            int which = Draw(2);
            _services[which].Process.Kill();
            await _services[which].Process.WaitForExitAsync();
            Start(which);
        }

        await Task.WhenAll(senders);
        for (int request = 0; request < Requests; request++)
        {
            while (await Send(request, Draw(2)) != HttpStatusCode.OK)
            {
                await Task.Delay(50);
            }
        }

        using var target = place.Open();
        var stored = StoredRecords.Of(target, Schema, Sources);
        stored.Count.ShouldBe(Requests * BatchRecords);
        stored.ShouldAllBe(record => record.Value.Count == 1 && record.Value[0][1] == record.Key.Sequence);
        if (place.Parts.Count > 0)
        {
            var rows = ControlDataRows.Of(place, Sources);
            rows.Count.ShouldBe(Requests + Sources);
            rows.ShouldAllBe(row => row.Value.Count == 1 && row.Value[0][1] == (row.Key.Sequence == 0 ? 0 : BatchRecords));
        }

        output.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{database}, {promise}: {_answered} answered 200, {_refused} refused or cut, {_conflicts} of other content answered 409, {kills} kills"));

        int Draw(int below)
        {
            lock (_draw)
            {
                return random.NextBelow(below);
            }
        }

        void Start(int which) => _services[which] = new ServeProgram(["--db", database, .. place.EndpointOptions,
            "--columns", "a,b,c", "--work-folder", _folder, "--request-timeout", "20", "--promise", promise]);

        async Task SendOn()
        {
            while (Volatile.Read(ref _answered) < resends)
            {
                int request = Draw(2) == 0 ? 0 : Draw(Requests);
                bool isOther = Draw(50) == 0 && Volatile.Read(ref _acknowledged[request]) > 0;
                var status = await Send(request, Draw(2), isOther);
                if (isOther)
                {
                    status.ShouldNotBe(HttpStatusCode.OK);
                }
            }
        }
    }

    /// <summary>Sends a request, or one of its key with other content.</summary>
    /// <returns>The status. 0 where the service was killed.</returns>
    private async Task<HttpStatusCode?> Send(int request, int which, bool isOther = false)
    {
        int source = request % Sources;
        int first = request / Sources * BatchRecords;
        using var message = new HttpRequestMessage(HttpMethod.Post, $"{_services[which].Address}/v1/sources/{source}/batches");
        message.Content = new StringContent($"{{\"first_sequence\":{first},\"records\":[{string.Join(',',
            Enumerable.Range(first, BatchRecords).Select(sequence =>
                $"{{\"timestamp\":{sequence},\"values\":[{source},{sequence},{(isOther ? "1" : "null")}]}}"))}]}}",
            Encoding.UTF8, "application/json");

        // Every other request is told by its range.
        if (request % 2 == 0)
        {
            message.Headers.Add("Idempotency-Key", $"request-{request}");
        }

        try
        {
            using var answer = await _client.SendAsync(message);
            switch (answer.StatusCode)
            {
                case HttpStatusCode.OK:
                    Interlocked.Increment(ref _acknowledged[request]);
                    Interlocked.Increment(ref _answered);
                    break;
                case HttpStatusCode.Conflict when isOther:
                    Interlocked.Increment(ref _conflicts);
                    break;
                default:
                    ((int)answer.StatusCode).ShouldBeOneOf([429, 502, 503, 504], await answer.Content.ReadAsStringAsync());
                    Interlocked.Increment(ref _refused);
                    break;
            }

            return answer.StatusCode;
        }
        catch (Exception cut) when (cut is HttpRequestException or SocketException)
        {
            Interlocked.Increment(ref _refused);
            await Task.Delay(5);
            return null;
        }
    }

    private static int? NumberOf(string variable) =>
        int.TryParse(Environment.GetEnvironmentVariable(variable), CultureInfo.InvariantCulture, out int number) ? number : null;
}

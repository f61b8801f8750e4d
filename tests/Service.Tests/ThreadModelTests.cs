using DbIngest.Service.Settings;

namespace DbIngest.Service.Tests;

/// <summary>What each thread model does with requests, connections and threads.</summary>
public sealed class ThreadModelTests
{
    private const string OneRecord = "{\"sequence\":SEQ,\"timestamp\":5,\"values\":[1,2]}";

    [Theory]
    [InlineData(ThreadModel.Queue)]
    [InlineData(ThreadModel.Dedicated)]
    [InlineData(ThreadModel.Pool)]
    [InlineData(ThreadModel.Async)]
    public async Task EachModel_StoresAllAndUsesNoMoreConnectionsThanItHas(ThreadModel model)
    {
        int under = 0;
        int most = 0;
        var store = new FakeStore
        {
            Before = _ =>
            {
                int now = Interlocked.Increment(ref under);
                InterlockedMax(ref most, now);
                Thread.Sleep(2);
                Interlocked.Decrement(ref under);
            },
        };
        using (var service = new RunningService(store, options => options with { Threads = model, Connections = 3 }))
        {
            var answers = await Task.WhenAll(Enumerable.Range(0, 200).Select(i => service.Send(HttpMethod.Post,
                $"/v1/sources/{i % 16}/records", OneRecord.Replace("SEQ", $"{i}", StringComparison.Ordinal))));
            answers.ShouldAllBe(answer => (int)answer.StatusCode == 201);
            (await service.Send(HttpMethod.Get, "/v1/sources/3/records/3")).IsSuccessStatusCode.ShouldBeTrue();
            ((int)(await service.Send(HttpMethod.Get, "/v1/sources/3/records/4")).StatusCode).ShouldBe(404);
            ((int)(await service.Send(HttpMethod.Delete, "/v1/sources/3/records/3")).StatusCode).ShouldBe(204);
        }

        store.Rows.Count.ShouldBe(199);
        most.ShouldBeInRange(2, 3);
        (store.AsyncCalls > 0).ShouldBe(model == ThreadModel.Async);
    }

    [Theory]
    [InlineData(ThreadModel.Dedicated)]
    [InlineData(ThreadModel.Pool)]
    [InlineData(ThreadModel.Async)]
    public async Task EachModel_RequestThatGetsNoConnectionInTime_IsAnswered504(ThreadModel model)
    {
        using var held = new ManualResetEventSlim();
        var store = new FakeStore { Before = _ => held.Wait(TimeSpan.FromSeconds(30)) };
        using var service = new RunningService(store, options => options with
        {
            Threads = model,
            Connections = 1,
            QueueTimeout = TimeSpan.FromMilliseconds(200),
        });
        var first = Task.Run(() => service.Send(HttpMethod.Post, "/v1/sources/0/records",
            OneRecord.Replace("SEQ", "1", StringComparison.Ordinal)));
        SpinWait.SpinUntil(() => store.Writes > 0, TimeSpan.FromSeconds(20)).ShouldBeTrue();

        var second = await service.Send(HttpMethod.Post, "/v1/sources/0/records",
            OneRecord.Replace("SEQ", "2", StringComparison.Ordinal));
        ((int)second.StatusCode).ShouldBe(504);
        held.Set();
        ((int)(await first).StatusCode).ShouldBe(201);
        store.Rows.Count.ShouldBe(1);
    }

    [Theory]
    [InlineData(ThreadModel.Queue)]
    [InlineData(ThreadModel.Dedicated)]
    [InlineData(ThreadModel.Pool)]
    [InlineData(ThreadModel.Async)]
    public async Task EachModel_DefectOfAWriter_IsA500AndTheNextRequestSucceeds(ThreadModel model)
    {
        bool isFirst = true;
        var store = new FakeStore
        {
            Before = _ =>
            {
                if (isFirst)
                {
                    isFirst = false;
                    throw new InvalidOperationException("a defect");
                }
            },
        };
        using var service = new RunningService(store, options => options with { Threads = model, Connections = 1 });
        ((int)(await service.Send(HttpMethod.Post, "/v1/sources/0/records",
            OneRecord.Replace("SEQ", "1", StringComparison.Ordinal))).StatusCode).ShouldBe(500);
        ((int)(await service.Send(HttpMethod.Post, "/v1/sources/0/records",
            OneRecord.Replace("SEQ", "2", StringComparison.Ordinal))).StatusCode).ShouldBe(201);
    }

    [Fact]
    public async Task Dedicated_HoldsAThreadPerRequest_AndAsyncHoldsNone()
    {
        (await ThreadsOf(ThreadModel.Dedicated)).ShouldBeGreaterThan(40);
        (await ThreadsOf(ThreadModel.Async)).ShouldBeLessThan(5);
    }

    /// <summary>Threads that the service starts while 50 requests wait for one connection.</summary>
    private static async Task<int> ThreadsOf(ThreadModel model)
    {
        var held = new TaskCompletionSource();
        var store = new FakeStore { Awaits = () => held.Task };
        using var service = new RunningService(store, options => options with { Threads = model, Connections = 1 });
        int before = RequestThreads();
        var waiting = Enumerable.Range(0, 50).Select(i => service.Send(HttpMethod.Post, "/v1/sources/0/records",
            OneRecord.Replace("SEQ", $"{i}", StringComparison.Ordinal))).ToList();
        SpinWait.SpinUntil(() => Waiting(service) >= 49, TimeSpan.FromSeconds(20)).ShouldBeTrue();
        int during = RequestThreads();
        held.SetResult();
        (await Task.WhenAll(waiting)).ShouldAllBe(answer => (int)answer.StatusCode == 201);
        return during - before;
    }

    private static int Waiting(RunningService service)
    {
        string text = service.Send(HttpMethod.Get, "/metrics").GetAwaiter().GetResult().Content.ReadAsStringAsync()
            .GetAwaiter().GetResult();
        return int.Parse(text.Split('\n').First(line => line.StartsWith("dbingest_queue_requests ", StringComparison.Ordinal))
            .Split(' ')[1], System.Globalization.CultureInfo.InvariantCulture);
    }

    /// <summary>Threads of this process by the name that the service gives those of requests.</summary>
    private static int RequestThreads() => Directory.EnumerateDirectories("/proc/self/task")
        .Count(task => NameOf(task).StartsWith("request ", StringComparison.Ordinal));

    private static string NameOf(string task)
    {
        try
        {
            return File.ReadAllText(Path.Combine(task, "comm"));
        }
        catch (IOException)
        {
            return string.Empty;
        }
    }

    private static void InterlockedMax(ref int most, int now)
    {
        for (int seen = Volatile.Read(ref most); now > seen;)
        {
            seen = Interlocked.CompareExchange(ref most, now, seen) is var was && was == seen ? now : was;
        }
    }
}

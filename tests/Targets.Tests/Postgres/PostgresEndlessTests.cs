using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Core.Targets;
using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Targets.Tests.Cassandra;
using DbIngest.Wire;

namespace DbIngest.Targets.Tests.Postgres;

/// <summary>
/// A server that sends notices without end, or a byte a second: the time-outs of Npgsql begin anew with each, and a run hung.
/// Slow, since each test waits the 19 s that a few requests of three seconds may take, and some wait for several.
/// </summary>
[Trait("Suite", "Slow")]
[Collection("postgres")]
[Needs("postgres")]
public sealed class PostgresEndlessTests(PostgresFixture server)
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan Bound = TimeSpan.FromMinutes(2);

    [Theory]
    [InlineData(nameof(Cut.EndlessNotices))]
    [InlineData(nameof(Cut.ByteByByte))]
    public async Task Open_LoginWithoutEnd_IsGivenUp(string cut)
    {
        using var local = server.Open();
        using var proxy = new CuttingProxy(server.SocketFolder);
        using var sessions = new PostgresSessions(PostgresEndpoint.Parse(proxy.Endpoint, password: null), Timeout);
        proxy.Arm(Enum.Parse<Cut>(cut));

        var thrown = await Should.ThrowAsync<WireException>(Task.Run(() => sessions.Open().Dispose()).WaitAsync(Bound));

        PostgresErrors.OfTarget("It cannot be used", thrown).IsUnreachable.ShouldBeTrue();
    }

    /// <summary>The connection is open, and its question has no end.</summary>
    [Fact]
    public async Task Run_QuestionWithoutEnd_IsGivenUp()
    {
        using var local = server.Open();
        using var proxy = new CuttingProxy(server.SocketFolder);
        using var sessions =
            new PostgresSessions(PostgresEndpoint.Parse(proxy.Endpoint, password: null), TimeSpan.FromSeconds(10));

        var asked = Task.Run(() => sessions.Run(connection =>
        {
            proxy.Arm(Cut.EndlessNotices);
            using var command = new Npgsql.NpgsqlCommand("SELECT 1", connection);
            return command.ExecuteScalar();
        }));

        (await Should.ThrowAsync<WireException>(asked.WaitAsync(Bound))).Message.ShouldContain("it is not waited for");
    }

    /// <summary>Half a trial is written, then nothing but notices comes.</summary>
    [Theory]
    [InlineData("wire", nameof(Cut.EndlessNotices))]
    [InlineData("driver", nameof(Cut.EndlessNotices))]
    [InlineData("driver", nameof(Cut.ByteByByte))]
    public async Task Run_AnswersWithoutEndInMidTrial_IsIncomplete(string client, string cut)
    {
        using var local = server.Open();
        using var proxy = new CuttingProxy(server.SocketFolder);
        using var target = new InterruptibleTarget(Open(proxy.Endpoint, client), CancellationToken.None);

        var run = Task.Run(() => DisturbedTrial.Run(
            target, 20_000, () => proxy.Arm(Enum.Parse<Cut>(cut)), new RetryOptions(1, TimeSpan.FromMilliseconds(50)),
                requestTimeout: Timeout));
        var result = await run.WaitAsync(TimeSpan.FromMinutes(8));

        result.Status.ShouldNotBe(TrialStatus.Complete);
        result.Error.ShouldNotBeNull();
    }

    /// <summary>On a busy machine opening may take longer than a request may here: then it is tried again.</summary>
    private ITarget Open(string endpoint, string client)
    {
        for (int i = 0; ; i++)
        {
            try
            {
                return server.Open(endpoint, timeout: Timeout, client: client);
            }
            catch (TargetException) when (i < 10)
            {
                Thread.Sleep(500);
            }
        }
    }
}

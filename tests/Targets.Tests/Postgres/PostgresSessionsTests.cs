using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Wire;
using Npgsql;

namespace DbIngest.Targets.Tests.Postgres;

/// <summary>The connection that the work outside of the timed path keeps between its calls.</summary>
[Collection("postgres")]
[Needs("postgres")]
public sealed class PostgresSessionsTests(PostgresFixture server)
{
    private const string Backend = "SELECT pg_backend_pid()";

    [Fact]
    public void Run_Again_UsesTheSameServerProcess()
    {
        using var sessions = Open();

        int first = sessions.Run(Pid);

        sessions.Run(Pid).ShouldBe(first);
        sessions.CloseIdle();
        sessions.Run(Pid).ShouldNotBe(first);
    }

    [Fact]
    public void Run_ServerProcessEnded_ConnectsAgain()
    {
        using var sessions = Open();
        int first = sessions.Run(Pid);

        server.Execute($"SELECT pg_terminate_backend({first}, 10000)");

        sessions.Run(Pid).ShouldNotBe(first);
    }

    /// <summary>A failed statement leaves the session in an unknown state.</summary>
    [Fact]
    public void Run_WorkFailed_UsesItsServerProcessNoMore()
    {
        using var sessions = Open();
        int first = sessions.Run(Pid);

        Should.Throw<WireException>(() => sessions.Run(connection => connection.Scalar("SELECT 1/0")));

        sessions.Run(Pid).ShouldNotBe(first);
    }

    [Fact]
    public void Run_AtTheSameTime_HasAServerProcessEach()
    {
        using var sessions = Open();
        sessions.Run(Pid);

        var (outer, inner) = sessions.Run(connection => (Pid(connection), sessions.Run(Pid)));

        inner.ShouldNotBe(outer);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Dispose_EndsEveryServerProcess(bool isWorkUnderWay)
    {
        var sessions = Open();
        int pid = sessions.Run(connection =>
        {
            if (isWorkUnderWay)
            {
                sessions.Dispose();
            }

            return Pid(connection);
        });

        sessions.Dispose();

        using var watching = server.Connect();
        SpinWait.SpinUntil(
            () => watching.Scalar($"SELECT count(*) FROM pg_stat_activity WHERE pid = {pid}") is 0L, TimeSpan.FromSeconds(10))
            .ShouldBeTrue();
    }

    private PostgresSessions Open() =>
        new(PostgresEndpoint.Parse(server.Endpoint, password: null), TimeSpan.FromSeconds(30));

    private static int Pid(NpgsqlConnection connection) => (int)connection.Scalar(Backend)!;
}

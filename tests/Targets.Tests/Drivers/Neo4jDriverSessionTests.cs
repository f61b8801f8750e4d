#if OFFICIAL_DRIVERS
using DbIngest.Drivers.Neo4j;
using Neo4j.Driver;

namespace DbIngest.Targets.Tests.Drivers;

/// <summary>What a session does with answers that come too late, with a driver of the tests.</summary>
public sealed class Neo4jDriverSessionTests
{
    /// <summary>The lane reads again after a time-out, into the same receiver.</summary>
    [Fact]
    public void Read_RowsThatComeAfterTheTimeOut_AreGivenToNobody()
    {
        var first = new TaskCompletionSource<bool>();
        using var ended = new ManualResetEventSlim();
        int fetches = 0;
        var cursor = ScriptedProxy.Of<IResultCursor>(method =>
        {
            if (method != nameof(IResultCursor.FetchAsync))
            {
                return null;
            }

            if (fetches++ == 0)
            {
                return first.Task;
            }

            ended.Set();
            return Task.FromResult(false);
        });
        var session = ScriptedProxy.Of<IAsyncSession>(
            method => method == nameof(IAsyncSession.RunAsync) ? Task.FromResult(cursor) : null);
        var driver = ScriptedProxy.Of<IDriver>(method => method == nameof(IDriver.AsyncSession) ? session : null);
        var reader = new Neo4jDriverSession(driver, "lane", "neo4j", TimeSpan.FromMilliseconds(1), CancellationToken.None);
        int taken = 0;

        Should.Throw<TimeoutException>(
            () => reader.Read("RETURN 1", new Dictionary<string, object>(StringComparer.Ordinal), _ => taken++));
        first.SetResult(true);

        ended.Wait(TimeSpan.FromMinutes(1)).ShouldBeTrue("the driver still reads");
        taken.ShouldBe(0);
    }
}
#endif

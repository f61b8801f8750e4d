using DbIngest.Abstractions.Records;
using DbIngest.Targets.Postgres.Sessions;
using Npgsql;

namespace DbIngest.Targets.Tests.Postgres;

/// <summary>Values that are added to a table (<c>--add-values</c>) while another client has a lock on it.</summary>
[Collection("postgres")]
[Needs("postgres")]
public sealed class PostgresAddedValuesTests(PostgresFixture server)
{
    private static readonly TimeSpan Bound = TimeSpan.FromSeconds(20);

    /// <summary>A statement that goes on waiting holds up every later one, and the drop of the table at the end too.</summary>
    [Fact]
    public async Task AddValues_CancelledWhileItWaitsForALock_EndsOnTheServer()
    {
        var whole = Samples.Table with { Schema = RecordSchema.ThreePhaseMeter.WithAdded(2), GetsValues = true };
        using var target = server.Open();
        target.Prepare(Samples.Table with { GetsValues = true });
        using var cancellation = new CancellationTokenSource();
        using var other = server.Connect();
        using var locking = new NpgsqlCommand($"BEGIN; LOCK TABLE {PostgresTable.Name} IN ACCESS SHARE MODE", other);
        await locking.ExecuteNonQueryAsync();
        var adding = Task.Run(() => target.AddValues(whole, cancellation.Token));
        SpinWait.SpinUntil(() => Waiting() == 1, Bound).ShouldBeTrue();

        await cancellation.CancelAsync();

        await Should.ThrowAsync<OperationCanceledException>(adding.WaitAsync(Bound));
        Waiting().ShouldBe(0);
    }

    /// <summary>Statements that wait for a lock.</summary>
    private long Waiting()
    {
        using var connection = server.Connect();
        using var command = new NpgsqlCommand("SELECT count(*) FROM pg_locks WHERE NOT granted", connection);
        return (long)command.ExecuteScalar()!;
    }
}

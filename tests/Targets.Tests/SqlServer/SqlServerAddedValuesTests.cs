using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.LateRecords;
using DbIngest.Core.Plan;
using DbIngest.Core.Sources;
using DbIngest.Core.Trials;
using DbIngest.Targets.SqlServer;
using DbIngest.Tds.Endpoint;
using DbIngest.Tds.Endpoint.Storage;

namespace DbIngest.Targets.Tests.SqlServer;

/// <summary>Values that are added to the table while it is written (<c>--add-values</c>), by both clients.</summary>
public sealed class SqlServerAddedValuesTests
{
    private const int Records = 300;

    private static readonly IWorkload Workload = WithAddedValues();
    private static readonly TrialTable Whole = new(Workload.Schema, 1, Records) { GetsValues = true };
    private static readonly TrialTable Narrow = Whole with { Schema = Workload.Schema.BeforeAddition };

    /// <summary>A lane may have taken a batch before the addition and send it after it, also as several loads.</summary>
    [Theory]
    [CombinatorialClients("store=heap&compression=page&lock=row")]
    [CombinatorialClients("store=clustered&batch=7")]
    [CombinatorialClients("store=columnstore")]
    [CombinatorialClients("store=memory&packet=512")]
    [Needs("icu", Where = "client", Is = WriteClient.Driver)]
    public void AddValues_EachStore_BatchesBuiltBeforeHaveNull(string client, string options)
    {
        using var endpoint = SqlServerFixture.Start();
        using var target = new SqlServerDefinition().Open(SqlServerFixture.Options(endpoint, client, "&" + options));
        target.Prepare(Narrow);
        using (var early = target.OpenWriter(0))
        {
            early.Write(Early(0, 100));
            target.AddValues(Whole);
            early.Write(Early(100, 100));
        }

        using (var late = target.OpenWriter(0))
        {
            late.Write(Trial.Batch(Workload, 0, 200, 100));
        }

        var stored = Stored(endpoint);
        stored.Columns[^1].Name.ShouldBe("added_2");
        stored.Rows.Count(row => row[^1] is null).ShouldBe(200);
        Findings(target, wholeFrom: 200).ShouldBeEmpty();
    }

    /// <summary>The statement of a process that comes later finds the values, or is refused where both found none.</summary>
    [Theory]
    [CombinatorialClients]
    [Needs("icu", Where = "client", Is = WriteClient.Driver)]
    public void AddValues_SeveralProcesses_EachHasThem(string client)
    {
        bool isLost = false;
        RowSet? Race(string sql)
        {
            if (!isLost || !sql.Contains("ALTER TABLE", StringComparison.Ordinal))
            {
                return null;
            }

            throw new ServerErrorException(2705, "Column names in each table must be unique.");
        }

        using var endpoint = SqlServerFixture.Start(options => options with { Answers = [Race] });
        using var first = Open(endpoint, client);
        using var second = Open(endpoint, client);
        using var third = Open(endpoint, client);
        first.Prepare(Narrow);
        second.Attach(Narrow);
        third.Attach(Narrow);

        first.AddValues(Whole);
        second.AddValues(Whole);
        isLost = true;
        third.AddValues(Whole);

        WriteHundred(first, 0);
        WriteHundred(second, 100);
        WriteHundred(third, 200);
        Stored(endpoint).Columns.Count.ShouldBe(4 + Workload.Schema.ValueCount);
        Findings(third, wholeFrom: 0).ShouldBeEmpty();
    }

    /// <summary>Another failure is said, and the same call may be repeated.</summary>
    [Theory]
    [CombinatorialClients]
    [Needs("icu", Where = "client", Is = WriteClient.Driver)]
    public void AddValues_DeadlockVictim_IsSaidAndMayBeRepeated(string client)
    {
        bool isVictim = true;
        RowSet? Deadlock(string sql)
        {
            if (!isVictim || !sql.Contains("ALTER TABLE", StringComparison.Ordinal))
            {
                return null;
            }

            throw new ServerErrorException(1205, "Transaction was deadlocked on lock resources with another process.", 13);
        }

        using var endpoint = SqlServerFixture.Start(options => options with { Answers = [Deadlock] });
        using var target = Open(endpoint, client);
        target.Prepare(Narrow);

        var thrown = Should.Throw<TargetException>(() => target.AddValues(Whole));
        isVictim = false;
        target.AddValues(Whole);

        thrown.Message.ShouldContain("1205");
        Stored(endpoint).Columns.Count.ShouldBe(4 + Workload.Schema.ValueCount);
    }

    private static IWorkload WithAddedValues()
    {
        AddedValues.TryParse("2@1s", out var added).ShouldBeTrue();
        return new StreamWorkloads().Of(new PatternWorkload(3),
            Point.Of(AxisValues.None.With(SweepAxes.AddedValues, added!)), seed: 5, records: Records);
    }

    /// <summary>Records without the added values.</summary>
    private static RecordBatch Early(long first, int count)
    {
        var batch = Trial.Batch(Workload, 0, first, count).Front(Narrow.Schema);
        batch.Reset(0, first, count);
        return batch;
    }

    private static void WriteHundred(ITarget target, long first)
    {
        using var writer = target.OpenWriter(0);
        writer.Write(Trial.Batch(Workload, 0, first, 100));
    }

    private static Table Stored(TdsEndpoint endpoint) => endpoint.Catalog.Table("dbingest", "dbingest_records");

    private static IReadOnlyList<string> Findings(ITarget target, long wholeFrom) => Auditor.Run(
        target, new ExpectedContent(Workload), Workload.Schema.ValueCount,
        [new SourceExtent(Records, []) { WholeFrom = wholeFrom }], CancellationToken.None).Findings;

    private static ITarget Open(TdsEndpoint endpoint, string client) =>
        new SqlServerDefinition().Open(SqlServerFixture.Options(endpoint, client));
}

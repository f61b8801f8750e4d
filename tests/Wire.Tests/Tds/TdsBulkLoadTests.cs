using DbIngest.Tds.Endpoint;
using DbIngest.Wire.Tds;

namespace DbIngest.Wire.Tests.Tds;

public sealed class TdsBulkLoadTests
{
    [Theory]
    [InlineData(512, 1, 5000)]
    [InlineData(512, 1000, 50)] // a row spans packets
    [InlineData(4096, 9, 2500)]
    [InlineData(8000, 9, 20_000)]
    [InlineData(32_767, 9, 20_000)]
    [InlineData(32_767, 1000, 400)]
    [InlineData(8000, 9, 0)]
    [InlineData(8000, 9, 1)]
    public void Load_Rows_AreStoredBitForBit(int packetBytes, int values, int rows)
    {
        using var endpoint = TdsServers.Start();
        var (stored, table) = TdsServers.Table(endpoint, values);
        using var connection = TdsConnection.Open(TdsServers.Options(endpoint.Port) with { PacketBytes = packetBytes });
        double[] row = new double[values];

        for (int round = 0; round < 2; round++)
        {
            var load = connection.BulkLoad(table);
            for (int i = 0; i < rows; i++)
            {
                for (int v = 0; v < values; v++)
                {
                    row[v] = Value(i, v);
                }

                TdsServers.Row(load, -i, long.MaxValue - i, row);
            }

            load.Complete().ShouldBe(rows);
        }

        var kept = stored.Rows;
        kept.Count.ShouldBe(2 * rows);
        for (int i = 0; i < kept.Count; i++)
        {
            int r = i % rows;
            kept[i][0].ShouldBe(-r);
            kept[i][1].ShouldBe(long.MaxValue - r);
            for (int v = 0; v < values; v++)
            {
                (kept[i][v + 2] ?? double.NaN).ShouldBe(Value(r, v));
            }
        }
    }

    [Theory]
    [InlineData(Fault.CutInRows, 0, true)]
    [InlineData(Fault.CutBeforeCommit, 0, true)]
    [InlineData(Fault.CutAfterCommit, 100, true)]
    [InlineData(Fault.TruncateAnswer, 100, true)]
    [InlineData(Fault.Silence, 100, true)]
    public void Load_ConnectionLostAtTheEnd_SaysThatItMayHaveTakenEffect(Fault fault, long stored, bool anySent)
    {
        using var endpoint = TdsServers.Start();
        var (kept, table) = TdsServers.Table(endpoint, 1);
        using var connection = TdsConnection.Open(
            TdsServers.Options(endpoint.Port) with { Socket = new SocketSettings { RequestTimeout = TimeSpan.FromSeconds(2) } });
        endpoint.Arm(fault);
        var load = connection.BulkLoad(table);
        for (int i = 0; i < 100; i++)
        {
            TdsServers.Row(load, 0, i, i);
        }

        var error = Should.Throw<ConnectionLostException>(() => load.Complete());

        error.AnySent.ShouldBe(anySent);
        connection.IsBroken.ShouldBeTrue();
        kept.Count.ShouldBe(stored);
    }

    [Fact]
    public void Load_CutBeforeItsEnd_SaysThatNothingCanHaveTakenEffect()
    {
        using var endpoint = TdsServers.Start();
        var (kept, table) = TdsServers.Table(endpoint, 1);
        using var connection = TdsServers.Open(endpoint);
        var load = connection.BulkLoad(table);
        endpoint.CutAll();

        var error = Should.Throw<ConnectionLostException>(() =>
        {
            for (int i = 0; ; i++)
            {
                TdsServers.Row(load, 0, i, i);
            }
        });

        error.AnySent.ShouldBeFalse();
        kept.Count.ShouldBe(0);
    }

    [Fact]
    public void Load_Refused_IsTheServersErrorAndTheSessionGoesOn()
    {
        using var endpoint = TdsServers.Start();
        var (kept, table) = TdsServers.Table(endpoint, 1);
        using var connection = TdsServers.Open(endpoint);
        endpoint.Arm(Fault.Refuse);
        var load = connection.BulkLoad(table);
        TdsServers.Row(load, 0, 0, 1);
        Should.Throw<TdsServerException>(() => load.Complete()).Number.ShouldBe(1205);

        load = connection.BulkLoad(table);
        TdsServers.Row(load, 0, 0, 1);
        load.Complete().ShouldBe(1);

        kept.Count.ShouldBe(1);
    }

    /// <summary>A server refuses the rows where the table was changed after their announcement.</summary>
    [Fact]
    public void Load_TableGotAColumnAfterTheAnnouncement_IsRefusedAndMayBeSentAgain()
    {
        using var endpoint = TdsServers.Start();
        var (kept, table) = TdsServers.Table(endpoint, 1);
        using var connection = TdsServers.Open(endpoint);
        using var other = TdsServers.Open(endpoint);
        var load = connection.BulkLoad(table);
        other.Execute("ALTER TABLE [dbo].[t] ADD [late] float(53) NULL");
        TdsServers.Row(load, 0, 0, 0.5);
        Should.Throw<TdsServerException>(() => load.Complete()).Number.ShouldBe(4891);

        load = connection.BulkLoad(table);
        TdsServers.Row(load, 0, 0, 0.5);
        load.Complete().ShouldBe(1);

        object?[] row = kept.Rows.ShouldHaveSingleItem();
        row[2].ShouldBe(0.5);
        row[3].ShouldBeNull();
    }

    [Fact]
    public void Load_NoSuchTable_IsTheServersError()
    {
        using var endpoint = TdsServers.Start();
        using var connection = TdsServers.Open(endpoint);

        Should.Throw<TdsServerException>(
            () => connection.BulkLoad(new TdsBulkTable("[dbo].[nothing]", [("a", TdsValueType.Int)], string.Empty))).Number
            .ShouldBe(208);

        connection.Execute("SELECT 1").ShouldBe(1);
    }

    [Fact]
    public void Load_InATransaction_IsThereWhenThatIsCommitted()
    {
        using var endpoint = TdsServers.Start();
        var (kept, table) = TdsServers.Table(endpoint, 1);
        using var connection = TdsServers.Open(endpoint);
        connection.Execute("BEGIN TRANSACTION");
        for (int i = 0; i < 3; i++)
        {
            var load = connection.BulkLoad(table);
            TdsServers.Row(load, 0, i, i);
            load.Complete(commits: false).ShouldBe(1);
        }

        kept.Count.ShouldBe(0);
        connection.Execute("COMMIT TRANSACTION");
        kept.Count.ShouldBe(3);
    }

    [Fact]
    public void Load_Again_AllocatesNothing()
    {
        using var endpoint = TdsServers.Start(isSink: true);
        var (_, table) = TdsServers.Table(endpoint, 9);
        using var connection = TdsServers.Open(endpoint);
        Load(connection, table);

        Allocation.LeastOf(() => Load(connection, table)).ShouldBe(0);
    }

    private static void Load(TdsConnection connection, TdsBulkTable table)
    {
        var load = connection.BulkLoad(table);
        for (int i = 0; i < 3000; i++)
        {
            TdsServers.Row(load, 0, i, i, 1, 2, 3, 4, 5, 6, 7, double.NaN);
        }

        load.Complete();
    }

    private static double Value(int row, int column) => (row + column) % 5 == 0 ? double.NaN
        : Math.ScaleB(1.0 / (1 + row + (31 * column)), (row % 1900) - 950);
}

using DbIngest.Tds.Endpoint.Storage;
using DbIngest.Wire.Tds;

namespace DbIngest.Wire.Tests.Tds;

public sealed class TdsConnectionTests
{
    [Fact]
    public void Open_RightPassword_IsLetInWithThePacketSizeItAskedFor()
    {
        using var endpoint = TdsServers.Start();
        using var connection = TdsConnection.Open(TdsServers.Options(endpoint.Port) with { PacketBytes = 16_000 });

        connection.PacketBytes.ShouldBe(16_000);
        connection.IsEncrypted.ShouldBeFalse();
        connection.Server.ShouldBe("DbIngest TDS endpoint 16.0.4155");
        Scalar(connection, "SELECT 1").ShouldBe(1L);
    }

    [Theory]
    [InlineData("sa", "wrong", "", 18456)]
    [InlineData("sa", TdsServers.Password, "nowhere", 4060)]
    [InlineData("late", TdsServers.Password, "", 18488)]
    public void Open_Refused_IsTheServersError(string user, string password, string database, int number)
    {
        using var endpoint = TdsServers.Start();

        var error = Should.Throw<TdsServerException>(() =>
            TdsConnection.Open(
                TdsServers.Options(endpoint.Port) with { User = user, Password = () => password, Database = database }));

        error.Number.ShouldBe(number);
        error.ToString().ShouldNotContain(password);
    }

    [Fact]
    public void Open_NobodyListens_IsALostConnection()
    {
        int port;
        using (var endpoint = TdsServers.Start())
        {
            port = endpoint.Port;
        }

        var error = Should.Throw<ConnectionLostException>(() => TdsConnection.Open(TdsServers.Options(port)));

        error.AnySent.ShouldBeFalse();
    }

    [Fact]
    public void Query_EveryTypeThereIs_ComesThrough()
    {
        using var endpoint = TdsServers.Start();
        endpoint.Catalog.Add("master", new Table("t",
        [
            new Column("a", ColumnType.Int, IsNullable: false), new Column("b", ColumnType.BigInt),
                new Column("c", ColumnType.Float), new Column("d", ColumnType.Real),
            new Column("e", ColumnType.Text), new Column("f", ColumnType.Binary), new Column("g", ColumnType.SmallInt),
                new Column("h", ColumnType.TinyInt), new Column("i", ColumnType.Bit),
        ]));
        endpoint.Catalog.Table("master", "t").Add(
            [[-7, long.MinValue, -1e300, 0.5f, "\u00e4\ud83d\ude00", new byte[] { 1, 2 }, (short)-3, (byte)255, true],
                [7, null, null, null, null, null, null, null, null]], 2);
        using var connection = TdsServers.Open(endpoint);

        var rows = All(connection.Query("SELECT * FROM dbo.t"));

        rows[0].ShouldBe([-7L, long.MinValue, -1e300, 0.5, "\u00e4\ud83d\ude00", new byte[] { 1, 2 }, -3L, 255L, 1L]);
        rows[1].ShouldBe([7L, null, null, null, null, null, null, null, null]);
    }

    [Fact]
    public void Query_Parameters_ChooseRows()
    {
        using var endpoint = TdsServers.Start();
        using var connection = TdsServers.Open(endpoint);
        connection.Execute(
            "CREATE TABLE dbo.t (a bigint NOT NULL, c float NULL, d nvarchar(10) NULL); INSERT INTO dbo.t VALUES (1, 0.5, "
            + "'x'), (2, NULL, 'y'), (3, -1e300, 'x')").ShouldBe(3);

        All(connection.Query("SELECT a FROM dbo.t WHERE a >= @p1 AND d = @p2", 2, "x")).ShouldBe([[3L]]);
        All(connection.Query("SELECT a FROM dbo.t WHERE c < @p1", 0.75)).Count.ShouldBe(3); // the endpoint has NULL below all
        All(connection.Query($"SELECT a FROM dbo.t WHERE a = @p1 --{new string('x', 5000)}", 3L)).ShouldBe([[3L]]);
    }

    [Theory]
    [InlineData("SELECT a FROM dbo.nothing", 208)]
    [InlineData("SELEC 1", 102)]
    [InlineData("USE nowhere", 911)]
    public void Query_WrongStatement_IsTheServersErrorAndTheSessionGoesOn(string sql, int number)
    {
        using var endpoint = TdsServers.Start();
        using var connection = TdsServers.Open(endpoint);

        Should.Throw<TdsServerException>(() => connection.Execute(sql)).Number.ShouldBe(number);

        connection.IsBroken.ShouldBeFalse();
        Scalar(connection, "SELECT 2").ShouldBe(2L);
    }

    [Theory]
    [InlineData(512)]
    [InlineData(4096)]
    public void Query_MoreThanAPacketEachWay_ComesThrough(int packetBytes)
    {
        const int Rows = 20_000;
        using var endpoint = TdsServers.Start();
        endpoint.Catalog.Add("master",
            new Table("t", [new Column("a", ColumnType.BigInt, IsNullable: false), new Column("b", ColumnType.Float)]));
        endpoint.Catalog.Table("master", "t")
            .Add([.. Enumerable.Range(0, Rows).Select(i => new object?[] { (long)i, i % 3 == 0 ? null : i / 7.0 })], Rows);
        using var connection = TdsConnection.Open(TdsServers.Options(endpoint.Port) with { PacketBytes = packetBytes });

        var rows = connection.Query($"SELECT a, b FROM dbo.t --{new string('x', 3000)}");

        for (int i = 0; i < Rows; i++)
        {
            rows.Read().ShouldBeTrue();
            rows.Int64().ShouldBe(i);
            double value = rows.Double();
            (i % 3 == 0 ? double.IsNaN(value) : value.Equals(i / 7.0)).ShouldBeTrue();
        }

        rows.Read().ShouldBeFalse();
    }

    [Theory]
    [InlineData(false, 0)]
    [InlineData(true, 1)]
    public void Transaction_Ended_DecidesWhatIsThere(bool isCommitted, int rows)
    {
        using var endpoint = TdsServers.Start();
        using var connection = TdsServers.Open(endpoint);
        connection.Execute("CREATE TABLE dbo.t (a int NOT NULL)");
        connection.Execute("BEGIN TRANSACTION");
        connection.Execute("INSERT INTO dbo.t VALUES (1)").ShouldBe(1);
        connection.Execute(isCommitted ? "COMMIT TRANSACTION" : "ROLLBACK TRANSACTION");

        endpoint.Catalog.Table("master", "t").Count.ShouldBe(rows);
    }

    [Fact]
    public async Task Cancel_WhileTheServerWorks_EndsTheRequestAndTheSessionGoesOn()
    {
        using var endpoint = TdsServers.Start();
        using var connection = TdsServers.Open(endpoint);
        connection.Cancel().ShouldBeFalse();

        // Again and again: the request and what cancels it may also reach the server together.
        for (int i = 0; i < 50; i++)
        {
            var work = Task.Run(() => Should.Throw<TdsCanceledException>(() => connection.Execute("WAITFOR DELAY '00:00:59'")));
            while (!work.IsCompleted && !connection.Cancel())
            {
                Thread.SpinWait(20);
            }

            (await Task.WhenAny(work, Task.Delay(TimeSpan.FromSeconds(20)))).ShouldBe(work);
            await work;
        }

        Scalar(connection, "SELECT 3").ShouldBe(3L);
    }

    [Fact]
    public void Execute_ServerSilent_EndsInTimeAndSaysSo()
    {
        using var endpoint = TdsServers.Start();
        using var connection = TdsConnection.Open(
            TdsServers.Options(endpoint.Port) with { Socket = new SocketSettings { RequestTimeout = TimeSpan.FromSeconds(1) } });

        var error = Should.Throw<ConnectionLostException>(() => connection.Execute("WAITFOR DELAY '00:00:30'"));

        error.IsTimeout.ShouldBeTrue();
        error.AnySent.ShouldBeTrue();
        connection.IsBroken.ShouldBeTrue();
    }

    [Fact]
    public void Execute_ConnectionCut_IsLost()
    {
        using var endpoint = TdsServers.Start();
        using var connection = TdsServers.Open(endpoint);
        endpoint.CutAll();

        Should.Throw<ConnectionLostException>(() => connection.Execute("SELECT 1"));
    }

    private static object? Scalar(TdsConnection connection, string sql) => All(connection.Query(sql)).ShouldHaveSingleItem()[0];

    private static List<object?[]> All(TdsRows rows)
    {
        var all = new List<object?[]>();
        while (rows.Read())
        {
            object?[] row = new object?[rows.Count];
            for (int i = 0; i < row.Length; i++)
            {
                row[i] = rows.Value();
            }

            all.Add(row);
        }

        return all;
    }
}

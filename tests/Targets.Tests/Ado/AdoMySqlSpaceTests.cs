using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Ado;
using DbIngest.Targets.Tests.MySql;
using DbIngest.Targets.Tests.Postgres;

namespace DbIngest.Targets.Tests.Ado;

/// <summary>The dialect of MySQL by MySqlConnector, at MariaDB as the server.</summary>
[Collection("mysql")]
[Needs("mariadb")]
public sealed class AdoMySqlSpaceTests(MySqlFixture fixture)
{
    /// <summary>ANALYZE TABLE answers with rows, and the server's figures are then those of the table as it is.</summary>
    [Fact]
    public void MeasureSpace_AfterSettling_IsThatOfTheTable()
    {
        const int Records = 5000, LeastBytesPerRecord = 24;
        fixture.Execute("CREATE DATABASE IF NOT EXISTS ado");
        using var target = new AdoDefinition().Open(new TargetOptions
        {
            Endpoint = $"Server={fixture.Endpoint};Protocol=Unix;User Id=root;Database=ado;Pooling=False"
                + "?provider=MySqlConnector&dialect=mysql",
            WorkFolder = Path.GetTempPath(),
        });
        target.Prepare(Samples.Table);
        using (var writer = target.OpenWriter(0))
        {
            writer.Write(Samples.Batch(0, 0, Records));
        }

        target.Settle(CancellationToken.None);

        target.MeasureSpace().DataBytes.ShouldBeGreaterThan(Records * LeastBytesPerRecord);
        target.Describe().Settings["settle"].ShouldBe("ANALYZE TABLE {table}");
        target.Clean();
    }
}

using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.MySql;

/// <summary>Servers that start beside each other.</summary>
[Needs("mariadb")]
public sealed class MariaDbTemporaryTests
{
    /// <summary>
    /// A server deletes the temporary tables that it finds when it starts, by their name (<c>mysql_rm_tmp_tables</c> of
    /// sql_base.cc). In the machine's folder they are those of a server that is just being created.
    /// </summary>
    [Fact]
    public void Start_TemporaryTablesOfAnotherServer_LeavesThem()
    {
        string table = Path.Combine(Path.GetTempPath(), $"#sql-temptable-{Guid.NewGuid():N}.MAI");
        var folder = Directory.CreateTempSubdirectory("dbingest-mariadb-temporary-");
        File.WriteAllText(table, string.Empty);
        try
        {
            PrivateServer.Start(MariaDbServers.Plan(folder.FullName), static _ => { }, CancellationToken.None).Dispose();

            File.Exists(table).ShouldBeTrue();
        }
        finally
        {
            File.Delete(table);
            folder.Delete(recursive: true);
        }
    }
}

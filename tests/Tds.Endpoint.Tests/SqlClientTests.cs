using System.Data;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Microsoft.Data.SqlClient;

namespace DbIngest.Tds.Endpoint.Tests;

/// <summary>The vendor's own client takes the endpoint for a server: what it does here, other clients may rely on.</summary>
public sealed class SqlClientTests
{
    private const string User = "sa";
    private const string Password = "S3cret-of-tests";

    [Fact]
    public void Open_RightPassword_IsLetIn()
    {
        using var endpoint = Start();
        using var connection = Open(endpoint);

        connection.Database.ShouldBe("master");
        Scalar(connection, "SELECT 1").ShouldBe(1);
    }

    [Fact]
    public void Open_WrongPassword_IsRefused()
    {
        using var endpoint = Start();

        var error = Should.Throw<SqlException>(() => Open(endpoint, "Password=wrong"));

        error.Number.ShouldBe(18456);
    }

    [Fact]
    public void Open_UnknownDatabase_IsRefused()
    {
        using var endpoint = Start();

        Should.Throw<SqlException>(() => Open(endpoint, "Initial Catalog=nowhere")).Number.ShouldBe(4060);
    }

    [Theory]
    [InlineData(TlsMode.Optional, "Encrypt=false")] // the login is encrypted, the rest is not
    [InlineData(TlsMode.Optional, "Encrypt=true;TrustServerCertificate=true")]
    [InlineData(TlsMode.Required, "Encrypt=false;TrustServerCertificate=true")] // the server insists
    public void Open_TlsWithinTds_IsLetIn(TlsMode mode, string how)
    {
        using var certificate = Certificate();
        using var endpoint = Start(mode, certificate);
        using var connection = Open(endpoint, how);

        Scalar(connection, "SELECT 1").ShouldBe(1);
    }

    [Fact]
    public void Open_CertificateThatNobodyVouchesFor_IsRefusedByTheClient()
    {
        using var certificate = Certificate();
        using var endpoint = Start(TlsMode.Optional, certificate);

        Should.Throw<SqlException>(() => Open(endpoint, "Encrypt=true")).ToString()
            .ShouldContain("certificate", Case.Insensitive);
    }

    [Theory]
    [InlineData("ServerCertificate=", true)]
    [InlineData("", false)]
    [InlineData("TrustServerCertificate=true", false)] // TDS 8.0 checks the certificate whatever the client says
    public void Open_Strict_IsLetInWithACertificateItTrusts(string how, bool isLetIn)
    {
        using var certificate = Certificate();
        string file = Path.GetTempFileName();
        File.WriteAllText(file, certificate.ExportCertificatePem());
        using var endpoint = Start(TlsMode.Strict, certificate);
        string options = $"Encrypt=strict;{(how.EndsWith('=') ? how + file : how)}";

        if (isLetIn)
        {
            using var connection = Open(endpoint, options);
            Scalar(connection, "SELECT 1").ShouldBe(1);
        }
        else
        {
            Should.Throw<SqlException>(() => Open(endpoint, options)).ToString().ShouldContain("certificate", Case.Insensitive);
        }

        File.Delete(file);
    }

    [Fact]
    public void Open_NothingSaidOfEncryption_InsistsOnIt()
    {
        using var certificate = Certificate();
        using var plain = Start();
        using var encrypted = Start(TlsMode.Optional, certificate);
        using var refused = new SqlConnection(At(plain));
        using var connection = new SqlConnection($"{At(encrypted)};TrustServerCertificate=true");

        Should.Throw<SqlException>(refused.Open).Message.ShouldContain("does not support encryption");
        connection.Open();
    }

    [Theory]
    [InlineData(SqlBulkCopyOptions.Default, 8000)]
    [InlineData(SqlBulkCopyOptions.TableLock, 512)]
    [InlineData(SqlBulkCopyOptions.UseInternalTransaction, 32_767)]
    public void BulkCopy_Rows_AreStoredBitForBit(SqlBulkCopyOptions options, int packetSize)
    {
        const int Rows = 1000;
        using var endpoint = Start();
        using var connection = Open(endpoint, $"Packet Size={packetSize}");
        Execute(connection, "CREATE TABLE dbo.t (a int NOT NULL, b bigint NOT NULL, c float NULL, d nvarchar(20) NULL)");
        using var rows = new DataTable();
        rows.Columns.Add("a", typeof(int));
        rows.Columns.Add("b", typeof(long));
        rows.Columns.Add("c", typeof(double));
        rows.Columns.Add("d", typeof(string));
        for (int i = 0; i < Rows; i++)
        {
            rows.Rows.Add(-i, long.MaxValue - i, i % 7 == 0 ? DBNull.Value : i / 3.0, i % 5 == 0 ? DBNull.Value : $"r{i}");
        }

        using (var copy = new SqlBulkCopy(connection, options, null) { DestinationTableName = "dbo.t", BatchSize = 300 })
        {
            copy.WriteToServer(rows);
        }

        var stored = endpoint.Catalog.Table("master", "t").Rows;
        stored.Count.ShouldBe(Rows);
        for (int i = 0; i < Rows; i++)
        {
            stored[i].ShouldBe([-i, long.MaxValue - i, i % 7 == 0 ? null : i / 3.0, i % 5 == 0 ? null : $"r{i}"]);
        }

        Scalar(connection, "SELECT COUNT_BIG(*) FROM dbo.t WHERE c IS NULL").ShouldBe((long)((Rows + 6) / 7));
    }

    [Fact]
    public void AlterTable_Columns_AreNullInTheRowsThatLackThem()
    {
        const string Add = "IF COL_LENGTH(N'dbo.t', N'b') IS NULL ALTER TABLE [dbo].[t] ADD [b] float(53) NULL, [c] bigint";
        using var endpoint = Start();
        using var connection = Open(endpoint);
        Execute(connection, "CREATE TABLE dbo.t (a int NOT NULL); INSERT INTO dbo.t VALUES (1)");

        Execute(connection, Add);
        Execute(connection, Add);
        Execute(connection, "INSERT INTO dbo.t (a) VALUES (2); INSERT INTO dbo.t VALUES (3, 0.5, 7)");

        Scalar(connection, "SELECT COUNT_BIG(*) FROM dbo.t WHERE b IS NULL").ShouldBe(2L);
        Scalar(connection, "SELECT c FROM dbo.t WHERE a = 3").ShouldBe(7L);
        Should.Throw<SqlException>(() => Execute(connection, "ALTER TABLE dbo.t ADD d float, B float")).Number.ShouldBe(2705);
        Should.Throw<SqlException>(() => Execute(connection, "SELECT d FROM dbo.t")).Number.ShouldBe(207);
        Should.Throw<SqlException>(() => Execute(connection, "ALTER TABLE dbo.u ADD d float")).Number.ShouldBe(4902);
    }

    [Fact]
    public void Query_Parameters_ChooseRows()
    {
        using var endpoint = Start();
        using var connection = Open(endpoint);
        Execute(connection,
            "CREATE TABLE dbo.t (a int NOT NULL, c float NULL); INSERT INTO dbo.t VALUES (1, 0.5), (2, NULL), (3, -1e300)");
        using var command = connection.CreateCommand();
        command.CommandText = "SELECT c, a FROM dbo.t WHERE a >= @from AND a <= @to";
        command.Parameters.AddWithValue("@from", 2);
        command.Parameters.AddWithValue("@to", 3L);

        using var reader = command.ExecuteReader();

        reader.Read().ShouldBeTrue();
        reader.IsDBNull(0).ShouldBeTrue();
        reader.GetInt32(1).ShouldBe(2);
        reader.Read().ShouldBeTrue();
        reader.GetDouble(0).ShouldBe(-1e300);
        reader.Read().ShouldBeFalse();
    }

    [Fact]
    public void Query_ManyRows_ComeThrough()
    {
        const int Rows = 20_000;
        using var endpoint = Start();
        using var connection = Open(endpoint);
        Execute(connection, "CREATE TABLE dbo.t (a bigint NOT NULL)");
        endpoint.Catalog.Table("master", "t").Add([.. Enumerable.Range(0, Rows).Select(i => new object?[] { (long)i })], Rows);
        using var command = new SqlCommand("SELECT a FROM dbo.t", connection);
        using var reader = command.ExecuteReader();
        long next = 0;
        while (reader.Read())
        {
            reader.GetInt64(0).ShouldBe(next++);
        }

        next.ShouldBe(Rows);
    }

    [Theory]
    [InlineData(false, 0)]
    [InlineData(true, 1)]
    public void Transaction_Ended_DecidesWhatIsThere(bool isCommitted, int rows)
    {
        using var endpoint = Start();
        using var connection = Open(endpoint);
        Execute(connection, "CREATE TABLE dbo.t (a int NOT NULL)");
        using (var transaction = connection.BeginTransaction())
        {
            using var insert = new SqlCommand("INSERT INTO dbo.t VALUES (1)", connection, transaction);
            insert.ExecuteNonQuery().ShouldBe(1);
            if (isCommitted)
            {
                transaction.Commit();
            }
            else
            {
                transaction.Rollback();
            }
        }

        endpoint.Catalog.Table("master", "t").Count.ShouldBe(rows);
    }

    [Theory]
    [InlineData("SELECT a FROM dbo.nothing", 208)]
    [InlineData("SELEC 1", 102)]
    [InlineData("USE nowhere", 911)]
    [InlineData("DROP TABLE dbo.nothing", 3701)]
    public void Execute_WrongStatement_IsTheServersError(string sql, int number)
    {
        using var endpoint = Start();
        using var connection = Open(endpoint);

        Should.Throw<SqlException>(() => Execute(connection, sql)).Number.ShouldBe(number);

        Scalar(connection, "SELECT 1").ShouldBe(1);
    }

    [Theory]
    [InlineData(Fault.CutInRows, 0)]
    [InlineData(Fault.CutBeforeCommit, 0)]
    [InlineData(Fault.CutAfterCommit, 100)]
    [InlineData(Fault.Refuse, 0)]
    [InlineData(Fault.TruncateAnswer, 100)]
    [InlineData(Fault.Silence, 100)]
    public void BulkCopy_Fault_IsAnErrorAndTheTableIsAllOrNothing(Fault fault, long stored)
    {
        using var endpoint = Start();
        using var connection = Open(endpoint);
        Execute(connection, "CREATE TABLE dbo.t (a int NOT NULL)");
        using var rows = new DataTable();
        rows.Columns.Add("a", typeof(int));
        for (int i = 0; i < 100; i++)
        {
            rows.Rows.Add(i);
        }

        using var copy = new SqlBulkCopy(connection) { DestinationTableName = "dbo.t", BulkCopyTimeout = 2 };
        endpoint.Arm(fault);
        var error = Should.Throw<Exception>(() => copy.WriteToServer(rows));

        (error is SqlException or InvalidOperationException).ShouldBeTrue(error.ToString());
        endpoint.Catalog.Table("master", "t").Count.ShouldBe(stored);
    }

    private static TdsEndpoint Start(TlsMode tls = TlsMode.None, X509Certificate2? certificate = null) => new(new EndpointOptions
    {
        Tls = tls,
        Certificate = certificate,
        Passwords = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase) { [User] = Password },
    });

    private static string At(TdsEndpoint endpoint) =>
        $"Data Source=127.0.0.1,{endpoint.Port};User ID={User};Password={Password};Pooling=false;Connect "
        + $"Timeout=30;ConnectRetryCount=0";

    private static SqlConnection Open(TdsEndpoint endpoint, string options = "")
    {
        // What comes later in a connection string wins.
        var connection = new SqlConnection($"{At(endpoint)};Encrypt=false;{options}");
        try
        {
            connection.Open();
            return connection;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    private static void Execute(SqlConnection connection, string sql)
    {
        using var command = new SqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }

    private static object Scalar(SqlConnection connection, string sql)
    {
        using var command = new SqlCommand(sql, connection);
        return command.ExecuteScalar();
    }

    internal static X509Certificate2 Certificate(string name = "127.0.0.1")
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest($"CN={name}", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName(name);
        request.CertificateExtensions.Add(names.Build());
        var now = TimeProvider.System.GetUtcNow();
        using var made = request.CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
        return X509CertificateLoader.LoadPkcs12(made.Export(X509ContentType.Pfx), null);
    }
}

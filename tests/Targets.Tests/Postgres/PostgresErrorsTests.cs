using System.Net.Sockets;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres;
using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Wire.Pg;
using Npgsql;

namespace DbIngest.Targets.Tests.Postgres;

public sealed class PostgresErrorsTests
{
    /// <summary>Npgsql names its own object where the server has died beneath it.</summary>
    [Fact]
    public void OfWrite_StreamClosedByTheDriver_SaysThatTheConnectionWasLost()
    {
        var thrown = PostgresErrors.OfWrite(new ObjectDisposedException("NpgsqlRawCopyStream"), completing: true);

        thrown.Message.ShouldContain("the connection was lost");
        thrown.Message.ShouldNotContain("Npgsql");
        (thrown.IsTransient, thrown.IsAmbiguous).ShouldBe((true, true));
    }

    [Theory]
    [InlineData("53100", "ERROR", false, false)] // disk full
    [InlineData("53200", "ERROR", true, false)] // out of memory
    [InlineData("53300", "FATAL", true, true)] // too many connections
    [InlineData("57P01", "FATAL", true, true)] // admin shutdown
    [InlineData("57P02", "FATAL", true, true)] // crash shutdown
    [InlineData("57P03", "FATAL", true, true)] // starting up
    [InlineData("57014", "ERROR", true, false)] // statement timeout
    [InlineData("40001", "ERROR", true, false)] // serialization failure
    [InlineData("40P01", "ERROR", true, false)] // deadlock
    [InlineData("08006", "FATAL", true, true)] // connection failure
    [InlineData("55P03", "ERROR", true, false)] // lock not available
    [InlineData("42P01", "ERROR", false, false)] // no such table
    [InlineData("42501", "ERROR", false, false)] // not permitted
    [InlineData("22008", "ERROR", false, false)] // timestamp out of range
    [InlineData("58030", "ERROR", false, false)] // I/O error
    [InlineData("XX000", "PANIC", false, true)] // internal error
    public void OfWrite_ServerError_WhileCompleting(string sqlState, string severity, bool transient, bool ambiguous)
    {
        var thrown = new PostgresException("message", severity, severity, sqlState);

        var mapped = PostgresErrors.OfWrite(thrown, completing: true);

        (mapped.IsTransient, mapped.IsAmbiguous).ShouldBe((transient, ambiguous));
        mapped.Message.ShouldContain(sqlState);
        PostgresErrors.OfWrite(thrown, completing: false).IsAmbiguous.ShouldBeFalse();
    }

    [Fact]
    public void OfWrite_RowThatNoRecordHas_IsNotTriedAgain()
    {
        var mapped = PostgresErrors.OfWrite(PgRowException.OfNull, completing: true);

        (mapped.IsTransient, mapped.IsAmbiguous).ShouldBe((false, false));
        mapped.Message.ShouldStartWith("A stored row has NULL");
    }

    [Theory]
    [InlineData(long.MaxValue)] // infinity
    [InlineData(long.MinValue)] // -infinity
    [InlineData(long.MaxValue - CopyEncoder.EpochMicroseconds + 1)]
    public void TimestampOf_ThatIsInfiniteOrTooLate_IsRefused(long stored) =>
        Should.Throw<PgRowException>(() => CopyEncoder.TimestampOf(stored)).Message.ShouldContain("infinite");

    [Fact]
    public void Describe_CertificateNotTrusted_NamesTheOption() =>
        PostgresErrors.Describe(new DbIngest.Wire.ConnectionLostException(
        "No encrypted connection to h", isTimeout: false,
            new System.Security.Authentication.AuthenticationException("The remote certificate was rejected")))
        .ShouldContain("sslrootcert=FILE");

    [Fact]
    public void Describe_WrongPassword_NamesTheVariable() =>
        PostgresErrors.Describe(new PostgresException("password authentication failed", "FATAL", "FATAL", "28P01"))
        .ShouldContain("DBINGEST_POSTGRES_PASSWORD");

    [Fact]
    public void OfWrite_ConnectionLostOrTimedOut_IsTransientAndAmbiguousOnlyOnceAllWasSent()
    {
        foreach (var cause in (Exception[])[new IOException("reset"), new TimeoutException(), new SocketException(104)])
        {
            var thrown = new NpgsqlException("Exception while reading from stream", cause);
            var early = PostgresErrors.OfWrite(thrown, completing: false);
            var late = PostgresErrors.OfWrite(thrown, completing: true);

            (early.IsTransient, early.IsAmbiguous, late.IsTransient, late.IsAmbiguous).ShouldBe((true, false, true, true));
        }
    }

    [Fact]
    public void Check_ServerThatCannotKeepTheContract_IsRefused()
    {
        foreach (var contract in PostgresContracts.All)
        {
            Should.Throw<TargetException>(() => PostgresContracts.Check(contract, fsync: "off", standbys: "*")).Message
                .ShouldContain("fsync");
            PostgresContracts.Check(contract, fsync: "on", standbys: "*");
            if (contract.Name.StartsWith("remote_", StringComparison.Ordinal))
            {
                Should.Throw<TargetException>(() => PostgresContracts.Check(contract, fsync: "on", standbys: "")).Message
                    .ShouldContain("standby");
            }
            else
            {
                PostgresContracts.Check(contract, fsync: "on", standbys: "");
            }
        }
    }
}

using System.Text;
using DbIngest.Wire.Pg;
using DbIngest.Wire.Tests.Fakes;

namespace DbIngest.Wire.Tests.Pg;

/// <summary>Errors of servers in another language than English: only servers from 9.6 on send the English severity too.</summary>
public sealed class PgServerExceptionTests
{
    [Theory]
    [InlineData("SSCHWERWIEGEND\0C57P01\0", true)] // admin shutdown
    [InlineData("SSCHWERWIEGEND\0C57P02\0", true)] // crash shutdown
    [InlineData("SSCHWERWIEGEND\0C57P03\0", true)] // starting up
    [InlineData("SSCHWERWIEGEND\0C08006\0", true)] // connection failure
    [InlineData("SFEHLER\0C57014\0", false)] // statement timeout
    [InlineData("SFEHLER\0C42P01\0", false)] // no such table
    [InlineData("SFEHLER\0C40P01\0", false)] // deadlock
    [InlineData("SFATAL\0CXX000\0", true)]
    [InlineData("SERROR\0CXX000\0", false)]
    [InlineData("SSCHWERWIEGEND\0VFATAL\0CXX000\0", true)]
    [InlineData("VFATAL\0SSCHWERWIEGEND\0CXX000\0", true)]
    [InlineData("SFEHLER\0VERROR\0C57P01\0", false)]
    public void EndsSession_SeverityInAnyLanguage_IsThatOfTheServer(string fields, bool ends) =>
        Read(fields).EndsSession.ShouldBe(ends);

    [Fact]
    public void Query_RefusedInGermanByAnOldServer_LeavesTheSessionUsable()
    {
        int asked = 0;
        using var server = Admitting(session => session.Send(
            asked++ == 0 ? Error("FEHLER", "42P01") : FakePostgres.Message('C', "SET\0"u8), FakePostgres.Ready));
        using var connection = PgConnection.Open(server.Options);

        Should.Throw<PgServerException>(() => connection.Query("SELECT")).Severity.ShouldBe("FEHLER");
        connection.IsBroken.ShouldBeFalse();
        connection.Query("SET").ShouldBeEmpty();
    }

    [Fact]
    public void Query_ShutDownInGermanByAnOldServer_BreaksTheConnection()
    {
        using var server = Admitting(session => session.Send(Error("SCHWERWIEGEND", "57P01")));
        using var connection = PgConnection.Open(server.Options);

        Should.Throw<PgServerException>(() => connection.Query("SELECT")).SqlState.ShouldBe("57P01");
        connection.IsBroken.ShouldBeTrue();
    }

    private static PgServerException Read(string fields) =>
        PgServerException.Read(new WireReader(Encoding.UTF8.GetBytes(fields + "Mnein\0\0")));

    private static byte[] Error(string severity, string sqlState) =>
        FakePostgres.Message('E', Encoding.UTF8.GetBytes($"S{severity}\0C{sqlState}\0Mnein\0\0"));

    private static FakePostgres Admitting(Action<FakePostgres.Session> answer) => new(session =>
    {
        session.Send(FakePostgres.Welcome);
        while (true)
        {
            if (session.Receive().Type == 'Q')
            {
                answer(session);
            }
        }
    });
}

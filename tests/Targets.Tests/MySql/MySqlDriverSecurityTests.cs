using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;
using DbIngest.Targets.MySql;
using DbIngest.Targets.Tests.Cassandra;
using DbIngest.Wire;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.Tests.MySql;

/// <summary>
/// Logging in and encryption with the driver, and a server that is killed. (A target's own client goes first, so that what is
/// refused is refused by that: here the driver is asked alone.)
/// </summary>
[Needs("mariadb")]
public sealed class MySqlDriverSecurityTests(MySqlSecurityTests.SecureServer server)
    : IClassFixture<MySqlSecurityTests.SecureServer>
{
    [Theory]
    [InlineData("by_native", "disabled", false)]
    [InlineData("by_tls", "preferred", false)]
    [InlineData("by_tls", "required", false)]
    [InlineData("by_tls", "verify_ca", true)]
    [InlineData("by_tls", "verify_identity", true)]
    public void Open_RightPassword_IsLetInAndEncryptedAsAsked(string user, string mode, bool withAuthority)
    {
        using var session = Open(user, $"?ssl_mode={mode}{(withAuthority ? "&ssl_ca=" + server.Authority : string.Empty)}");

        using var command = session.Connection.CreateCommand();
        command.CommandText = "SHOW STATUS LIKE 'Ssl_cipher'";
        using var reader = command.ExecuteReader();
        reader.Read().ShouldBeTrue();
        (reader.GetString(1).Length > 0).ShouldBe(mode != "disabled");
    }

    [Theory]
    [InlineData("by_native", "guess-17")]
    [InlineData("by_native", "")]
    public void Open_WrongPassword_IsTheServersRefusal(string user, string password)
    {
        var error = Should.Throw<MySqlServerException>(() => Open(user, string.Empty, password));

        error.Code.ShouldBe(1045);
        MySqlErrors.OfTarget("No", error).Message.ShouldContain("DBINGEST_MARIADB_PASSWORD");
    }

    [Fact]
    public void Open_CertificateOfAnotherAuthority_SaysTheRemedy()
    {
        var error = Should.Throw<ConnectionLostException>(() =>
            Open("by_tls", $"?ssl_mode=verify_ca&ssl_ca={server.OtherAuthority}"));

        MySqlErrors.OfTarget("No", error).Message.ShouldContain("ssl_ca=FILE");
    }

    [Fact]
    public void Open_LoginThatTheDriverLacks_SaysTheRemedy() =>
        Should.Throw<WireProtocolException>(() => Open("by_ed25519", "?ssl_mode=disabled")).Message
            .ShouldContain("--client wire");

    [Fact]
    public void Run_ServerKilledAndBack_IsCompleteWithEachRecordOnce()
    {
        using var target = new MariaDbDefinition()
            .Open(Options("by_tls", "?ssl_mode=required") with { Client = WriteClient.Driver });

        var result = DisturbedTrial.Run(target, 10_000, () =>
        {
            server.Kill();
            server.Start();
        });

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        (result.Audit!.StoredRecords, result.Audit.DuplicateRecords).ShouldBe((8 * 10_000, 0));
        result.Retries.ShouldBeGreaterThan(0);
    }

    private TargetOptions Options(string user, string options, string password = MySqlSecurityTests.Password) => new()
    {
        WorkFolder = Path.GetTempPath(),
        Endpoint = string.Create(CultureInfo.InvariantCulture, $"mysql://{user}@localhost:{server.Port}/secure{options}"),
        Password = new Secret(password),
        RequestTimeout = TimeSpan.FromSeconds(60),
    };

    private MySqlDriverSession Open(string user, string options, string password = MySqlSecurityTests.Password)
    {
        var target = Options(user, options, password);
        var endpoint = MySqlEndpoint.Parse(MySqlOptions.OfMariaDb, target.Endpoint);
        return MySqlDriverSession.Open(
            new DriverConnections(endpoint.Connection(endpoint.Address!, target)),
            new MySqlTable(endpoint, Postgres.Samples.Table),
            endpoint);
    }
}

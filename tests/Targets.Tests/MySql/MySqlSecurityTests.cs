using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;
using DbIngest.Targets.MySql;
using DbIngest.Targets.Servers;
using DbIngest.Targets.Tests.Cassandra;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.Tests.MySql;

/// <summary>Who is let in and how; on a server with a certificate, which can be killed.</summary>
[Needs("mariadb")]
public sealed class MySqlSecurityTests(MySqlSecurityTests.SecureServer server) : IClassFixture<MySqlSecurityTests.SecureServer>
{
    internal const string Password = "pa\u00dfw:or'd";

    [Theory]
    [InlineData("by_native")]
    [InlineData("by_ed25519")]
    public void Open_RightPassword_IsLetIn(string user)
    {
        using var target = Open(user, "?ssl_mode=disabled", Password);

        target.Describe().Settings["session.encrypted"].ShouldBe("no");

        // The user has no privileges. The description before the first trial is the one that is recorded.
        target.Describe().Settings["settle"].ShouldStartWith("nothing");
    }

    [Theory]
    [InlineData("by_native", "guess-17")]
    [InlineData("by_ed25519", "guess-17")]
    [InlineData("by_native", null)]
    [InlineData("nobody", Password)]
    public void Open_WrongPassword_SaysTheRemedyAndNoSecret(string user, string? password)
    {
        var error = Should.Throw<TargetException>(() => Open(user, string.Empty, password));

        error.IsUnreachable.ShouldBeTrue();
        error.Message.ShouldContain("DBINGEST_MARIADB_PASSWORD");
        error.ToString().ShouldNotContain(password ?? Password);
    }

    [Fact]
    public void Open_PasswordInTheEndpoint_IsRefusedAndNotRepeated()
    {
        var error = Should.Throw<ArgumentException>(() => Open("by_native:" + Password, string.Empty, null));

        error.ToString().ShouldNotContain(Password);
    }

    [Theory]
    [InlineData("preferred", false)]
    [InlineData("required", false)]
    [InlineData("verify_ca", true)]
    [InlineData("verify_identity", true)]
    public void Open_ServerWithCertificate_IsEncrypted(string mode, bool withAuthority)
    {
        using var target =
            Open("by_tls", $"?ssl_mode={mode}{(withAuthority ? "&ssl_ca=" + server.Authority : string.Empty)}", Password);

        target.Describe().Settings["session.encrypted"].ShouldBe("yes");
        target.Describe().Settings["settle"].ShouldStartWith("FLUSH TABLES");
    }

    [Fact]
    public void Open_CertificateOfAnotherAuthority_SaysTheRemedy() =>
        Should.Throw<TargetException>(() => Open("by_tls", $"?ssl_mode=verify_ca&ssl_ca={server.OtherAuthority}", Password))
            .Message.ShouldContain("ssl_ca=FILE");

    [Fact]
    public void Open_UserWhoMustEncrypt_IsRefusedWithout() =>
        Should.Throw<TargetException>(() => Open("by_tls", "?ssl_mode=disabled", Password)).IsUnreachable.ShouldBeTrue();

    [Fact]
    public void Run_ServerKilledAndBack_IsCompleteWithEachRecordOnce()
    {
        using var target = Open("by_tls", "?ssl_mode=required", Password);

        var result = DisturbedTrial.Run(target, 10_000, () =>
        {
            server.Kill();
            server.Start();
        });

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Audit!.StoredRecords.ShouldBe(8 * 10_000);
        result.Audit.DuplicateRecords.ShouldBe(0);
        result.Retries.ShouldBeGreaterThan(0);
    }

    private ITarget Open(string user, string options, string? password)
    {
        return new MariaDbDefinition().Open(new TargetOptions
        {
            WorkFolder = Path.GetTempPath(),
            Endpoint = string.Create(CultureInfo.InvariantCulture, $"mysql://{user}@localhost:{server.Port}/secure{options}"),
            Password = password is null ? null : new Secret(password),
            RequestTimeout = TimeSpan.FromSeconds(60),
        });
    }

    /// <summary>
    /// A private server that listens on loopback, with a certificate for localhost and a user for every way of being let in.
    /// </summary>
    public sealed class SecureServer : IDisposable
    {
        private readonly DirectoryInfo _work = Directory.CreateTempSubdirectory("dbingest-test-");
        private readonly PrivateServer _server;

        public SecureServer()
        {
            Port = TestPort.Free();
            var authority = new TestAuthority(_work.FullName);
            (Authority, OtherAuthority) = (authority.File, authority.OtherFile);
            string options = string.Create(
                CultureInfo.InvariantCulture,
                $"--port={Port} --bind-address=127.0.0.1 --ssl-cert={authority.Server}.crt --ssl-key={authority.Server}.key "
                + $"--plugin-load-add=auth_ed25519");
            _server = PrivateServer.Start(MariaDbServers.Plan(_work.FullName, options), static _ => { }, CancellationToken.None);
            using var root = MySqlConnection.Open(new() { Server = _server.Address.Server, User = "root" });
            string secret = Password.Replace("'", "''", StringComparison.Ordinal);
            root.Execute($"CREATE USER by_native IDENTIFIED VIA mysql_native_password USING PASSWORD('{secret}')");
            root.Execute($"CREATE USER by_ed25519 IDENTIFIED VIA ed25519 USING PASSWORD('{secret}')");
            root.Execute($"CREATE USER by_tls IDENTIFIED BY '{secret}' REQUIRE SSL");
            root.Execute("GRANT ALL ON *.* TO by_tls");
        }

        public int Port { get; }

        public string Authority { get; } = string.Empty;

        public string OtherAuthority { get; } = string.Empty;

        public void Kill()
        {
            using var process = System.Diagnostics.Process.GetProcessById(_server.Processes[0]);
            process.Kill();
            process.WaitForExit();
        }

        public void Start() => _server.EnsureRunning(CancellationToken.None);

        public void Dispose()
        {
            _server.Dispose();
            _work.Delete(recursive: true);
        }
    }
}

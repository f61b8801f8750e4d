using System.Net;
using System.Security.Cryptography.X509Certificates;
using DbIngest.Core.Results;
using DbIngest.Runner.Tests.Cli;
using DbIngest.Wire;
using DbIngest.Wire.Cql;

namespace DbIngest.Runner.Tests.Clusters;

/// <summary>Clusters of several nodes that encrypt and ask for a password.</summary>
public sealed class SecureClusterTests : IDisposable
{
    private const string Password = "so'secret\\1\u00df";
    private static readonly string[] Addresses = ["127.0.0.1", "127.0.0.2", "127.0.0.3"];
    private readonly ClusterFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>Takes over a minute: three nodes with certificates start one after another.</summary>
    [Fact]
    [Trait("Suite", "Slow")]
    [Needs("cockroach")]
    public void Cockroach_WithPasswordAndCertificates_AsksForBothAndShowsNeither()
    {
        string file = Write("cockroach", "settings: {cache: 64M}", ", client_certificate: root.crt, client_key: root.key");

        Measure(file);

        // Nothing of the administrator's key stays with a node, and one that does not encrypt is not let in.
        Directory.Exists($"{_folder.Data}/n1/administrator").ShouldBeFalse();
        string endpoint = _folder.Report("check", file).GetProperty("endpoint").GetString()!;
        endpoint.ShouldStartWith("ingest@127.0.0.1");
        _folder.Commands.Expect(ExitCode.Done, "targets", "--db=cockroach",
            $"--endpoint={endpoint.Split('?')[0]}?sslmode=disable").Output.ShouldContain("secure mode, SSL connection required");

        // Another password is said at once, and not waited for.
        _folder.Commands.With("SURE_PASSWORD", "wrong-1");
        _folder.Commands.Expect(ExitCode.Unreachable, "cluster", "up", file).Error
            .ShouldContain("User ingest is there, and its password is another one");

        // It goes on with the same user and data after a stop.
        _folder.Commands.With("SURE_PASSWORD", Password);
        _folder.Commands.Expect(ExitCode.Done, "cluster", "stop", file);
        _folder.Report("up", file).GetProperty("is_serving").GetBoolean().ShouldBeTrue();
    }

    /// <summary>Takes over a minute: three nodes with certificates start one after another.</summary>
    [Fact]
    [Trait("Suite", "Slow")]
    [Needs("cassandra")]
    public void Cassandra_WithPasswordAndCertificates_AsksForBothAndShowsNeither()
    {
        string file = Write("cassandra", "settings: {heap: 300M}", string.Empty);

        Measure(file);

        // The vendor's own user, whose password everybody knows, is let in no more; nor is one who does not encrypt.
        X509Certificate2Collection authorities = [];
        authorities.ImportFromPemFile(_folder.Commands.File("ca.crt"));
        var tls = new TlsOptions { Authorities = [.. authorities] };
        var node = new IPEndPoint(IPAddress.Loopback, _folder.Report("check", file).GetProperty("nodes")[0].GetProperty("port")
            .GetInt32());
        using (var ours = CqlConnection.Open(node,
            new CqlConnectionOptions { Tls = tls, Credentials = new CqlCredentials("ingest", () => Password) }))
        {
            ours.Query("SELECT peer FROM system.peers").Count.ShouldBe(2);
            ours.Query("SELECT replication FROM system_schema.keyspaces WHERE keyspace_name = 'system_auth'").Count.ShouldBe(1);
        }

        Should.Throw<WireException>(
            () => CqlConnection.Open(node,
            new CqlConnectionOptions { Tls = tls, Credentials = new CqlCredentials("cassandra", () => "cassandra") }));
        Should.Throw<WireException>(() =>
            CqlConnection.Open(node, new CqlConnectionOptions { Credentials = new CqlCredentials("ingest", () => Password) }));

        // A node dies: users are on the others too. Until these know that it is dead, they may wait for it.
        RunningCommand.Signal(_folder.Report("check", file).GetProperty("nodes")[2].GetProperty("process_id").GetInt32(), "KILL");
        Poll.Until(
            () => _folder.Report("check", file, ExitCode.Unreachable).GetProperty("nodes").EnumerateArray()
                .Count(other => other.GetProperty("state").GetString() == "serving") == 2,
            TimeSpan.FromMinutes(2)).ShouldBeTrue();
    }

    [Theory]
    [InlineData("cockroach", "credentials: {user: ingest, password_env: SURE_PASSWORD}",
        "nodes without certificates ask for no password; write tls too")]
    [InlineData("cockroach", "nodes: [{address: 10.0.0.1}]",
        "nodes without certificates accept everyone who reaches them; write tls")]
    [InlineData("cockroach",
        "settings: {insecure: true}\ntls: {authority: ca.crt, certificate: node.crt, key: node.key, client_certificate: "
        + "root.crt, client_key: root.key}", "insecure is for nodes without certificates")]
    [InlineData("cockroach",
        "credentials: {user: Root, password_env: SURE_PASSWORD}\ntls: {authority: ca.crt, certificate: node.crt, key: "
        + "node.key, client_certificate: root.crt, client_key: root.key}", "the user root comes with a certificate")]
    [InlineData("cassandra", "nodes: [{address: 10.0.0.1}]",
        "nodes without credentials accept everyone who reaches them; write credentials")]
    [InlineData("cassandra", "settings: {insecure: true}\ncredentials: {user: ingest, password_env: SURE_PASSWORD}",
        "insecure is for nodes without credentials")]
    public void Up_HalfSecure_IsRefusedWithTheRemedy(string database, string further, string said)
    {
        _folder.Commands.With("SURE_PASSWORD", Password);
        string file = _folder.Write("half.yaml", $"database: {database}\nprovider: local\nhome: /nowhere\n{further}\n");

        _folder.Commands.Expect(ExitCode.BadArguments, "cluster", "up", file).Error.ShouldContain(said);
    }

    [Theory]
    [InlineData("", "root.key cannot be read")]
    [InlineData("no certificate", "root.key is not in PEM form")]
    [Needs("cockroach")]
    public void Up_CertificateThatIsNone_IsSaidBeforeAnythingIsMade(string content, string said)
    {
        string file = Write("cockroach", "settings: {cache: 64M}", ", client_certificate: root.crt, client_key: root.key");
        File.Delete(_folder.Commands.File("root.key"));
        if (content.Length > 0)
        {
            File.WriteAllText(_folder.Commands.File("root.key"), content);
        }

        _folder.Commands.Expect(ExitCode.Unreachable, "cluster", "up", file).Error.ShouldContain(said);
        Directory.Exists(_folder.Data).ShouldBeFalse();
    }

    private static string Home(string database) => database == "cassandra"
        ? CassandraHome.Folder
        : Path.Combine(Environment.GetEnvironmentVariable("DBINGEST_SERVERS") ?? Repository.Shared("servers"), database);

    private string Write(string database, string settings, string further)
    {
        Certificates.Write(_folder.Commands.Path, Addresses);
        _folder.Commands.With("SURE_PASSWORD", Password);
        return _folder.Write("sure.yaml",
            $"database: {database}\nprovider: local\nhome: {Path.GetFullPath(Home(database))}\nnodes: 3\nport: "
            + $"{ClusterFolder.FreePort()}\nfolder: {_folder.Data}\n{settings}\n"
            + "credentials: {user: ingest, password_env: SURE_PASSWORD}\ntls: {authority: ca.crt, certificate: node.crt, key: "
            + "node.key" + further + "}\n");
    }

    private void Measure(string file)
    {
        _folder.Report("up", file).GetProperty("is_serving").GetBoolean().ShouldBeTrue();
        _folder.Commands.Expect(ExitCode.Done, "cluster", "up", file).Error.ShouldContain("nothing was changed");
        var run = _folder.Commands.Expect(ExitCode.Done, "run", "--records=300", "--sources=2", "--trials=1", "--warmup=0",
            "--cluster", file);

        _folder.Commands.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.Passed);
        run.ToString().ShouldNotContain(Password);
        foreach (string written in Directory.EnumerateFiles(_folder.Commands.Path, "*", SearchOption.AllDirectories)
            .Concat(Directory.EnumerateFiles(_folder.Data, "*.*", SearchOption.AllDirectories))
            .Where(f => Path.GetExtension(f) is ".json" or ".jsonl" or ".log" or ".html" or ".yaml"))
        {
            TextOf(written).ShouldNotContain("so'secret", Case.Sensitive, written);
        }
    }

    /// <summary>A node that runs replaces its own logs meanwhile: one that is gone holds no secret.</summary>
    private static string TextOf(string file)
    {
        try
        {
            return File.ReadAllText(file);
        }
        catch (FileNotFoundException)
        {
            return string.Empty;
        }
    }
}

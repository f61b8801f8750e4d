using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Containers;
using DbIngest.Clusters.Files;
using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Deploying;

namespace DbIngest.Clusters.Tests.Containers;

/// <summary>What a container starts before its server, carried out by a real shell; its folders are some of a test's.</summary>
public sealed class ContainerTlsTests : IDisposable
{
    private const string Configuration = """
        cluster_name: 'Test Cluster'
        authenticator:
          class_name : AllowAllAuthenticator
        # A remark.
        authorizer: AllowAllAuthorizer
        seed_provider:
          - class_name: org.apache.cassandra.locator.SimpleSeedProvider
        server_encryption_options:
          internode_encryption: none
          keystore: conf/.keystore
        client_encryption_options:
          # A remark.
          enabled: false
        num_tokens: 16

        """;

    private static readonly ContainerRecipe Cockroach = DeploymentCatalog.Container("cockroach")!;
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-tls-");

    public ContainerTlsTests()
    {
        Directory.CreateDirectory(At("tls"));
        foreach (string name in (string[])["ca.crt", "node.crt", "node.key"])
        {
            File.WriteAllText(At($"tls/{name}"), $"the {name}\n");
        }

        File.WriteAllText(At("cassandra.yaml"), Configuration);
    }

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void Entry_WithoutAPasswordAndCertificates_LeavesTheImageAsItIs()
    {
        foreach (var recipe in DeploymentCatalog.Containers)
        {
            ContainerTls.Entry(
                new Deployment
                {
                    Name = "some",
                    Database = recipe.Database,
                    Provider = "compose",
                    Nodes = [new("n1", null, "10.0.0.1", "/")],
                    Port = 1
                }, recipe).ShouldBeEmpty();
        }
    }

    [Fact]
    [Needs("linux")]
    public void Entry_OfCassandra_ReplacesWhatOpensItAndStartsItAgainTheSame()
    {
        Start("cassandra").ShouldBe("cassandra -f\n");
        string written = File.ReadAllText(At("cassandra.yaml"));
        Start("cassandra").ShouldBe("cassandra -f\n");
        File.ReadAllText(At("cassandra.yaml")).ShouldBe(written, "a container that starts again");

        string[] lines = written.Split('\n');
        lines.ShouldContain("authenticator: PasswordAuthenticator");
        lines.ShouldContain("  internode_encryption: all");
        lines.Count(line => line.StartsWith("server_encryption_options:", StringComparison.Ordinal)).ShouldBe(1);
        lines.ShouldContain("num_tokens: 16");
        lines.ShouldContain("  - class_name: org.apache.cassandra.locator.SimpleSeedProvider");
        written.ShouldNotContain("AllowAll");
        written.ShouldNotContain("enabled: false");
        File.ReadAllText(At("certs/node.pem")).ShouldBe("the node.key\nthe node.crt\n");
        OwnerAlone("certs/node.pem");
    }

    [Theory]
    [InlineData("postgres",
        "postgres -c ssl=on -c ssl_cert_file=/certs/node.crt -c ssl_key_file=/certs/node.key -c hba_file=/certs/pg_hba.conf\n")]
    [InlineData("mariadb", "--ssl-cert=/certs/node.crt --ssl-key=/certs/node.key\n")]
    [Needs("linux")]
    public void Entry_OfAServer_HasItsKeyForItself(string database, string command)
    {
        Start(database).ShouldBe(command);
        File.ReadAllText(At("certs/node.key")).ShouldBe("the node.key\n");
        OwnerAlone("certs/node.key");
        if (database == "postgres")
        {
            File.ReadAllText(At("certs/pg_hba.conf")).ShouldBe("local all all trust\nhostssl all all all scram-sha-256\n");
        }
    }

    [Fact]
    [Needs("linux")]
    public void Entry_KeyThatCannotBeCopied_StartsNothing()
    {
        Directory.Delete(At("tls"), recursive: true);
        Start("postgres", code: 1).ShouldBeEmpty();
    }

    [Fact]
    public void FormInput_OfCockroach_QuotesThePasswordAndHasTheAdministratorsKey()
    {
        File.WriteAllText(At("root.crt"), "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n");
        File.WriteAllText(At("root.key"), "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n");
        var deployment = DeploymentFile.Parse(At("some.yaml"),
            "database: cockroach\nprovider: compose\nversion: 1.2.3\nnodes: 3\ncredentials: {user: ingest, password_env: A}\n"
            + "tls: {authority: ca.crt, certificate: node.crt, key: node.key, client_certificate: root.crt, client_key: "
            + "root.key}\n");

        Cockroach.FormInput(deployment, new Secret("it's")).ShouldBe(
            "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n"
            + "BEGIN; CREATE USER IF NOT EXISTS \"ingest\" WITH PASSWORD 'it''s'; GRANT admin TO \"ingest\"; COMMIT;\n");
        Cockroach.Form(deployment)!.ShouldNotContain("ingest");
    }

    /// <summary>The program is a script that says what it was told and what files it was given.</summary>
    [Theory]
    [InlineData(3, "exit 0", 0, "init\nsql\n")]
    [InlineData(1, "exit 0", 0, "sql\n")]
    [InlineData(3, "[ $1 = init ] && { echo 'cluster has already been initialized with ID 1'; exit 1; }; exit 0", 0,
        "init\nsql\n")]
    [InlineData(3, "echo 'no way'; exit 1", 1, "init\n")]
    [Needs("linux")]
    public void Form_OfCockroach_BeginsTheClusterMakesTheUserAndLeavesNoKey(int nodes, string answer, int code, string told)
    {
        File.WriteAllText(At("root.crt"), "-----BEGIN CERTIFICATE-----\nc\n-----END CERTIFICATE-----\n");
        File.WriteAllText(At("root.key"), "-----BEGIN PRIVATE KEY-----\nk\n-----END PRIVATE KEY-----\n");
        Directory.CreateDirectory(At("own"));
        Directory.Move(At("tls"), At("certs"));
        File.WriteAllText(At("program"),
            $"#!/bin/sh\nfor given; do case $given in --certs-dir=*) cp -p ${{given#*=}}/* {At("own")}/ ;; esac; done\necho "
            + $"$1 >>{At("told")}\n[ $1 = sql ] && cat >{At("own/statements")}\n{answer}\n");
        File.SetUnixFileMode(At("program"), (UnixFileMode)0x1ED);
        var deployment = DeploymentFile.Parse(At("some.yaml"),
            FormattableString.Invariant(
            $"database: cockroach\nprovider: compose\nversion: 1.2.3\nnodes: {nodes}\ncredentials: {{user: ingest, password_env: A}}\n")
            + "tls: {authority: ca.crt, certificate: node.crt, key: node.key, client_certificate: root.crt, client_key: "
            + "root.key}\n");
        string script = Cockroach.Form(deployment)!.Replace("/cockroach/cockroach", At("program"), StringComparison.Ordinal)
            .Replace("/certs/", At("certs/"), StringComparison.Ordinal);
        Directory.CreateDirectory(At("temporary"));

        var start = new ProcessStartInfo("sh", ["-c", script])
        {
            RedirectStandardInput = true,
            RedirectStandardError = true,
            UseShellExecute = false
        };
        start.Environment["TMPDIR"] = At("temporary");
        using var process = Process.Start(start)!;
        process.StandardInput.Write(Cockroach.FormInput(deployment, new Secret("it's")));
        process.StandardInput.Close();
        string said = process.StandardError.ReadToEnd();
        process.WaitForExit();

        process.ExitCode.ShouldBe(code, said);
        File.ReadAllText(At("told")).ShouldBe(told);
        File.ReadAllText(At("own/client.root.crt")).ShouldBe(File.ReadAllText(At("root.crt")));
        File.ReadAllText(At("own/client.root.key")).ShouldBe(File.ReadAllText(At("root.key")));
        OwnerAlone("own/client.root.key");
        Directory.EnumerateFileSystemEntries(At("temporary")).ShouldBeEmpty("the key is there for as long as this runs");
        if (code == 0)
        {
            File.ReadAllText(At("own/statements"))
                .ShouldBe("BEGIN; CREATE USER IF NOT EXISTS \"ingest\" WITH PASSWORD 'it''s'; GRANT admin TO \"ingest\"; "
                    + "COMMIT;\n");
        }
        else
        {
            said.ShouldContain("no way");
        }
    }

    private string At(string name) => Path.Combine(_folder.FullName, name);

    private void OwnerAlone(string name) => (File.GetUnixFileMode(At(name)) & (UnixFileMode)0x3F).ShouldBe(UnixFileMode.None);

    /// <summary>Starts what the container would, with a server that says its command line.</summary>
    private string Start(string database, int code = 0)
    {
        var recipe = DeploymentCatalog.Container(database)! with { EntryPoint = "echo", Account = Environment.UserName };
        var deployment = DeploymentFile.Parse("some.yaml", ContainerTexts.Encrypted(recipe, "compose"));
        string[] entry = [.. ContainerTls.Entry(deployment, recipe)
            .Select(word => word.Replace("/tls/", At("tls/"), StringComparison.Ordinal)
            .Replace("/certs", At("certs"), StringComparison.Ordinal))];
        var start = new ProcessStartInfo(entry[0],
            [.. entry[1..], .. recipe.Command(deployment, deployment.Nodes[0])])
        {
            RedirectStandardOutput = true,
            UseShellExecute = false
        };
        start.Environment["CASSANDRA_CONF"] = _folder.FullName;
        using var process = Process.Start(start)!;
        string said = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        process.ExitCode.ShouldBe(code);
        return said;
    }
}

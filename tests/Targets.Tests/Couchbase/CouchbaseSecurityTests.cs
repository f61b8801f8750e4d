using System.Security.Cryptography.X509Certificates;
using DbIngest.Abstractions.Targets;
using DbIngest.Couchbase.Endpoint;
using DbIngest.Targets.Couchbase;

namespace DbIngest.Targets.Tests.Couchbase;

/// <summary>Logging in, encryption, and what is said to a user who is not let in.</summary>
public sealed class CouchbaseSecurityTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-couchbase-tls-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [InlineData("SCRAM-SHA512")]
    [InlineData("SCRAM-SHA256")]
    [InlineData("SCRAM-SHA1")]
    public void Open_EachMechanism_LogsIn(string mechanism)
    {
        using var cluster = new Cluster(new ClusterOptions { User = "me,=too", Password = "pässword" });

        using var target = Open(
            $"couchbase://{Uri.EscapeDataString("me,=too")}@127.0.0.1:{cluster.Port}/bench?sasl_mech_force={mechanism}",
            "pässword");

        target.Describe().Settings["login"].ShouldBe(mechanism);
        cluster.Failures.ShouldBeEmpty();
    }

    [Fact]
    public void Open_SeveralMechanisms_TakesTheBest()
    {
        using var cluster = new Cluster(new ClusterOptions { Mechanisms = "PLAIN SCRAM-SHA1 SCRAM-SHA256" });
        using var target = Open(cluster.Endpoint, "password");

        target.Describe().Settings["login"].ShouldBe("SCRAM-SHA256");
    }

    /// <summary>The role Bucket Admin may not read the cluster's thread counts (403), without which a trial does well.</summary>
    [Fact]
    public void Describe_UserWhoAdministersTheBucketAlone_LeavesTheThreadsOut()
    {
        using var cluster = new Cluster(new ClusterOptions { IsAdministrator = false });
        using var target = Open(cluster.Endpoint, "password");

        var settings = target.Describe().Settings;

        settings.ContainsKey("num_writer_threads").ShouldBeFalse();
        settings["bucket_bucketType"].ShouldBe("membase");
    }

    [Theory]
    [InlineData("wrong", "", "DBINGEST_COUCHBASE_PASSWORD")]
    [InlineData("password", "?create=false&collection=x", null)]
    public void Open_Password_IsCheckedAndNeverRepeated(string password, string options, string? remedy)
    {
        using var cluster = new Cluster();

        var error = Record.Exception(() => Open(cluster.Endpoint + options, password).Dispose());

        (error?.Message.Contains(remedy ?? "?", StringComparison.Ordinal) ?? (remedy is null)).ShouldBeTrue(error?.Message);
        error?.ToString().ShouldNotContain("\"wrong\"");
    }

    [Theory]
    [InlineData(null, "none was given (remedy: set DBINGEST_COUCHBASE_PASSWORD")]
    [InlineData("wrong", "it may not be the one it claims to be")]
    public void Open_ServerThatChecksNoProof_IsTakenForAnImpostorOnlyWhereAPasswordWasGiven(string? password, string said)
    {
        using var cluster = new Cluster(new ClusterOptions { ChecksNoProof = true });
        Should.Throw<TargetException>(() => Open(cluster.Endpoint, password).Dispose())
            .Message.Replace("none was given. (", "none was given (", StringComparison.Ordinal).ShouldContain(said);
    }

    [Fact]
    public void Open_UnknownBucket_SaysHowToGetIt()
    {
        using var cluster = new Cluster();

        var error = Should.Throw<TargetException>(() => Open(cluster.Endpoint + "er", "password").Dispose());

        error.Message.ShouldContain("bencher");
        error.Message.ShouldContain("create=true");
    }

    [Fact]
    public void Open_UnknownBucketToBeCreated_IsThere()
    {
        using var cluster = new Cluster();

        using var target = Open($"{cluster.Endpoint}er?create=true", "password");
        target.Prepare(Trial.Table(new PatternWorkload(1), 1, 1));

        cluster.Buckets.ShouldContainKey("bencher");
    }

    [Fact]
    public void Open_ProfileOfTheStudy_IsTheBucketsThatIsCreatedAndOfTheLoad()
    {
        using var cluster = new Cluster();
        string endpoint = $"{cluster.Endpoint}er?create=true&profile=study1";

        using var target = Open(endpoint, "password");

        cluster.Buckets["bencher"].Settings["databaseFragmentationThreshold[percentage]"].ShouldBe("100");
        cluster.Buckets["bencher"].Settings["threadsNumber"].ShouldBe("8");
        target.Describe().Settings["bucket_compacted_at_percent"].ShouldBe("100");
        new CouchbaseDefinition().LoadOf(endpoint)["in-flight"].ShouldBe("25");
        new CouchbaseDefinition().LoadOf(cluster.Endpoint).ShouldBeEmpty();
    }

    [Fact]
    public void Open_PlainAloneWithoutEncryption_IsRefused()
    {
        using var cluster = new Cluster(new ClusterOptions { Mechanisms = "PLAIN" });

        Should.Throw<TargetException>(() => Open(cluster.Endpoint, "password").Dispose()).Message.ShouldContain("not encrypted");
    }

    [Theory]
    [InlineData("")]
    [InlineData("&sasl_mech_force=PLAIN")]
    public void Write_Encrypted_IsStored(string options)
    {
        string path = TestCertificate.Make(Path.Combine(_folder.FullName, "server"), "localhost", issuer: null);
        using var certificate = Usable(path);
        using var cluster = new Cluster(new ClusterOptions { Certificate = certificate, Nodes = 2 });
        var workload = new PatternWorkload(3);
        var table = Trial.Table(workload, 2, 500);

        using var target =
            Open($"{cluster.Endpoint}?trust_certificate={Uri.EscapeDataString(path + ".crt")}{options}", "password");
        target.Prepare(table);
        Trial.WriteAll(target, workload, table, 100);

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        cluster.Failures.ShouldBeEmpty();
    }

    [Fact]
    public void Open_CertificateThatNobodyKnows_IsRefusedWithTheRemedy()
    {
        using var certificate = Usable(TestCertificate.Make(Path.Combine(_folder.FullName, "server"), "localhost", issuer: null));
        using var cluster = new Cluster(new ClusterOptions { Certificate = certificate });

        Should.Throw<TargetException>(() => Open(cluster.Endpoint, "password").Dispose()).Message
            .ShouldContain("trust_certificate");
        Open(cluster.Endpoint + "?tls_verify=none", "password").Dispose();
    }

    [Fact]
    public void Open_ServerThatWantsEncryption_IsUnreachableByPlainText()
    {
        using var certificate = Usable(TestCertificate.Make(Path.Combine(_folder.FullName, "server"), "localhost", issuer: null));
        using var cluster = new Cluster(new ClusterOptions { Certificate = certificate });

        Should.Throw<TargetException>(() => Open($"couchbase://127.0.0.1:{cluster.Port}/bench", "password").Dispose())
            .IsUnreachable.ShouldBeTrue();
    }

    internal static ITarget Open(string endpoint, string? password, string? durability = null) => new CouchbaseDefinition()
        .Open(new TargetOptions
        {
            WorkFolder = Path.GetTempPath(),
            Endpoint = endpoint,
            Password = password is null ? null : new Secret(password),
            Durability = durability,
            RequestTimeout = TimeSpan.FromSeconds(20),
        });

    /// <summary>With its key in it, as servers need it.</summary>
    internal static X509Certificate2 Usable(string path)
    {
        using var read = X509Certificate2.CreateFromPemFile(path + ".crt", path + ".key");
        return X509CertificateLoader.LoadPkcs12(read.Export(X509ContentType.Pkcs12), password: null);
    }
}

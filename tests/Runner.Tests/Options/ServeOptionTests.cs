using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using DbIngest.Runner.Options;
using DbIngest.Runner.Tests.Clusters;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Runner.Tests.Options;

/// <summary>What <c>serve</c> refuses by name before two databases.</summary>
public class ServeOptionTests
{
    private static readonly string[] Places = ["sqlite=x.db", "maria=h:1"];

    [Fact]
    public void Hybrid_WithAPlaceForEachPart_IsServedByTheClientOfItsRecords()
    {
        var request = Read(new() { Databases = "sqlite+maria", Endpoints = Places, Client = "driver" });

        request.Definition.Name.ShouldBe("sqlite+maria");
        (request.Client.Name, request.Client.IsAsync, request.Client.KeepsLedger).ShouldBe(("driver", false, false));
        request.Service.IsKeyed.ShouldBeTrue();
        Read(new() { Databases = "sqlite+maria", Endpoints = Places, Promise = "at-least-once" }).Service.IsKeyed
            .ShouldBeFalse();
    }

    [Fact]
    public void Ledger_OfAHybrid_IsRefusedSinceNoTransactionHoldsBoth() =>
        Refused(new() { Databases = "sqlite+maria", Endpoints = Places, Promise = "ledger" },
            "--promise: no transaction can span the two databases of sqlite+maria, the row of a request and the control data; "
            + "give once");

    [Fact]
    public void Threads_ThatWaitForNobody_AreRefused() =>
        Refused(new() { Databases = "sqlite+maria", Endpoints = Places, Client = "driver", Threads = "async" },
            "--threads: the client driver of sqlite+maria has no asynchronous calls");

    [Fact]
    public void PartThatIsNotServed_IsNamed() =>
        Refused(new() { Databases = "sqlite+cassandra", Endpoints = ["sqlite=x.db", "cassandra=h"] },
            "--db: the service does not support cassandra");

    /// <summary>Connections that all sources share carry no timestamps, by which a record is stored once.</summary>
    [Fact]
    public void OptionWithoutEffectWhereRecordsAreStoredOnce_IsRefused()
    {
        ServeOptions options = new() { Databases = "cassandra", Endpoints = ["h?connections=2"], Promise = "once" };
        Should.Throw<UsageException>(() => new ServeRequestReader(TargetCatalog.All, _ => null).Read(options)).Messages
            .ShouldHaveSingleItem().ShouldStartWith("--endpoint: connections=2 of cassandra has no effect where single records");
        options = new() { Databases = "cassandra", Endpoints = ["h?connections=2"], Promise = "at-least-once" };
        new ServeRequestReader(TargetCatalog.All, _ => null).Read(options).Service.IsKeyed.ShouldBeFalse();
    }

    [Fact]
    public void PlaceOfOnePartAlone_NamesTheOther()
    {
        // Of the program's own databases: a file, and a server that a run would start.
        var reader = new ServeRequestReader(TargetCatalog.All, _ => null);
        var refused = Should.Throw<UsageException>(() => reader.Read(
            new() { Databases = "sqlite+postgres", Endpoints = ["postgres=h:1"] }));
        refused.Messages.ShouldHaveSingleItem().ShouldStartWith(
            "--endpoint: name the file of sqlite that stores the control data, by sqlite=...; a service starts no server");
        reader = new ServeRequestReader(TargetCatalog.All, _ => null);
        Should.Throw<UsageException>(() => reader.Read(
            new() { Databases = "sqlite+postgres", Endpoints = ["sqlite=x.db"] })).Messages.ShouldHaveSingleItem()
            .ShouldStartWith("--endpoint: name the server of postgres that stores the records, by postgres=...");
    }

    [Fact]
    public void HeadersOfTheExport_ThatAreNoHeaders_AreRefusedWithoutTheirSecret() =>
        Should.Throw<UsageException>(() => new ServeRequestReader(
            TargetCatalog.All, name => name == "OTEL_EXPORTER_OTLP_HEADERS" ? "Bearer opensesame==" : null)
            .Read(new() { Databases = "null", Otlp = "http://127.0.0.1:4318" })).Messages.ShouldHaveSingleItem()
            .ShouldStartWith("--otlp: the variable OTEL_EXPORTER_OTLP_HEADERS is no list NAME=VALUE,NAME=VALUE of HTTP headers; "
                + "write for example authorization=Bearer%20TOKEN");

    [Theory]
    [InlineData("voltage,source", "source")]
    [InlineData("voltage,current,voltage", "voltage")]
    [InlineData("vOltage", "vOltage")]
    public void Columns_NameThatIsNotTaken_IsRefusedWithTheWholeRule(string columns, string name) =>
        Refused(new() { Databases = "sqlite+maria", Endpoints = Places, Columns = columns },
            $"--columns: '{name}' is not a valid and distinct value name; a name is a lower-case letter, then lower-case "
            + "letters, digits and underscores, at most 60 in all, stands once, "
            + "and is not source, sequence, timestamp or quality");

    [Fact]
    public void KeyFile_KeyThatIsTooShort_IsNamedByFileAndLine()
    {
        string file = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
        try
        {
            File.WriteAllText(file, $"{new string('k', 16)}\n\n# ours\n");
            Refused(new() { Databases = "sqlite+maria", Endpoints = Places, KeyFile = file },
                $"--key-file: {file}, line 3: a key has at least 16 characters; ");
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Fact]
    public void TlsCertificate_OfSeveral_IsTheFirstWithAllOfThem()
    {
        var folder = Directory.CreateTempSubdirectory("dbingest-serve-");
        try
        {
            Certificates.Write(folder.FullName);
            string file = Path.Combine(folder.FullName, "chain.pem");
            File.WriteAllText(file, File.ReadAllText(Path.Combine(folder.FullName, "node.crt"))
                + File.ReadAllText(Path.Combine(folder.FullName, "ca.crt")));

            var service = Read(new()
            {
                Databases = "sqlite+maria",
                Endpoints = Places,
                TlsCertificate = file,
                TlsKey = Path.Combine(folder.FullName, "node.key"),
            }).Service;

            service.Certificate!.Subject.ShouldBe("CN=node");
            service.CertificateChain!.Select(certificate => certificate.Subject)
                .ShouldBe(["CN=node", "CN=authority of a test"]);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    /// <summary>The web server takes none, and throws when it starts.</summary>
    [Fact]
    public void TlsCertificate_OfAClient_IsRefused()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=client", key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(
            new X509EnhancedKeyUsageExtension(new OidCollection { new Oid("1.3.6.1.5.5.7.3.2") }, critical: false));
        using var certificate = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
        string file = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
        try
        {
            File.WriteAllText(file, certificate.ExportCertificatePem() + "\n" + key.ExportPkcs8PrivateKeyPem() + "\n");
            Refused(new() { Databases = "sqlite+maria", Endpoints = Places, TlsCertificate = file, TlsKey = file },
                $"--tls-certificate: {file} is no certificate of a server");
        }
        finally
        {
            File.Delete(file);
        }
    }

    /// <summary>As <c>$(cat keys.txt)</c> sets it: one text of two lines is no client's key.</summary>
    [Fact]
    public void KeyVariable_WithAFileOfKeys_HasEachOfThemAndARunTheFirst()
    {
        string[] keys = [new('k', 16), new('m', 16)];

        var request = new ServeRequestReader(DescribedDatabase.Catalogue,
            name => name == "DBINGEST_SERVICE_KEY" ? $"{keys[0]}\r\n{keys[1]}\n" : null).Read(
            new() { Databases = "sqlite+maria", Endpoints = Places });

        request.Service.Keys.Select(key => key.Reveal()).ShouldBe(keys);
        request.Access.ServiceKey!.Reveal().ShouldBe(keys[0]);
    }

    [Fact]
    public void Null_IsServedAtLeastOnce_AndItsKeyIsThatOfNoTable()
    {
        new ServeRequestReader(TargetCatalog.All, _ => null).Read(new() { Databases = "null" }).Service.IsKeyed.ShouldBeFalse();
        Should.Throw<UsageException>(() => new ServeRequestReader(TargetCatalog.All, _ => null).Read(
            new() { Databases = "null", Promise = "once" })).Messages.ShouldHaveSingleItem()
            .ShouldStartWith("--promise: client driver of null has no key by which a repeated record would be found; give at-least-once");
    }

    private static ServeRequest Read(ServeOptions options) =>
        new ServeRequestReader(DescribedDatabase.Catalogue, _ => null).Read(options);

    private static void Refused(ServeOptions options, string message) =>
        Should.Throw<UsageException>(() => Read(options)).Messages.ShouldContain(line =>
            line.StartsWith(message, StringComparison.Ordinal));
}

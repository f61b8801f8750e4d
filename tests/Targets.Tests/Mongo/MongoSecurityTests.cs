using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;
using DbIngest.Targets.Mongo;
using DbIngest.Targets.Tests.Cassandra;

namespace DbIngest.Targets.Tests.Mongo;

/// <summary>A server that lets nobody in without a password, encrypted and not; its certificate is for localhost.</summary>
[Needs("ferretdb")]
public abstract class MongoSecurityTests<TDefinition>(string client) : IDisposable
    where TDefinition : TargetDefinition, new()
{
    private const string User = "ingester";
    private const string Password = "pa\u00dfw:or/d@";

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-mongo-tls-");
    private FerretServer? _server;

    [Theory]
    [InlineData("")]
    [InlineData("authMechanism=SCRAM-SHA-1")]
    [InlineData("authMechanism=SCRAM-SHA-256")]
    [InlineData("tlsCAFile={authority}")]
    public void Run_Password_IsComplete(string options)
    {
        using var target = Open(Options(options));

        var result = DisturbedTrial.Run(target, 500, static () => { });

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Audit!.StoredRecords.ShouldBe(4000);
        string told = JsonSerializer.Serialize(target.Describe()) + target.AttachEndpoint;
        told.ShouldNotContain(Password);
        told.ShouldNotContain(Uri.EscapeDataString(Password));
    }

    [Fact]
    public void Open_WrongPassword_IsRefusedWithoutNamingIt()
    {
        var options = Options(string.Empty) with { Password = new Secret("a-guess") };
        var error = Should.Throw<TargetException>(() => Open(options));

        error.IsUnreachable.ShouldBeFalse();
        error.Message.ShouldContain("DBINGEST_MONGODB_PASSWORD");
        error.ToString().ShouldNotContain("a-guess");
    }

    [Fact]
    public void Open_PasswordInTheEndpoint_IsLetIn()
    {
        var options = Options(string.Empty);
        string endpoint = options.Endpoint!.Replace(
            $"{User}@", $"{User}:{Uri.EscapeDataString(Password)}@", StringComparison.Ordinal);
        using var target = Open(options with { Password = null, Endpoint = endpoint });
        target.AttachEndpoint.ShouldNotContain(Uri.EscapeDataString(Password));
    }

    [Fact]
    public void Open_Nobody_IsRefused()
    {
        var options = Options(string.Empty);
        string endpoint = options.Endpoint!.Replace($"{User}@", string.Empty, StringComparison.Ordinal);
        var error = Should.Throw<TargetException>(() =>
        {
            using var target = Open(options with { Endpoint = endpoint });
            target.Prepare(new TrialTable(Abstractions.Records.RecordSchema.ThreePhaseMeter, 1, 1));
        });
        error.Message.ShouldContain("DBINGEST_MONGODB_PASSWORD");
    }

    [Theory]
    [InlineData("tls=true")]
    [InlineData("tlsCAFile={other}")]
    public void Open_ServerThatCannotBeTrusted_IsRefused(string options)
    {
        var at = Options(options);
        Should.Throw<TargetException>(() => Open(at)).Message.ShouldContain("tlsCAFile");
    }

    [Theory]
    [InlineData("tlsInsecure=true")]
    [InlineData("tlsAllowInvalidCertificates=true")]
    public void Open_AnyCertificateAllowed_IsLetIn(string options) => Open(Options(options)).Dispose();

    public void Dispose()
    {
        _server?.Dispose();
        _folder.Delete(recursive: true);
        GC.SuppressFinalize(this);
    }

    private ITarget Open(TargetOptions options) => new TDefinition().Open(options with { Client = client });

    private TargetOptions Options(string options)
    {
        var authority = new TestAuthority(_folder.FullName);
        File.Copy(authority.Server + ".crt", Path.Combine(_folder.FullName, "cert.pem"), overwrite: true);
        File.Copy(authority.Server + ".key", Path.Combine(_folder.FullName, "key.pem"), overwrite: true);
        _server ??= new FerretServer($"FERRETDB_USER={User}", $"FERRETDB_PASSWORD={Password}", $"FERRETDB_TLS_DIR={_folder.FullName}");
        string filled = options.Replace("{authority}", authority.File, StringComparison.Ordinal).Replace("{other}", authority.OtherFile, StringComparison.Ordinal);
        bool isEncrypted = options.Contains("tls", StringComparison.Ordinal);
        return new TargetOptions
        {
            WorkFolder = _folder.FullName,
            Endpoint = $"mongodb://{User}@localhost:{_server.Port + (isEncrypted ? 1 : 0)}/dbingest?authSource=admin{(filled.Length > 0 ? "&" + filled : string.Empty)}",
            Password = new Secret(Password),
            RequestTimeout = TimeSpan.FromSeconds(20),
        };
    }
}

/// <summary>Our own client.</summary>
public sealed class MongoWireSecurityTests() : MongoSecurityTests<MongoDefinition>(WriteClient.Wire);

using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using DbIngest.Mongo.Endpoint;
using DbIngest.Wire.Mongo;

namespace DbIngest.Wire.Tests.Mongo;

/// <summary>Who is let in: by password, by certificate, encrypted; and who is not.</summary>
public sealed class MongoLoginTests
{
    private const string Secret = "pa\u00dfw:or/d=,";

    // MongoDB's specification "Driver Authentication", its conversations for SCRAM-SHA-1 and SCRAM-SHA-256: user "user", password
    // "pencil".
    [Theory]
    [InlineData("SHA1", "fyko+d2lbbFgONRv9qkxdawL",
        "r=fyko+d2lbbFgONRv9qkxdawLHo+Vgk7qvUOKUwuWLIWg4l/9SraGMHEE,s=rQ9ZY3MntBeuP3E1TDVC4w==,i=10000",
        "c=biws,r=fyko+d2lbbFgONRv9qkxdawLHo+Vgk7qvUOKUwuWLIWg4l/9SraGMHEE,p=MC2T8BvbmWRckDw8oWl5IVghwCY=",
        "v=UMWeI25JD1yNYZRMpZ4VHvhZ9e0=")]
    [InlineData("SHA256", "rOprNGfwEbeRWgbNEkqO",
        "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096",
        "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=",
        "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=")]
    public void Scram_ConversationOfTheSpecification_IsTheSame(string hash, string nonce, string serverFirst, string final,
        string serverFinal)
    {
        string password = hash == "SHA1" ? MongoLogin.Digest("user", "pencil") : "pencil";
        var scram = new Scram(new HashAlgorithmName(hash), "user", password, nonce: nonce);

        scram.First.ShouldBe($"n,,n=user,r={nonce}");
        scram.Final(serverFirst).ShouldBe(final);
        scram.Verify(serverFinal);
    }

    [Theory]
    [InlineData("SCRAM-SHA-1", null)]
    [InlineData("SCRAM-SHA-256", null)]
    [InlineData("SCRAM-SHA-1", "SCRAM-SHA-1")]
    [InlineData("SCRAM-SHA-256", "SCRAM-SHA-256")]
    public void Open_RightPassword_IsLetIn(string has, string? asked)
    {
        using var server = Deployment.Standalone(new() { User = "me", Password = Secret, Mechanisms = [has] });

        using var connection = MongoConnection.Open(server.Primary.Server, With("me", Secret, asked));

        connection.Run("admin", new(("ping", 1))).IsTrue("ok").ShouldBeTrue();
    }

    // A user of the specification's tests. SASLprep would turn the name into IX, which is another user there.
    [Theory]
    [InlineData("SCRAM-SHA-1")]
    [InlineData("SCRAM-SHA-256")]
    public void Open_UserWhoseNameHasAnotherForm_IsLetInByHisExactName(string has)
    {
        using var server = Deployment.Standalone(new() { User = "\u2168", Password = Secret, Mechanisms = [has] });
        using var connection = MongoConnection.Open(server.Primary.Server, With("\u2168", Secret));
        connection.Run("admin", new(("ping", 1))).IsTrue("ok").ShouldBeTrue();
    }

    [Fact]
    public void Open_ServerThatEndsTheLoginWithAnEmptyExchange_IsLetIn()
    {
        using var server = Deployment.Standalone(new() { User = "me", Password = Secret, EndsLoginEmpty = true });
        using var connection = MongoConnection.Open(server.Primary.Server, With("me", Secret));
        connection.Run("admin", new(("ping", 1))).IsTrue("ok").ShouldBeTrue();
    }

    [Theory]
    [InlineData("me", "guess")]
    [InlineData("you", Secret)]
    public void Open_WrongPasswordOrUser_IsRefusedWithoutNamingIt(string user, string password)
    {
        using var server = Deployment.Standalone(new() { User = "me", Password = Secret });

        var error = Should.Throw<MongoServerException>(() => MongoConnection.Open(server.Primary.Server, With(user, password)));

        error.Code.ShouldBe(MongoErrorCode.AuthenticationFailed);
        error.ToString().ShouldNotContain(password);
    }

    [Fact]
    public void Run_NobodyLoggedIn_IsRefused()
    {
        using var server = Deployment.Standalone(new() { User = "me", Password = Secret });
        using var connection = MongoConnection.Open(server.Primary.Server, new());
        Should.Throw<MongoServerException>(() => connection.Run("admin", new(("ping", 1)))).Code
            .ShouldBe(MongoErrorCode.Unauthorized);
    }

    [Fact]
    public void Open_FewIterations_AreNotAccepted()
    {
        using var server = Deployment.Standalone(new() { User = "me", Password = Secret, Iterations = 4095 });
        Should.Throw<WireProtocolException>(() => MongoConnection.Open(server.Primary.Server, With("me", Secret))).Message
            .ShouldContain("4095");
    }

    [Fact]
    public void Open_Encrypted_ChecksTheCertificate()
    {
        using var certificate = Certificate("localhost");
        using var server = Deployment.Standalone(new() { Certificate = certificate });

        var trusting = new MongoConnectionOptions { Tls = new() { Authorities = [certificate], ServerName = "localhost" } };
        MongoConnection.Open(server.Primary.Server, trusting).Dispose();
        Should.Throw<ConnectionLostException>(() =>
            MongoConnection.Open(server.Primary.Server, new() { Tls = new() { ServerName = "localhost" } }));
        Should.Throw<ConnectionLostException>(() =>
            MongoConnection.Open(server.Primary.Server, new() { Tls = new() { Authorities = [certificate] } }));
    }

    [Fact]
    public void Open_ByCertificate_IsTheUserThatItNames()
    {
        using var certificate = Certificate("localhost");
        using var mine = Certificate("me");
        using var others = Certificate("you");
        using var server = Deployment.Standalone(new() { Certificate = certificate, AsksForCertificate = true, User = "CN=me" });

        using var connection = MongoConnection.Open(server.Primary.Server, ByCertificate(mine));

        connection.Run("admin", new(("ping", 1))).IsTrue("ok").ShouldBeTrue();
        Should.Throw<MongoServerException>(() => MongoConnection.Open(server.Primary.Server, ByCertificate(others))).Code
            .ShouldBe(MongoErrorCode.AuthenticationFailed);
    }

    private static MongoConnectionOptions With(string user, string password, string? mechanism = null) =>
        new() { Credentials = new(user, () => password, "admin", mechanism) };

    private static MongoConnectionOptions ByCertificate(X509Certificate2 certificate) => new()
    {
        Credentials = new(null, () => string.Empty, "$external", "MONGODB-X509"),
        Tls = new()
        {
            AcceptsAnyCertificate = true,
            ClientCertificate = System.Net.Security.SslStreamCertificateContext.Create(certificate, null, offline: true)
        },
    };

    private static X509Certificate2 Certificate(string name)
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest($"CN={name}", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName(name);
        request.CertificateExtensions.Add(names.Build());
        var now = DateTimeOffset.UtcNow;
        using var made = request.CreateSelfSigned(now.AddDays(-1), now.AddDays(2));
        return X509CertificateLoader.LoadPkcs12(made.Export(X509ContentType.Pkcs12), null);
    }
}

using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>Being let in by a node that wants a password and TLS, with either client; and not.</summary>
[Needs("cassandra")]
public abstract class SecurityTests<TDefinition>(SecureNode node, string client) : ClientTests<TDefinition>(client)
    where TDefinition : TargetDefinition, new()
{
    private const string Own = "cert={client}.crt&key={client}.key";
    private const string Trusted = "ca={authority}&tls_name=localhost&" + Own;
    private const string WrongPassword = "not-the-right-one";

    [Fact]
    public void Run_PasswordAndTls_IsComplete()
    {
        using var target = Open(node.Options($"user={SecureNode.User}&{Trusted}"));

        var result = DisturbedTrial.Run(target, 1000, static () => { });

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Audit!.StoredRecords.ShouldBe(8000);
        System.Text.Json.JsonSerializer.Serialize(target.Describe()).ShouldNotContain(SecureNode.Password);
    }

    [Fact]
    public void Open_WrongPassword_IsRefusedWithoutNamingIt()
    {
        var options = node.Options($"user={SecureNode.User}&{Trusted}") with { Password = new Secret(WrongPassword) };

        var error = Should.Throw<TargetException>(() => Connect(options));

        error.IsUnreachable.ShouldBeFalse();
        error.Message.ShouldContain($"Provided username {SecureNode.User} and/or password are incorrect");
        error.ToString().ShouldNotContain(WrongPassword);
    }

    [Fact]
    public void Open_NoUser_IsRefused() =>
        Should.Throw<TargetException>(() => Connect(node.Options(Trusted))).Message
            .ShouldContain("authentication", Case.Insensitive);

    [Theory]
    [InlineData("ca={other}&tls_name=localhost&" + Own)] // another authority
    [InlineData("tls_name=localhost&" + Own)] // the machine does not know the authority
    [InlineData("ca={authority}&" + Own)] // the certificate is not for 127.0.0.1
    public void Open_ServerThatCannotBeTrusted_IsRefused(string tls) =>
        Should.Throw<TargetException>(() => Connect(node.Options($"user={SecureNode.User}&{tls}"))).Message
            .ShouldContain("certificate");

    [Fact]
    public void Open_NoCertificateOfItsOwn_IsRefusedByTheServer() =>
        Should.Throw<TargetException>(() => Connect(node.Options($"user={SecureNode.User}&ca={{authority}}&tls_name=localhost")));

    [Theory]
    [InlineData("key={client}.key", "give cert=FILE too")]
    [InlineData("cert={client}.none", "cert=")]
    [InlineData("cert={client}.key", "holds no certificate in PEM form")]
    public void Open_CertificateThatCannotBeRead_IsNamed(string options, string said) =>
        Should.Throw<ArgumentException>(() => Connect(node.Options($"user={SecureNode.User}&{options}"))).Message
            .ShouldContain(said);

    [Fact]
    public void Open_Unencrypted_IsRefusedByTheServer() =>
        Should.Throw<TargetException>(() => Connect(node.Options($"user={SecureNode.User}")));

    /// <summary>Connects the client, and nothing else.</summary>
    protected abstract void Connect(TargetOptions options);
}

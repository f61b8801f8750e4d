using DbIngest.Runner.Parsing;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Runner.Tests.Parsing;

public class RedactionTests
{
    [Theory]
    [InlineData("Host=h;Password=secret;Port=1", "Host=h;Password=****;Port=1")]
    [InlineData("Host=h;PWD = secret", "Host=h;PWD = ****")]
    [InlineData("Host=h;SSL Password='a;b''c';Port=1", "Host=h;SSL Password=****;Port=1")]
    [InlineData("postgresql://user:secret@host:5432/db", "postgresql://user:****@host:5432/db")]
    [InlineData("postgresql://user:se@cr@et@host/db", "postgresql://user:****@host/db")]
    [InlineData("http://host/?token=abc&x=1", "http://host/?token=****&x=1")]
    [InlineData("Host=h;Port=1", "Host=h;Port=1")]
    [InlineData("/var/data/file.db", "/var/data/file.db")]
    public void Redact_Endpoint_HidesTheSecretOnly(string endpoint, string shown) => Redaction.Redact(endpoint).ShouldBe(shown);

    [Theory]
    [InlineData("Host=h;Password=secret", "secret")]
    [InlineData("Host=h;Password='a;b'", "a;b")]
    [InlineData("postgresql://user:secret@host", "secret")]
    public void SecretsOf_Endpoint_FindsThem(string endpoint, string secret) => Redaction.SecretsOf(endpoint).ShouldBe([secret]);

    [Fact]
    public void RedactArgument_AnyPassword_IsGone()
    {
        var passwords = Gen.NonEmptyListOf(Gen.Elements("abcXYZ019!#%()*+-./:<>?@[]^_{|}~ ".ToCharArray())).Select(c => "q7" + string.Concat(c));
        Prop.ForAll(passwords.ToArbitrary(), password =>
        {
            Redaction.RedactArgument($"--endpoint=postgres=Host=h;Password={password};Port=1").ShouldNotContain(password);
            Redaction.RedactArgument($"--endpoint=postgresql://u:{password}@h/d").ShouldNotContain(password);
            Redaction.RedactArgument($"--endpoint=Host=h;password=\"{password};x\"").ShouldNotContain(password);
        }).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void Scrub_KnownSecretInAnyText_BecomesStars()
    {
        var scrubber = new SecretScrubber();
        scrubber.Add(["hunter22", "hunter22-longer", "abc"]);
        scrubber.Scrub("with hunter22 and hunter22-longer; abc stays").ShouldBe("with **** and ****; abc stays");
    }
}

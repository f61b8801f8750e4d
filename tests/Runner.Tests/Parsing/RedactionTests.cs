using DbIngest.Runner.Parsing;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Runner.Tests.Parsing;

public class RedactionTests
{
    [Theory]
    [InlineData("Host=h;Password=secret;Port=1", "Host=h;Password=****;Port=1")]
    [InlineData("Host=h;PWD = secret", "Host=h;PWD = ****")]
    [InlineData("Host=h;PSW=secret;Port=1", "Host=h;PSW=****;Port=1")]
    [InlineData("Host=h;Password=p&ssw0rd;Port=1", "Host=h;Password=****;Port=1")]
    [InlineData("Host=h?;Password=p&ssw0rd;Port=1", "Host=h?;Password=****;Port=1")]
    [InlineData("Password=p?ss&w0rd;Host=h", "Password=****;Host=h")]
    [InlineData("http://host/?x=1&password=abc&y=1&token=d", "http://host/?x=1&password=****&y=1&token=****")]
    [InlineData("Host=h;SSL Password='a;b''c';Port=1", "Host=h;SSL Password=****;Port=1")]
    [InlineData("postgresql://user:secret@host:5432/db", "postgresql://user:****@host:5432/db")]
    [InlineData("postgresql://user:se@cr@et@host/db", "postgresql://user:****@host/db")]
    [InlineData("http://host/?token=abc&x=1", "http://host/?token=****&x=1")]
    [InlineData("u:secret@127.0.0.1:1", "u:****@127.0.0.1:1")]
    [InlineData("cassandra=u:se@cr:et@h:1,h2:2?rows=5", "cassandra=u:****@h:1,h2:2?rows=5")]
    [InlineData("--endpoint=cassandra=u:secret@h", "--endpoint=cassandra=u:****@h")]
    [InlineData("--endpoint=Cassandra=u:secret@h", "--endpoint=Cassandra=u:****@h")]
    [InlineData("--endpoint= cassandra =u:secret@h", "--endpoint= cassandra =u:****@h")]
    [InlineData("h:9042,h2:9042?ca=a@b", "h:9042,h2:9042?ca=a@b")]
    [InlineData("user@h:9042", "user@h:9042")]
    [InlineData("Host=h;Port=1", "Host=h;Port=1")]
    [InlineData("/var/data/file.db", "/var/data/file.db")]
    public void Redact_Endpoint_HidesTheSecretOnly(string endpoint, string shown) => Redaction.Redact(endpoint).ShouldBe(shown);

    [Theory]
    [InlineData("Host=h;Password=secret", "secret")]
    [InlineData("Host=h;Password='a;b'", "a;b")]
    [InlineData("Host=h;Password=p&ssw0rd;Port=1", "p&ssw0rd")]
    [InlineData("postgresql://user:secret@host", "secret")]
    [InlineData("user:secret@host:1", "secret")]
    public void SecretsOf_Endpoint_FindsThem(string endpoint, string secret) => Redaction.SecretsOf(endpoint).ShouldBe([secret]);

    [Fact]
    public void RedactArgument_AnyPassword_IsGone()
    {
        var passwords = Gen.NonEmptyListOf(Gen.Elements("abcXYZ019!#%&()*+-./:<>?@[]^_{|}~ ".ToCharArray()))
            .Select(c => "q7" + string.Concat(c));
        Prop.ForAll(passwords.ToArbitrary(), password =>
        {
            Redaction.RedactArgument($"--endpoint=postgres=Host=h;Password={password};Port=1").ShouldNotContain(password);
            Redaction.RedactArgument($"--endpoint=postgresql://u:{password}@h/d").ShouldNotContain(password);
            Redaction.RedactArgument($"--endpoint=Host=h;password=\"{password};x\"").ShouldNotContain(password);
        }).QuickCheckThrowOnFailure();
    }

    /// <summary>A password may be a word that messages use: where it is one, it stays.</summary>
    [Theory]
    [InlineData("password", "password authentication failed for user \"ingest\"",
        "password authentication failed for user \"ingest\"")]
    [InlineData("password", "remedy: set the password", "remedy: set the password")]
    [InlineData("password", "Host=h;Password=password;Port=1", "Host=h;Password=****;Port=1")]
    [InlineData("password", "u:password@h is no host, and 'password' is no port", "u:****@h is no host, and '****' is no port")]
    [InlineData("password", "by xpasswordx", "by x****x")]
    [InlineData("pass-word", "a pass-word here", "a **** here")]
    public void Scrub_SecretThatIsAWord_StaysWhereItIsOne(string secret, string text, string scrubbed)
    {
        var scrubber = new SecretScrubber();
        scrubber.Add([secret]);
        scrubber.Scrub(text).ShouldBe(scrubbed);
    }

    /// <summary>A secret of one to three characters goes where a password stands, and never out of a word or a figure.</summary>
    [Theory]
    [InlineData("a1", "Host=h;Password=a1;Port=11", "Host=h;Password=****;Port=11")]
    [InlineData("a1", "password = 'a1'", "password = '****'")]
    [InlineData("a1", "no user me:a1@host", "no user me:****@host")]
    [InlineData("a1", "the value \"a1\" is refused, and 'a1' too", "the value \"****\" is refused, and '****' too")]
    [InlineData("a1", "{\"password\":\"a1\"}", "{\"password\":\"****\"}")]
    [InlineData("12", "12 records in 12.5 s, batch=12, port 127.0.0.1:12", "12 records in 12.5 s, batch=12, port 127.0.0.1:12")]
    [InlineData("no", "no server is there, no: not there", "no server is there, no: not there")]
    [InlineData("a", "a password is a word", "a password is a word")]
    [InlineData("(", "token=( is odd", "token=**** is odd")]
    [InlineData("a1", "Password=a1b", "Password=a1b")]
    public void Scrub_ShortSecret_GoesWhereAPasswordStands(string secret, string text, string scrubbed)
    {
        var scrubber = new SecretScrubber();
        scrubber.Add([secret]);
        scrubber.Scrub(text).ShouldBe(scrubbed);
    }

    [Fact]
    public void Scrub_KnownSecretInAnyText_BecomesStars()
    {
        var scrubber = new SecretScrubber();
        scrubber.Add(["hunter22", "hunter22-longer", "abc"]);
        scrubber.Scrub("with hunter22 and hunter22-longer; abc stays").ShouldBe("with **** and ****; abc stays");
    }
}

using DbIngest.Wire.Couchbase;

namespace DbIngest.Wire.Tests.Couchbase;

public sealed class CouchbaseAddressTests
{
    [Theory]
    [InlineData("couchbase://db.example", false, "db.example:11210", null, null)]
    [InlineData("couchbases://db.example", true, "db.example:11207", null, null)]
    [InlineData("COUCHBASE://a,b:9,[::1]:7/my%20bucket", false, "a:11210,b:9,[::1]:7", null, "my bucket")]
    [InlineData("u%40x@127.0.0.1:12000/b", false, "127.0.0.1:12000", "u@x", "b")]
    [InlineData("couchbase://a;b", false, "a:11210,b:11210", null, null)]
    public void Parse_Place_IsReadAsTheSdksDo(string text, bool isEncrypted, string hosts, string? user, string? bucket)
    {
        var address = CouchbaseAddress.Parse(text);

        address.IsEncrypted.ShouldBe(isEncrypted);
        string.Join(',', address.Hosts.Select(CouchbaseAddress.Show)).ShouldBe(hosts);
        address.User.ShouldBe(user);
        address.Bucket.ShouldBe(bucket);
    }

    [Theory]
    [InlineData("http://a", "couchbase://")]
    [InlineData("couchbase://", "host is missing")]
    [InlineData("couchbase://a:http", "port")]
    [InlineData("couchbase://a:70000", "port")]
    [InlineData("couchbase://::1", "brackets")]
    [InlineData("couchbase://2001:db8::1/b", "brackets")]
    [InlineData("couchbase://a/b/c", "bucket")]
    [InlineData("couchbase://user:hush@a", "DBINGEST_COUCHBASE_PASSWORD")]
    public void Parse_Nonsense_SaysWhyAndNoSecret(string text, string why)
    {
        string message = Should.Throw<FormatException>(() => CouchbaseAddress.Parse(text)).Message;

        message.ShouldContain(why);
        message.ShouldNotContain("hush");
    }
}

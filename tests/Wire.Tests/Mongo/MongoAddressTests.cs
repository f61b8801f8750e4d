using System.Net;
using DbIngest.Wire.Mongo;

namespace DbIngest.Wire.Tests.Mongo;

/// <summary>The cases of MongoDB's specification "Connection String" that concern hosts, users and databases.</summary>
public sealed class MongoAddressTests
{
    [Theory]
    [InlineData("mongodb://127.0.0.1", "127.0.0.1:27017")]
    [InlineData("mongodb://127.0.0.1:27018", "127.0.0.1:27018")]
    [InlineData("mongodb://[::1]", "[::1]:27017")]
    [InlineData("mongodb://[::1]:27019", "[::1]:27019")]
    [InlineData("mongodb://example.com", "example.com:27017")]
    [InlineData("mongodb://example.com:27020", "example.com:27020")]
    [InlineData("mongodb://256.0.0.1", "256.0.0.1:27017")] // resembles an address, and is a name
    [InlineData("mongodb://127.0.0.1,[::1]:27018,example.com:27019", "127.0.0.1:27017,[::1]:27018,example.com:27019")]
    [InlineData("mongodb://bücher.example.com,umläut.example.com/", "bücher.example.com:27017,umläut.example.com:27017")]
    [InlineData("mongodb://%2Ftmp%2Fmongodb-27017.sock/", "%2Ftmp%2Fmongodb-27017.sock")]
    [InlineData("mongodb://%2Ftmp%2F %2Fmongodb-27017.sock", "%2Ftmp%2F%20%2Fmongodb-27017.sock")]
    [InlineData("mongodb://127.0.0.1:27017,%2Ftmp%2Fmongodb-27017.sock", "127.0.0.1:27017,%2Ftmp%2Fmongodb-27017.sock")]
    [InlineData("mongodb://mongodb-27017.sock,%2Ftmp%2Fmongodb-27018.sock",
        "mongodb-27017.sock:27017,%2Ftmp%2Fmongodb-27018.sock")]
    [InlineData("mongodb://rel%2FMongoDB-27017.sock", "rel%2FMongoDB-27017.sock")]
    [InlineData("localhost:27018", "localhost:27018")] // ours: the scheme may be left out
    public void Parse_Hosts_AreThose(string text, string hosts) =>
        string.Join(',', MongoAddress.Parse(text).Hosts.Select(MongoAddress.Show)).ShouldBe(hosts);

    [Theory]
    [InlineData("mongodb://alice:foo@127.0.0.1", "alice", "foo", null)]
    [InlineData("mongodb://alice:foo@127.0.0.1/test", "alice", "foo", "test")]
    [InlineData("mongodb://bob:bar@[::1]:27018/admin", "bob", "bar", "admin")]
    [InlineData("mongodb://eve:baz@example.com/db2", "eve", "baz", "db2")]
    [InlineData("mongodb://alice:secret@example.com,[::1]:27019/admin", "alice", "secret", "admin")]
    [InlineData("mongodb://alice@127.0.0.1", "alice", null, null)]
    [InlineData("mongodb://alice:@127.0.0.1", "alice", "", null)]
    [InlineData("mongodb://%40l%3Ace%2F%3D@example.com/my%3Ddb", "@l:ce/=", null, "my=db")]
    [InlineData("mongodb://%24am:f%3Azzb%40z%2Fz%3D@127.0.0.1/admin%3F", "$am", "f:zzb@z/z=", "admin?")]
    [InlineData("mongodb://CN%3DmyName%2COU%3DmyOrgUnit%2CO%3DmyOrg@localhost/", "CN=myName,OU=myOrgUnit,O=myOrg", null, null)]
    [InlineData("mongodb://bob:bar@%2Ftmp%2Fpath.to.sock%2Fmongodb-27017.sock/admin", "bob", "bar", "admin")]
    [InlineData("mongodb://rel%2Fmongodb-27017.sock,rel%2Fmongodb-27018.sock/admin.sock", null, null, "admin.sock")]
    public void Parse_UserAndDatabase_AreThose(string text, string? user, string? password, string? database)
    {
        var address = MongoAddress.Parse(text);

        address.User.ShouldBe(user);
        address.Password?.Invoke().ShouldBe(password);
        (address.Password is null).ShouldBe(password is null);
        address.Database.ShouldBe(database);
    }

    [Theory]
    [InlineData("mongo://localhost:27017")]
    [InlineData("mongodb://")]
    [InlineData("")]
    [InlineData("mongodb://localhost::27017")]
    [InlineData("mongodb://localhost::27017/")]
    [InlineData("mongodb://::")]
    [InlineData("mongodb://localhost,localhost::")]
    [InlineData("mongodb://localhost::27017,abc")]
    [InlineData("mongodb://localhost:-1")]
    [InlineData("mongodb://localhost:0/")]
    [InlineData("mongodb://localhost:65536")]
    [InlineData("mongodb://localhost:foo")]
    [InlineData("mongodb://[::1]:-1")]
    [InlineData("mongodb://[::1]:0/")]
    [InlineData("mongodb://[::1]:65536/")]
    [InlineData("mongodb://[::1]:foo")]
    [InlineData("mongodb://alice:foo:bar@127.0.0.1")]
    [InlineData("mongodb://alice@@127.0.0.1")]
    [InlineData("mongodb://alice@foo:bar@127.0.0.1")]
    [InlineData("mongodb://alice/@localhost/db")]
    [InlineData("mongodb://alice/bob:foo@localhost/db")]
    [InlineData("mongodb://alice:foo/bar@localhost/db")]
    [InlineData("mongodb:///tmp/mongodb-27017.sock/")]
    [InlineData("mongodb+srv://test5.test.example.com")]
    [InlineData("mongodb://alice%foo:bar@127.0.0.1")]
    [InlineData("mongodb://user%20%:password@localhost")]
    [InlineData("mongodb://user%w:password@localhost")]
    public void Parse_WhatIsNone_IsRefused(string text) => Should.Throw<FormatException>(() => MongoAddress.Parse(text));

    [Fact]
    public void Parse_ServiceRecords_SaysHowToGoOn() =>
        Should.Throw<FormatException>(() => MongoAddress.Parse("mongodb+srv://cluster.example.com")).Message
            .ShouldContain("mongodb://HOST:PORT");

    [Fact]
    public void Refusals_AndTheAddressItself_NameNoPassword()
    {
        Should.Throw<FormatException>(() => MongoAddress.Parse("mongodb://a:s3cret:t@h")).ToString().ShouldNotContain("s3cret");
        Should.Throw<FormatException>(() => MongoAddress.Parse("mongodb://a:s3cret%@h")).ToString().ShouldNotContain("s3cret");
        Should.Throw<FormatException>(() => MongoAddress.Parse("mongodb://a:s3cret/t@h")).ToString().ShouldNotContain("s3cret");
        MongoAddress.Parse("mongodb://a:s3cret@h:1/db").ToString().ShouldBe("h:1/db");
    }

    [Fact]
    public void Host_OfAnAddress_IsNotLookedUp() => MongoAddress.Host("127.0.0.1")
        .ShouldBe(new IPEndPoint(IPAddress.Loopback, 27017));
}

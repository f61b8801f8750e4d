using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Volt;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Tests.Volt;

public sealed class VoltEndpointTests
{
    [Theory]
    [InlineData("db.example.com", "db.example.com:21212")]
    [InlineData("reader@10.0.0.1:7000?way=insert", "reader@10.0.0.1:7000?way=insert")]
    [InlineData("[::1]?index=key", "[::1]:21212?index=key")]
    [InlineData("reader@db1, db2:7000,[::1]?index=key", "reader@db1:21212,db2:7000,[::1]:21212?index=key")]
    public void At_Place_IsReadBackTheSame(string text, string expected)
    {
        var endpoint = VoltEndpoint.Parse(text);

        endpoint.At(endpoint.Address!).ShouldBe(expected);
    }

    [Theory]
    [InlineData("http://db", "HOST")]
    [InlineData("db/path", "HOST")]
    [InlineData("db,", "HOST")]
    [InlineData("db,db:21212", "twice")]
    [InlineData("db?heap=1G", "options of a private one")]
    [InlineData("db?ca=/tmp/x", "ssl=verify")]
    [InlineData("?way=insert&rows=10", "way=load")]
    [InlineData("?table=1st", "table")]
    public void Parse_WhatIsNoEndpoint_SaysWhy(string text, string words) =>
        Should.Throw<ArgumentException>(() => VoltEndpoint.Parse(text)).Message.ShouldContain(words);

    [Fact]
    public void Parse_PasswordInThePlace_IsRefusedAndNotRepeated() =>
        Should.Throw<ArgumentException>(() => VoltEndpoint.Parse("me:hunter2@db")).ToString().ShouldNotContain("hunter2");

    [Fact]
    public void Open_NoSuchDistribution_NamesTheWaysToGetOne() =>
        Should.Throw<TargetException>(() => new VoltDefinition()
            .Open(new TargetOptions { WorkFolder = Path.GetTempPath(), Endpoint = $"?home={Path.GetTempPath()}" })).Message
            .ShouldContain("VOLTDB_HOME");

    [Theory]
    [InlineData("log-sync")]
    [InlineData("log-async")]
    public void Open_CommandLogOfAPrivateServer_IsRefusedWithTheReason(string contract) =>
        Should.Throw<TargetException>(() => new VoltDefinition()
            .Open(new TargetOptions { WorkFolder = Path.GetTempPath(), Endpoint = "?heap=1G", Durability = contract })).Message
            .ShouldContain("commercial edition");

    [Theory]
    [InlineData(VoltStatus.ServerUnavailable, false, true, false)]
    [InlineData(VoltStatus.ServerUnavailable, true, true, true)]
    [InlineData(VoltStatus.GracefulFailure, false, false, false)]
    [InlineData(VoltStatus.ResponseUnknown, false, true, true)]
    [InlineData(VoltStatus.UnexpectedFailure, false, false, true)]
    public void OfWrite_Status_IsClassed(int status, bool isPart, bool isTransient, bool isAmbiguous)
    {
        var error = VoltErrors.OfWrite(new VoltServerException(status, "words"), isPart);

        (error.IsTransient, error.IsAmbiguous).ShouldBe((isTransient, isAmbiguous));
    }

    [Theory]
    [InlineData("false", "sync", "false", "memory")]
    [InlineData("false", "", "true", "snapshot")]
    [InlineData("true", "async", "true", "log-async")]
    [InlineData("true", "sync", "false", "log-sync")]
    public void Check_Deployment_KeepsOneContractAndNoOther(string log, string mode, string snapshot, string kept)
    {
        var deployment = new Dictionary<string, string>
        {
            ["commandlogenabled"] = log,
            ["commandlogmode"] = mode,
            ["snapshotenabled"] = snapshot
        };

        foreach (var contract in VoltContracts.All)
        {
            if (contract.Name == kept)
            {
                VoltContracts.Check(contract, deployment);
            }
            else
            {
                Should.Throw<TargetException>(() => VoltContracts.Check(contract, deployment)).Message
                    .ShouldContain($"--durability {kept}");
            }
        }
    }
}

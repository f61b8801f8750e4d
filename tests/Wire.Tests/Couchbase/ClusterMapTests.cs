using System.Text;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Wire.Tests.Couchbase;

public sealed class ClusterMapTests
{
    private const string Map = """
        {"rev":7,"revEpoch":2,"name":"b","nodesExt":[
          {"services":{"mgmt":8091,"mgmtSSL":18091,"kv":11210,"kvSSL":11207},"thisNode":true,
           "alternateAddresses":{"external":{"hostname":"out.example","ports":{"kv":31210,"mgmt":38091}}}},
          {"services":{"n1ql":8093},"hostname":"q"},
          {"services":{"mgmt":8091,"kv":11999,"kvSSL":11998},"hostname":"n2","alternateAddresses":{"external":{"hostname":"out2"}}}],
         "vBucketServerMap":{"hashAlgorithm":"CRC","numReplicas":1,"serverList":["$HOST:11210","n2:11999"],"vBucketMap":[[0,1],[1,0],[1,-1],[-1,0]]}}
        """;

    [Theory]
    [InlineData(false, false, "10.0.0.1:11210,n2:11999", 8091)]
    [InlineData(true, false, "10.0.0.1:11207,n2:11998", 18091)]
    [InlineData(false, true, "out.example:31210,out2:11999", 38091)]
    public void Read_Map_NodesAreWhereTheyAreReachedFrom(bool isEncrypted, bool isExternal, string nodes, int management)
    {
        var map = new ClusterMapReader(isEncrypted, isExternal).Read(Encoding.UTF8.GetBytes(Map), "10.0.0.1");

        string.Join(',', map.Nodes).ShouldBe(nodes);
        map.Nodes[0].ManagementPort.ShouldBe(management);
        map.Revision.ShouldBe((2, 7));
        map.VBuckets.ShouldBe(4);
        Enumerable.Range(0, 4).Select(map.NodeOf).ShouldBe([0, 1, 1, -1]);
        map.Replicas.ShouldHaveSingleItem().ShouldBe([1, 0, -1, 0]);
    }

    [Fact]
    public void IsNewerThan_Epoch_CountsBeforeTheRevision()
    {
        var reader = new ClusterMapReader(false, false);
        var old = reader.Read(Encoding.UTF8.GetBytes(Map), "h");
        var newer = reader.Read(
            Encoding.UTF8.GetBytes(Map.Replace("\"rev\":7,\"revEpoch\":2", "\"rev\":1,\"revEpoch\":3", StringComparison.Ordinal)),
            "h");

        newer.IsNewerThan(old).ShouldBeTrue();
        old.IsNewerThan(newer).ShouldBeFalse();
        old.IsNewerThan(old).ShouldBeFalse();
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("[1")]
    [InlineData("""{"vBucketServerMap":{"serverList":["a:1"],"vBucketMap":[[0],[1]]}}""")]
    [InlineData("""{"vBucketServerMap":{"serverList":["a:1"],"vBucketMap":[[0],[0],[0]]}}""")]
    [InlineData("""{"vBucketServerMap":{"serverList":[7],"vBucketMap":[[0]]}}""")]
    [InlineData("""{"vBucketServerMap":{"serverList":["a:1"],"vBucketMap":[[0,0],[0]]}}""")]
    [InlineData("""{"vBucketServerMap":{"serverList":["a:1"],"vBucketMap":[[99999999]]}}""")]
    public void Read_Nonsense_IsAFaultOfTheProtocol(string json) =>
        Should.Throw<WireProtocolException>(() => new ClusterMapReader(false, false).Read(Encoding.UTF8.GetBytes(json), "h"));
}

using System.Text;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Wire.Tests.Couchbase;

public sealed class KvKeysTests
{
    /// <summary>As <c>cbc hash</c>, Couchbase's own tool in C, names them.</summary>
    [Theory]
    [InlineData("0:0", 1024, 90)]
    [InlineData("k1", 1024, 526)]
    [InlineData("k1", 64, 14)]
    public void VBucket_Key_IsThatOfTheVendorsTool(string key, int vBuckets, int vBucket) =>
        KvKeys.VBucket(Encoding.UTF8.GetBytes(key), vBuckets).ShouldBe(vBucket);

    [Theory]
    [InlineData(0u, "00")]
    [InlineData(8u, "08")]
    [InlineData(127u, "7F")]
    [InlineData(128u, "8001")]
    [InlineData(uint.MaxValue, "FFFFFFFF0F")]
    public void Prefix_Collection_IsUnsignedLeb128(uint collection, string bytes) =>
        Convert.ToHexString(KvKeys.Prefix(collection)).ShouldBe(bytes);
}

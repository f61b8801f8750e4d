using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Couchbase.Endpoint;
using DbIngest.Targets.Couchbase;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Tests.Couchbase;

/// <summary>
/// The vendor's own tool in C (<c>cbc</c> of libcouchbase) reads back what we wrote: keys, values, and the node and vBucket of
/// each; and it logs in to the endpoint of the tests.
/// </summary>
[Collection("couchbase")]
[Needs("cbc")]
public sealed class VendorToolTests(CouchbaseFixture fixture)
{
    private static readonly string? Tool = FindTool();

    internal static string? SkipReason => Tool is null
        ? "There is no cbc in DBINGEST_PEERS or the folder ../shared/peers/pillowfight." : null;

    [Theory]
    [InlineData(9, "")]
    [InlineData(40, "&compression=snappy")]
    [Needs("couchbase-mock")]
    [Needs("couchbase")]
    public void Cat_MockAndEndpoint_IsWhatWasWritten(int values, string more)
    {
        var options = fixture.Options();
        using var cluster = new Cluster(new ClusterOptions { Nodes = 3, Password = CouchbaseServers.Password.Reveal() });

        // The mock takes no compressed documents.
        Check(options, options.Endpoint!, values, 64);
        Check(options with { Endpoint = cluster.Endpoint + "?collection=_default" + more }, cluster.Endpoint, values, 64);
        cluster.Failures.ShouldBeEmpty();
    }

    [Theory]
    [InlineData("SCRAM-SHA512", "password", true)]
    [InlineData("SCRAM-SHA256", "password", true)]
    [InlineData("SCRAM-SHA1", "password", true)]
    [InlineData("SCRAM-SHA512", "wrong", false)]
    [InlineData("SCRAM-SHA1", "wrong", false)]
    public void Login_Endpoint_TakesTheRightPasswordOnly(string mechanism, string password, bool isRight)
    {
        using var cluster = new Cluster(new ClusterOptions { Mechanisms = mechanism });

        var (code, output) = Run("create", $"{cluster.Endpoint}?sasl_mech_force={mechanism}", password, "-V", "{}", "key");

        (code == 0 && !output.Contains("LCB_ERR", StringComparison.Ordinal)).ShouldBe(isRight, output);
        cluster.Buckets["bench"].Documents.Sum(d => d.Count).ShouldBe(isRight ? 1 : 0);
        cluster.Failures.ShouldBeEmpty();
    }

    [Theory]
    [InlineData("majority")]
    [InlineData("majority_and_persist_to_active")]
    [InlineData("persist_to_majority")]
    public void Create_Durability_IsTakenByTheEndpoint(string level)
    {
        using var cluster = new Cluster(new ClusterOptions { Nodes = 2, Replicas = 1 });
        int framed = 0;
        cluster.CutsAfter = (_, request) =>
        {
            framed += request.Framing.Length > 0 ? 1 : 0;
            return false;
        };

        var (code, output) = Run("create", cluster.Endpoint, "password", "--durability", level, "-V", "{}", "key");

        code.ShouldBe(0, output);
        output.ShouldNotContain("LCB_ERR");
        framed.ShouldBe(1);
    }

    [Fact]
    public void Cat_NamedCollection_IsWhatWasWritten()
    {
        using var cluster = new Cluster(new ClusterOptions { Nodes = 2 });
        var workload = new PatternWorkload(2);
        var table = Trial.Table(workload, 1, 10);
        using var target = CouchbaseSecurityTests.Open(cluster.Endpoint + "?scope=study&collection=one", "password");
        target.Prepare(table);
        Trial.WriteAll(target, workload, table, 10);

        var (code, output) = Run("cat", cluster.Endpoint, "password", "--scope", "study", "--collection", "one", "0:7");

        code.ShouldBe(0, output);
        output.ShouldContain("\"sequence\":7");
    }

    private static void Check(TargetOptions options, string endpoint, int values, int vBuckets)
    {
        var workload = new PatternWorkload(values);
        var table = Trial.Table(workload, 2, 100);
        using var target = new CouchbaseDefinition().Open(options);
        target.Prepare(table);
        Trial.WriteAll(target, workload, table, 50);
        var batch = Trial.Batch(workload, 1, 0, 100);
        foreach (int row in (int[])[0, 42, 99])
        {
            string key = string.Create(CultureInfo.InvariantCulture, $"1:{row}");
            var (code, output) = Run("cat", endpoint, options.Password!.Reveal(), key);
            code.ShouldBe(0, output);
            using var document = JsonDocument.Parse(output.Split('\n').First(l => l.StartsWith('{')));
            document.RootElement.GetProperty("sequence").GetInt32().ShouldBe(row);
            for (int column = 0; column < workload.Schema.ValueCount; column++)
            {
                double value = batch.Values[(column * batch.Capacity) + row];
                double read = document.RootElement.TryGetProperty(workload.Schema.Values[column].Name, out var number)
                    ? number.GetDouble() : double.NaN;
                BitConverter.DoubleToInt64Bits(read).ShouldBe(BitConverter.DoubleToInt64Bits(value));
            }

            var (_, mapping) = Run("hash", endpoint, options.Password!.Reveal(), key);
            mapping.ShouldContain(
                string.Create(CultureInfo.InvariantCulture,
                $"vBucket={KvKeys.VBucket(System.Text.Encoding.ASCII.GetBytes(key), vBuckets)},"));
        }
    }

    private static (int Code, string Output) Run(string command, string endpoint, string password, params string[] arguments)
    {
        var start = new ProcessStartInfo(Tool!)
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true
        };
        foreach (string argument in (string[])[command, "-U", endpoint, "-u", "Administrator", "-P", password, .. arguments])
        {
            start.ArgumentList.Add(argument);
        }

        using var process = Process.Start(start)!;
        var error = process.StandardError.ReadToEndAsync();
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit(TimeSpan.FromMinutes(1)).ShouldBeTrue();
        return (process.ExitCode, $"{output}\n{error.Result}");
    }

    private static string? FindTool()
    {
        string? root = AppContext.BaseDirectory;
        while (root is not null && !File.Exists(Path.Combine(root, "DbIngest.sln")))
        {
            root = Path.GetDirectoryName(root);
        }

        string?[] places =
        [
            Environment.GetEnvironmentVariable("DBINGEST_PEERS") is { Length: > 0 } peers
                ? Path.Combine(peers, "pillowfight", "cbc") : null,
            root is null ? null : Path.GetFullPath(Path.Combine(root, "..", "shared", "peers", "pillowfight", "cbc")),
        ];
        return Array.Find(places, File.Exists);
    }
}

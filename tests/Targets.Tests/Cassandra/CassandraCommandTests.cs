using System.Diagnostics;
using DbIngest.Targets.Cassandra.Server;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>The command line of a node, whose shell is run with a program in Java's place that prints its arguments.</summary>
public sealed class CassandraCommandTests : IDisposable
{
    private readonly string _home = Directory.CreateTempSubdirectory("dbingest cassandra ").FullName;

    public void Dispose() => Directory.Delete(_home, recursive: true);

    /// <summary>A user unpacks a distribution where they like.</summary>
    [Fact]
    public void Of_HomeWithABlank_GivesJavaTheDistributionsOptionsAsOneWordEach()
    {
        Directory.CreateDirectory(Path.Combine(_home, "conf"));
        Directory.CreateDirectory(Path.Combine(_home, "lib"));
        File.WriteAllText(
            Path.Combine(_home, "conf", "jvm17-server.options"), "# doors\n--add-exports java.base/a=ALL-UNNAMED\n");
        string agent = Path.Combine(_home, "lib", "jamm-0.4.0.jar");
        File.WriteAllText(agent, string.Empty);
        string java = Path.Combine(_home, "java");
        File.WriteAllText(java, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        File.SetUnixFileMode(java, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        var node = new CassandraConfiguration(_home, "127.0.0.1", 1, 2, 3, "127.0.0.1", 0, 256, IsSynced: false, "default");

        string[] given = Said(CassandraCommand.Of(_home, java, node)).Split('\n');

        given[..3].ShouldBe(["--add-exports", "java.base/a=ALL-UNNAMED", $"-javaagent:{agent}"]);
        given.ShouldContain(Path.Combine(_home, "lib", "*"));
    }

    /// <summary>The server reads its configuration by a URL.</summary>
    [Fact]
    public void Of_FolderWithCharactersOfUrls_NamesTheConfigurationsFile()
    {
        var node = new CassandraConfiguration(
            "/data/C# 50%?", "127.0.0.1", 1, 2, 3, "127.0.0.1", 0, 256, IsSynced: false, "default");

        CassandraCommand.Of(_home, "java", node)
            .ShouldContain("-Dcassandra.config=file:///data/C%23 50%25%3F/conf/cassandra.yaml");
    }

    /// <summary>The strings of YAML, in which the file is written, end at a quote and begin an escape with a backslash.</summary>
    [Fact]
    public void Planned_FolderWithQuotes_IsWrittenAsTheServerReadsIt()
    {
        const string Folder = """/a "b"\c""";
        var node = new CassandraConfiguration(Folder, "127.0.0.1", 1, 2, 3, "127.0.0.1", 0, 256, IsSynced: false, "default")
        {
            FurtherLines = CassandraSecurity.Lines(asksForPassword: false, Folder),
        };

        string file = node.Planned(new("n1", "127.0.0.1", Folder), []).Files[CassandraCommand.ConfigurationFile];

        file.ShouldContain("""data_file_directories: ["/a \"b\"\\c/data"]""");
        file.ShouldContain("""commitlog_directory: "/a \"b\"\\c/commitlog""");
        file.ShouldContain("""keystore: "/a \"b\"\\c/certs/node.pem""");
    }

    /// <summary>YAML takes an address that ends with a colon for a key, and digits between colons for a number.</summary>
    [Theory]
    [InlineData("fd00::")]
    [InlineData("1:2:3:4:5:6:7:8")]
    public void Planned_IPv6Address_IsText(string address)
    {
        var node = new CassandraConfiguration("/data", address, 1, 2, 3, address, 0, 256, IsSynced: false, "default");

        string file = node.Planned(new("n1", address, "/data"), []).Files[CassandraCommand.ConfigurationFile];

        file.ShouldContain($"listen_address: \"{address}\"");
        file.ShouldContain($"rpc_address: \"{address}\"");
    }

    /// <summary>Java with IPv4 alone opens no socket at an IPv6 address.</summary>
    [Theory]
    [InlineData("127.0.0.1", true)]
    [InlineData("::1", false)]
    public void Of_Address_KeepsJavaToIPv4IfItIsOne(string address, bool isKept)
    {
        var node = new CassandraConfiguration(_home, address, 1, 2, 3, address, 0, 256, IsSynced: false, "default");

        CassandraCommand.Of(_home, "java", node).Contains("-Djava.net.preferIPv4Stack=true").ShouldBe(isKept);
    }

    /// <summary>The port between nodes is 2,042 below the one for clients.</summary>
    [Fact]
    public void Refusal_PortWithoutRoomForTheNodes_NamesTheDistance()
    {
        var recipe = new CassandraRecipe();
        var order = new ServerOrder
        {
            Nodes = [new("n1", "127.0.0.1", "/data")],
            Port = 2000,
            Home = "/nowhere",
            Settings = recipe.Settings.Read(null),
        };

        recipe.Refusal(order).ShouldNotBeNull().ShouldContain("2042");
        recipe.Refusal(order with { Port = recipe.DefaultPort }).ShouldBeNull();
    }

    private static string Said(IReadOnlyList<string> command)
    {
        using var process = Process.Start(
            new ProcessStartInfo(command[0], command.Skip(1)) { RedirectStandardOutput = true, UseShellExecute = false })!;
        string said = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return said;
    }
}

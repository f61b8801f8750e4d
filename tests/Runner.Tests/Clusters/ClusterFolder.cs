using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using DbIngest.Runner.Tests.Cli;
using DbIngest.Runner.Tests.Hosts;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Runner.Tests.Clusters;

/// <summary>
/// An empty folder with deployment files, and one that every account can enter for what they deploy; nothing of it is left
/// afterwards.
/// </summary>
internal sealed class ClusterFolder : IDisposable
{
    private readonly List<string> _files = [];

    public CommandFolder Commands { get; } = new();

    /// <summary>Where nodes keep their files.</summary>
    public string Data { get; } = $"/var/tmp/dbingest-test-{Guid.NewGuid().ToString("N")[..8]}";

    /// <summary>
    /// Puts a script before a tool of the PATH. It is told where this folder is (STAND_IN_FOLDER) and the program (DBINGEST), by
    /// which it runs a PostgreSQL of the password in PLANT_PASSWORD here, as <c>behind.yaml</c> has it.
    /// </summary>
    public void StandIn(string tool, string script, string address, string password)
    {
        string bin = Commands.File("bin");
        Directory.CreateDirectory(bin);
        File.WriteAllText(Path.Combine(bin, tool), script);
        File.SetUnixFileMode(Path.Combine(bin, tool), (UnixFileMode)0x1ED);
        Commands.With("PATH", $"{bin}:{Environment.GetEnvironmentVariable("PATH")}").With("STAND_IN_FOLDER", Commands.Path)
            .With("DBINGEST", CommandFolder.Program).With("PLANT_PASSWORD", password);
        Write("behind.yaml",
            $"database: postgres\nprovider: local\nnodes: [{{address: {address}}}]\nport: 5432\nfolder: {Data}\ncredentials: "
            + $"{{user: ingest, password_env: PLANT_PASSWORD}}\n");
    }

    /// <summary>A port that nobody listens at now, with room below it for the further ports of a node.</summary>
    public static int FreePort()
    {
        while (true)
        {
            int port = 20_000 + Random(10_000);
            try
            {
                using var listener = new TcpListener(IPAddress.Any, port);
                listener.Start();
                return port;
            }
            catch (SocketException)
            {
                // Another's.
            }
        }
    }

    /// <summary>Writes a deployment file.</summary>
    public string Write(string name, string text)
    {
        string file = Commands.File(name);
        File.WriteAllText(file, text);
        _files.Add(file);
        return file;
    }

    /// <summary>Brings a PostgreSQL up on a host.</summary>
    /// <returns>Its deployment file, named after the host.</returns>
    public string UpPostgres(NetworkHosts hosts, string host, string password)
    {
        Commands.With("UP_PASSWORD", password);
        string file = Write($"{host}.yaml", $$"""
            database: postgres
            provider: ssh
            launcher: {{hosts.Launcher.Replace("\"", "'", StringComparison.Ordinal)}}
            nodes:
              - {host: {{host}}, address: {{hosts.Address(host)}}}
            port: 15432
            folder: {{Data}}
            home: {{DeploymentCatalog.Process("postgres")!.FindHome(null)}}
            credentials: {user: ingest, password_env: UP_PASSWORD}
            """);
        Report("up", file);
        return file;
    }

    /// <summary>Runs <c>cluster ACTION FILE --json</c>.</summary>
    public JsonElement Report(string action, string file, ExitCode code = ExitCode.Done) =>
        JsonDocument.Parse(Commands.Expect(code, "cluster", action, file, "--json").Output).RootElement;

    /// <summary>
    /// Lets a stand-in, which keeps the id of what it runs in the file <c>id</c>, run another deployment, and expects that no
    /// action touches it: as where another file of the same name was brought up after this one's things were deleted.
    /// </summary>
    /// <param name="file">The deployment file.</param>
    /// <param name="refusal">What each action says.</param>
    public void ShouldLeaveForeignAlone(string file, string refusal)
    {
        string id = Commands.File("id");
        string own = File.ReadAllText(id);
        File.WriteAllText(id, "ab01");

        Report("check", file, ExitCode.Unreachable).GetProperty("nodes")[0].GetProperty("state").GetString().ShouldBe("foreign");
        foreach (string[] words in (string[][])[["up"], ["stop"], ["down"], ["down", "--remove-data"]])
        {
            Commands.Expect(ExitCode.Unreachable, ["cluster", words[0], file, .. words[1..]]).Error.ShouldContain(refusal);
        }

        File.WriteAllText(id, own);
    }

    /// <summary>Takes every deployment down that is up: before the hosts that it is on go.</summary>
    public void TakeDown() =>
        _files.Where(file => File.Exists(Path.ChangeExtension(file, ".state.json"))).ToList()
            .ForEach(file => Commands.Run("cluster", "down", file, "--remove-data"));

    public void Dispose()
    {
        TakeDown();
        if (Directory.Exists(Data))
        {
            Directory.Delete(Data, recursive: true);
        }

        Commands.Dispose();
    }

    private static int Random(int below) => (int)(BitConverter.ToUInt32(Guid.NewGuid().ToByteArray()) % (uint)below);
}

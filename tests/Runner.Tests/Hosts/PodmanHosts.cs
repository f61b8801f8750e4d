using System.ComponentModel;
using System.Diagnostics;
using DbIngest.Runner.Tests.Cli;

namespace DbIngest.Runner.Tests.Hosts;

/// <summary>
/// Hosts that are containers of a real podman. No image is fetched: their root is a folder with this machine's programs in it,
/// read-only.
/// </summary>
internal sealed class PodmanHosts : IDisposable
{
    private static readonly string[] Runtimes = ["crun", "runc"];

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-podman-");
    private readonly string _id = Guid.NewGuid().ToString("N")[..6];
    private readonly List<string> _names = [];

    private string Configuration => Path.Combine(_folder.FullName, "containers.conf");

    private string Root => Path.Combine(_folder.FullName, "root");

    /// <summary>Starts a container and removes it.</summary>
    /// <returns>Why that fails; null when it works.</returns>
    public static string? FindMissing()
    {
        if (SearchPath.FindMissing("podman") is { } missing)
        {
            return missing;
        }

        using var hosts = new PodmanHosts();
        try
        {
            hosts.Start(1);
            return null;
        }
        catch (ShouldAssertException exception)
        {
            return $"podman starts no container here: {exception.Message}";
        }
    }

    /// <summary>Makes containers.</summary>
    /// <param name="folder">Whose commands reach them.</param>
    /// <param name="count">How many.</param>
    /// <param name="names">What they are called.</param>
    public static PodmanHosts Make(CommandFolder folder, int count, out IReadOnlyList<string> names)
    {
        var hosts = new PodmanHosts();
        try
        {
            hosts.Start(count);
            folder.With("CONTAINERS_CONF", hosts.Configuration);
            names = hosts._names;
            return hosts;
        }
        catch
        {
            hosts.Dispose();
            throw;
        }
    }

    /// <summary>The command lines of what runs in a container.</summary>
    public string Processes(string name) =>
        Podman("exec", name, "sh", "-c", "for p in /proc/[0-9]*; do tr '\\0' ' ' <$p/cmdline; echo; done").Said;

    public void Dispose()
    {
        _names.ForEach(name => Podman("rm", "--force", "--time=0", name));
        _folder.Delete(recursive: true);
    }

    private void Start(int count)
    {
        File.WriteAllText(Configuration, string.Empty);
        foreach (string folder in (string[])["usr", "proc", "sys", "dev", "tmp", "run", "etc", "var", "root"])
        {
            Directory.CreateDirectory(Path.Combine(Root, folder));
        }

        foreach (string link in (string[])["bin", "lib", "lib64", "sbin"])
        {
            File.CreateSymbolicLink(Path.Combine(Root, link), "usr/" + link);
        }

        string last = string.Empty;
        bool isThere = Array.Exists(Runtimes, runtime =>
        {
            // Lower limits than podman's own, which takes a right that a machine within a machine may not have.
            File.WriteAllText(Configuration,
                $"[containers]\ndefault_ulimits = [\"nofile=4096:4096\", \"nproc=4096:4096\"]\nnetns = "
                + $"\"host\"\n[engine]\nruntime = \"{runtime}\"\ncgroup_manager = \"cgroupfs\"\nevents_logger = \"file\"\n");
            return TryAdd(out last);
        });
        isThere.ShouldBeTrue(last);
        while (_names.Count < count)
        {
            TryAdd(out last).ShouldBeTrue(last);
        }
    }

    private bool TryAdd(out string said)
    {
        string name = FormattableString.Invariant($"dbi{_id}-{_names.Count + 1}");
        string runtime =
            Path.GetFullPath(Path.Combine(Path.GetDirectoryName(typeof(object).Assembly.Location)!, "..", "..", ".."));
        string[] program = [AppContext.BaseDirectory.TrimEnd('/'), runtime];
        (int code, said) = Podman(
            ["run", "--detach", $"--name={name}", "--security-opt=seccomp=unconfined", "--volume=/usr:/usr:ro", .. program
                .Where(path => !path.StartsWith("/usr/", StringComparison.Ordinal)).Select(path => $"--volume={path}:{path}:ro"),
                $"--env=DOTNET_ROOT={runtime}", "--rootfs", Root, "sleep", "1200"]);
        if (code != 0)
        {
            Podman("rm", "--force", "--time=0", name);
            return false;
        }

        _names.Add(name);
        return true;
    }

    private (int Code, string Said) Podman(params string[] words)
    {
        try
        {
            var start = new ProcessStartInfo("podman", words)
            {
                RedirectStandardError = true,
                RedirectStandardOutput = true,
                UseShellExecute = false
            };
            start.Environment["CONTAINERS_CONF"] = Configuration;
            using var process = Process.Start(start)!;
            var error = process.StandardError.ReadToEndAsync();
            string said = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            return (process.ExitCode, said + error.GetAwaiter().GetResult());
        }
        catch (Win32Exception exception)
        {
            return (-1, exception.Message);
        }
    }
}

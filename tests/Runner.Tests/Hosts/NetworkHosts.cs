using System.Collections;
using System.Diagnostics;
using System.Globalization;
using DbIngest.Abstractions.Records;

namespace DbIngest.Runner.Tests.Hosts;

/// <summary>
/// Hosts that are network namespaces of this machine, each with an address of its own on a bridge and a real sshd: all of a host
/// but its hardware. Making them takes root.
/// </summary>
internal sealed class NetworkHosts : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-hosts-");
    private readonly string _id = Guid.NewGuid().ToString("N")[..6];
    private readonly List<string> _hosts = [];
    private readonly List<Process> _daemons = [];
    private readonly string _subnet;

    private NetworkHosts()
    {
        // Two runs at once must not meet: one subnet of many.
        var random = new SplitMix64((ulong)Stopwatch.GetTimestamp());
        _subnet = FormattableString.Invariant($"10.{200 + random.NextBelow(50)}.{1 + random.NextBelow(249)}");
    }

    /// <summary>The launcher that reaches them.</summary>
    public string Launcher => $"ssh -F {File("config")} -T -o BatchMode=yes {{host}} \"exec {{command}}\"";

    private string Bridge => $"dbi{_id}";

    /// <summary>Makes hosts.</summary>
    /// <param name="names">Their names.</param>
    public static NetworkHosts Make(params string[] names)
    {
        var hosts = new NetworkHosts();
        try
        {
            hosts.Start(names);
            return hosts;
        }
        catch
        {
            hosts.Dispose();
            throw;
        }
    }

    /// <summary>Delays or loses what a host sends.</summary>
    /// <param name="host">The host.</param>
    /// <param name="how">The words of <c>tc qdisc ... netem</c>.</param>
    /// <returns>Whether this kernel can.</returns>
    public bool Disturb(string host, string how) =>
        Try("ip", $"netns exec {Space(host)} tc qdisc replace dev eth0 root netem {how}");

    /// <summary>Why there can be no hosts here; null when there can.</summary>
    public static string? FindMissing()
    {
        using var hosts = new NetworkHosts();
        return hosts.Missing();
    }

    /// <summary>Takes a host's network away, or gives it back: nobody is told, as when a cable is pulled.</summary>
    public void Link(string host, bool isUp) => Must("ip", $"-n {Space(host)} link set eth0 {(isUp ? "up" : "down")}");

    /// <summary>The address of this machine, as all hosts reach it.</summary>
    public string Here => $"{_subnet}.1";

    /// <summary>A host's address.</summary>
    public string Address(string host) => FormattableString.Invariant($"{_subnet}.{_hosts.IndexOf(host) + 2}");

    /// <summary>The processes that run in a host's namespace.</summary>
    public int[] Processes(string host) =>
        [.. Output("ip", $"netns pids {Space(host)}").Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => int.Parse(line, CultureInfo.InvariantCulture))];

    public void Dispose()
    {
        foreach (var daemon in _daemons)
        {
            daemon.Kill(entireProcessTree: true);
            daemon.Dispose();
        }

        _hosts.ForEach(host => Try("ip", $"netns delete {Space(host)}"));
        Try("ip", $"link delete {Bridge}");
        _folder.Delete(recursive: true);
    }

    private void Start(string[] names)
    {
        Must("ssh-keygen", $"-q -t ed25519 -N \"\" -f {File("key")}");
        Must("ssh-keygen", $"-q -t ed25519 -N \"\" -f {File("hostkey")}");
        Must("ip", $"link add {Bridge} type bridge");
        Must("ip", $"address add {Here}/24 dev {Bridge}");
        Must("ip", $"link set {Bridge} up");
        Directory.CreateDirectory("/run/sshd");
        System.IO.File.WriteAllLines(
            File("sshd"),
            [
                $"HostKey {File("hostkey")}", $"AuthorizedKeysFile {File("key.pub")}", "StrictModes no", "PidFile none",
                    "UsePAM no", "PermitRootLogin yes", "LogLevel ERROR",

                // As an inner shell, bash leaves ~/.bashrc out: on a developer's machine it may take a second for each command.
                // How the runtimes of servers and sources compile is as in the tests: ssh passes no environment on.
                $"SetEnv SHLVL=2 {string.Join(' ', RuntimeSettings())}",
            ]);
        foreach (string name in names)
        {
            Add(name);
        }
    }

    private void Add(string name)
    {
        Must("ip", $"netns add {Space(name)}");
        _hosts.Add(name);
        string address = Address(name);
        string link = FormattableString.Invariant($"{Bridge}-{_hosts.Count}");
        Must("ip", $"link add {link} type veth peer name eth0 netns {Space(name)}");
        Must("ip", $"link set {link} master {Bridge} up");
        Must("ip", $"-n {Space(name)} address add {address}/24 dev eth0");
        Must("ip", $"-n {Space(name)} link set eth0 up");
        Must("ip", $"-n {Space(name)} link set lo up");
        _daemons.Add(Process.Start("ip", $"netns exec {Space(name)} /usr/sbin/sshd -D -f {File("sshd")} -E {File("log")}"));
        System.IO.File.AppendAllLines(
            File("config"),
            [$"Host {name}", $"  HostName {address}", "  User root", $"  IdentityFile {File("key")}",
                "  StrictHostKeyChecking no", "  UserKnownHostsFile /dev/null", "  LogLevel ERROR"]);
        Poll.Until(() => Try("ssh", $"-F {File("config")} -o BatchMode=yes -o ConnectTimeout=2 {name} true"), Patience)
            .ShouldBeTrue($"no sshd answers on {name}");
    }

    private static IEnumerable<string> RuntimeSettings() =>
        from DictionaryEntry variable in Environment.GetEnvironmentVariables()
        let name = (string)variable.Key
        where name is "JAVA_TOOL_OPTIONS" or "DOTNET_TieredPGO" or "DOTNET_TC_CallCountingDelayMs" or "DOTNET_EnableWriteXorExecute"
            or "DOTNET_ThreadPool_UnfairSemaphoreSpinLimit"
        select $"\"{name}={variable.Value}\"";

    private string? Missing() =>
        !OperatingSystem.IsLinux() || Environment.UserName != "root"
            ? "Hosts are made of network namespaces, which takes root on Linux."
        : !System.IO.File.Exists("/usr/sbin/sshd") ? "There is no sshd (openssh-server)."
        : !Try("ip", $"netns add {Space("try")}") ? "Network namespaces cannot be made (iproute2)."
        : Try("ip", $"netns delete {Space("try")}") ? null : "Network namespaces cannot be deleted.";

    private string File(string name) => Path.Combine(_folder.FullName, name);

    private string Space(string host) => $"dbi{_id}-{host}";

    private static void Must(string program, string arguments) => Try(program, arguments).ShouldBeTrue($"{program} {arguments}");

    private static bool Try(string program, string arguments)
    {
        try
        {
            using var process = Process.Start(
                new ProcessStartInfo(program, arguments)
                {
                    RedirectStandardError = true,
                    RedirectStandardOutput = true,
                    UseShellExecute = false
                })!;
            process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            return process.ExitCode == 0;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return false;
        }
    }

    private static string Output(string program, string arguments)
    {
        using var process =
            Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true, UseShellExecute = false })!;
        return process.StandardOutput.ReadToEnd();
    }
}

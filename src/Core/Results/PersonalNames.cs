using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

namespace DbIngest.Core.Results;

/// <summary>
/// Removes names of hosts, users and volumes from the facts of a machine, which results publish. <c>EnvironmentCapture</c> and
/// <c>MountPoint</c> write facts by it, and <see cref="ResultFolder"/> reads manifests of earlier versions by it, so that both
/// are equal. <c>--resume</c> compares the texts, so a hash must not change.
/// </summary>
internal static partial class PersonalNames
{
    private const string Mapper = "/dev/mapper/";

    /// <summary>Begins a hash, which is not hashed once more.</summary>
    private const char HashSign = '#';

    /// <summary>Options of network filesystems (nfs(5), mount.cifs(8), mount.ceph(8)) that name a host or user.</summary>
    private static readonly string[] OfNetworks =
    [
        "addr", "clientaddr", "mountaddr", "srcaddr", "local_addr", "ip", "mon_addr", "unc", "prefixpath", "username", "user",
        "name", "domain", "sockname", "servername", "netbiosname",
    ];

    /// <summary>
    /// Options of overlay (the kernel's overlayfs.rst) that name folders, often in a user's home, and of Btrfs (btrfs(5)) that
    /// name a subvolume, such as one per home.
    /// </summary>
    private static readonly string[] OfLayers = ["lowerdir", "lowerdir+", "datadir+", "upperdir", "workdir", "subvol"];

    /// <summary>Tells names apart without naming them: the first 8 hexadecimal digits of the SHA-256.</summary>
    public static string Hash(string name) =>
        Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(name)).AsSpan(0, 4));

    /// <summary>Describes a filesystem.</summary>
    /// <param name="type">Its type.</param>
    /// <param name="source">The mounted device, or what the filesystem puts in its place.</param>
    /// <param name="options">Options, comma-separated.</param>
    public static string Filesystem(string type, string source, string options)
    {
        bool isRemote = IsRemote(source);
        string[] named = isRemote ? OfNetworks : OfLayers;
        string kept = string.Join(',', options.Split(',')
            .Where(option => !named.Contains(option.Split('=')[0], StringComparer.OrdinalIgnoreCase)));
        return $"{type} on {(isRemote ? "another machine" : Source(type, source))} ({kept})";
    }

    /// <summary>Removes the names that earlier versions wrote into a manifest.</summary>
    /// <param name="manifest">The manifest as it is stored.</param>
    public static Manifest Without(Manifest manifest) => manifest with
    {
        Environment = Without(manifest.Environment),
        Hosts = manifest.Hosts?.ToDictionary(host => host.Key, host => Without(host.Value), StringComparer.Ordinal),
    };

    /// <summary>Removes the names from the facts of a machine. Does nothing to facts without names.</summary>
    internal static EnvironmentInfo Without(EnvironmentInfo environment) => environment with
    {
        Filesystem = FilesystemText().Match(environment.Filesystem) is { Success: true } match
            ? Filesystem(match.Groups["type"].Value, match.Groups["source"].Value, match.Groups["options"].Value)
            : environment.Filesystem,
        Disk = NamedMapper().Replace(environment.Disk, "${device}"),
    };

    /// <summary>True if the source names another machine, as <c>host:/export</c> or <c>//host/share</c>.</summary>
    private static bool IsRemote(string source) => !source.StartsWith("/dev/", StringComparison.Ordinal)
        && (source.StartsWith("//", StringComparison.Ordinal) || source.AsSpan().ContainsAny(':', '@', '\\'));

    /// <summary>Hashes names that an administrator gives: of logical volumes, and of datasets such as one per home.</summary>
    private static string Source(string type, string source) =>
        source.StartsWith(Mapper, StringComparison.Ordinal) ? Mapper + Hashed(source[Mapper.Length..])
        : !source.StartsWith("/dev/", StringComparison.Ordinal)
            && (type == "zfs" || source.Contains('/', StringComparison.Ordinal)) ? Hashed(source)
        : source;

    private static string Hashed(string name) => name.StartsWith(HashSign) ? name : HashSign + Hash(name);

    [GeneratedRegex("^(?<type>[^ ]+) on (?<source>.*) \\((?<options>.*)\\)$",
        RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex FilesystemText();

    /// <summary>Earlier versions took the name of a mapped device for its model.</summary>
    [GeneratedRegex("^(?<device>dm-[0-9]+), model [^,]*", RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex NamedMapper();
}

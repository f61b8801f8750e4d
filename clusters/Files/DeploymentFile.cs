using System.Globalization;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Clusters.Manifests;
using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Deploying;
using YamlDotNet.Core;
using YamlDotNet.RepresentationModel;

namespace DbIngest.Clusters.Files;

/// <summary>
/// Reads deployment files (YAML): parses them, fills in defaults, and checks them against what database and provider support.
/// <see cref="Cluster"/> calls it for every command. It reports all errors of a file at once, reads nothing but the file (256
/// KiB at most) and contacts no machine.
/// </summary>
public static class DeploymentFile
{
    private const long LargestBytes = 256 * 1024;

    /// <summary>Reads a file.</summary>
    /// <param name="path">The path, which messages repeat as the user wrote it.</param>
    /// <returns>The checked deployment.</returns>
    /// <exception cref="DeploymentException">The file has errors: one message each.</exception>
    public static Deployment Read(string path)
    {
        string text;
        try
        {
            text = new FileInfo(path).Length > LargestBytes
                ? throw new DeploymentException(
                    string.Create(CultureInfo.InvariantCulture,
                    $"{path}: it is larger than {LargestBytes / 1024} KiB; name a deployment file."))
                : File.ReadAllText(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new DeploymentException(
                $"{path}: it cannot be read ({exception.Message.TrimEnd('.')}); name a deployment file; clusters/examples has "
                + $"some.");
        }

        return Parse(path, text);
    }

    /// <summary>Reads the text of a file.</summary>
    /// <param name="path">The file, for messages and for the paths that are relative to it.</param>
    /// <param name="text">YAML.</param>
    /// <exception cref="DeploymentException">The text has errors: one message each.</exception>
    internal static Deployment Parse(string path, string text)
    {
        var faults = new FileFaults(path);
        var stream = new YamlStream();
        try
        {
            stream.Load(new StringReader(text));
        }
        catch (YamlException exception)
        {
            // For a tab the parser reports the start of the broken mapping instead of the tab's line.
            int tab = Array.FindIndex(text.Split('\n'), line => line.TrimStart(' ').StartsWith('\t') && line.Trim().Length > 0);
            throw new DeploymentException(tab >= 0
                ? string.Create(CultureInfo.InvariantCulture,
                    $"{path}:{tab + 1}: the line is indented by a tab, which YAML does not allow; use spaces.")
                : string.Create(CultureInfo.InvariantCulture,
                    $"{path}:{exception.Start.Line}: it is not YAML: {exception.Message.TrimEnd('.')}; correct the line."));
        }

        if (stream.Documents.Count != 1 || stream.Documents[0].RootNode is not YamlMappingNode root)
        {
            throw new DeploymentException(
                $"{path}:1: it must hold one deployment, as keys with values; 'dbingest help clusters' shows one.");
        }

        var section = new FileSection(faults, root, DeploymentKeys.All);
        bool isRead = !faults.Any;
        if (section.Text("database") is { } database && !DatabaseAbilities.Names.Contains(database, StringComparer.Ordinal))
        {
            section.Refuse("database",
                $"'{database}' cannot be deployed; "
                + $"{Nearest.Remedy(database, DatabaseAbilities.Names, $"there are {string.Join(", ", DatabaseAbilities.Names)}")}");
        }

        if (!isRead)
        {
            faults.ThrowIfAny();
        }

        var deployment = Of(path, section);
        faults.ThrowIfAny();
        return deployment;
    }

    private static Deployment Of(string path, FileSection file)
    {
        string provider = file.Text("provider")!;
        foreach (var (key, providers) in DeploymentKeys.ProvidersOf
            .Where(entry => file.Has(entry.Key) && !entry.Value.Contains(provider, StringComparer.Ordinal)))
        {
            file.Refuse(key,
                $"provider {provider} does not support it; leave it out, or use provider {string.Join(" or ", providers)}");
        }

        string name = file.Text("name") ?? NameOf(path);
        if (DeploymentKeys.All.First(key => key.Name == "name") is var declared && !declared.Takes(name, isQuoted: false))
        {
            file.Refuse("name", $"the file's name makes '{name}', which is not {declared.Wanted}; write name: and another");
        }

        string database = file.Text("database")!;
        string? vendor = provider == "kubernetes" ? file.Text("operator") ?? DeploymentCatalog.OperatorOf(database)?.Name
            ?? KubernetesNames.NoOperator : null;
        var abilities = DatabaseAbilities.Of(database, provider, vendor);
        if (abilities is null && DatabaseAbilities.ProvidersOf(database) is { Count: > 0 } others)
        {
            file.Refuse("provider", $"{database} cannot be deployed by {provider}; it can by {string.Join(", ", others)}");
        }

        abilities ??= DatabaseAbilities.None;
        if (vendor is not (null or KubernetesNames.NoOperator) && DeploymentCatalog.OperatorOf(database)?.Name != vendor)
        {
            file.Refuse("operator",
                $"{vendor} runs {DeploymentCatalog.Operator(vendor)!.Database}, and not {database}; leave it out");
        }

        string? memory = file.Text("memory");
        var deployment = new Deployment
        {
            Name = name,
            Database = database,
            Version = file.Text("version"),
            Provider = provider,
            Nodes = Nodes(file, provider, file.Text("folder")
                ?? $"/var/tmp/dbingest-{name}", index => KubernetesNames.Address(name, vendor!, Namespace(file), index)),
            Port = file.Whole("port") ?? abilities.Port,
            Home = file.Text("home"),
            MemoryMb = memory is null ? null : (int?)EndpointOption.Mebibytes(memory),
            Cpus = file.Number("cpus"),
            Settings = file.Values("settings").ToDictionary(StringComparer.Ordinal),
            User = file.Section("credentials")?.Text("user"),
            PasswordVariable = file.Section("credentials")?.Text("password_env"),
            Tls = Tls(path, file.Section("tls")),
            Launcher = file.Text("launcher"),
            Supervise = file.Text("supervise"),
            Install = file.Section("install") is { } install
                ? new(install.Text("package"), Beside(path, install.Text("archive")), install.Text("sha256")) : null,
            Image = file.Text("image"),
            Network = provider == "compose" ? Network(file) : null,
            Namespace = provider == "kubernetes" ? Namespace(file) : null,
            Context = file.Text("context"),
            Storage = provider == "kubernetes" ? file.Text("storage") ?? "20G" : null,
            StorageClass = file.Text("storage_class"),
            Operator = vendor,
        };
        Check(deployment, abilities, file);
        return deployment;
    }

    private static string NameOf(string path) =>
        new([.. Path.GetFileNameWithoutExtension(path).ToLowerInvariant().Select(c => char.IsAsciiLetterOrDigit(c) ? c : '-')]);

    private static List<DeployedNode> Nodes(FileSection file, string provider, string folder, Func<int, string> inKubernetes)
    {
        IReadOnlyList<FileSection?> listed = file.Sections("nodes") is { } sections ? [.. sections]
            : [.. Enumerable.Repeat<FileSection?>(null, file.Whole("nodes") ?? 1)];
        var nodes = listed.Select((node, i) =>
        {
            string name = node?.Text("name") ?? string.Create(CultureInfo.InvariantCulture, $"n{i + 1}");
            string? host = node?.Text("host");
            return new DeployedNode(
                name, host, node?.Text("address") ?? host
                    ?? (provider == "kubernetes" ? inKubernetes(i) : DefaultAddress(file, provider, i, name)),
                    node?.Text("folder") ?? $"{folder.TrimEnd('/')}/{name}", node?.Text("role"));
        }).ToList();
        for (int i = 0; i < nodes.Count; i++)
        {
            if (nodes.FindIndex(node => node.Name == nodes[i].Name) < i)
            {
                (listed[i] ?? file)
                    .Refuse(listed[i] is null ? "nodes"
                    : "name", $"two nodes are called {nodes[i].Name}; give each its own name");
            }
            else if (provider is not ("local" or "ssh") && listed[i]?.Has("folder") == true)
            {
                listed[i]!.Refuse("folder",
                    $"provider {provider} does not support it; leave it out, or use provider local or ssh");
            }
            else if (nodes.Take(i).FirstOrDefault(node => node.Host == nodes[i].Host
                && (IsWithin(node.Folder, nodes[i].Folder) || IsWithin(nodes[i].Folder, node.Folder))) is { } other)
            {
                listed[i]!.Refuse("folder",
                    $"{nodes[i].Folder} and {other.Folder} of {other.Name} are one folder, or one is within the other; give each "
                    + $"node its own");
            }

            if (provider == "ssh" && nodes[i].Host is null)
            {
                (listed[i] ?? file)
                    .Refuse(listed[i] is null ? "nodes"
                    : "host", "provider ssh needs each node's host; list the nodes, and write host: NAME for each");
            }
            else if (provider != "ssh" && nodes[i].Host is not null)
            {
                listed[i]!.Refuse("host", $"provider {provider} has no hosts; leave it out, or use provider ssh");
            }
        }

        return nodes;
    }

    private static bool IsWithin(string folder, string other) =>
        $"{folder.TrimEnd('/')}/".StartsWith($"{other.TrimEnd('/')}/", StringComparison.Ordinal);

    private static string Namespace(FileSection file) => file.Text("namespace") ?? "default";

    private static string Network(FileSection file) => file.Text("network") ?? "172.31.77.0/24";

    /// <summary>Addresses of containers start at 11: the engine takes the first ones of the subnet for itself.</summary>
    private static string DefaultAddress(FileSection file, string provider, int index, string name) => provider switch
    {
        "local" => string.Create(CultureInfo.InvariantCulture, $"127.0.0.{index + 1}"),
        "compose" => string.Create(CultureInfo.InvariantCulture,
            $"{Network(file)[..Network(file).LastIndexOf('.')]}.{index + 11}"),
        _ => name,
    };

    private static DeploymentTls? Tls(string path, FileSection? tls) =>
        tls is null ? null
            : new(Beside(path, tls.Text("authority"))!, Beside(path, tls.Text("certificate"))!, Beside(path, tls.Text("key"))!,
            Beside(path, tls.Text("client_certificate")), Beside(path, tls.Text("client_key")));

    /// <summary>Resolves a path against the deployment file's folder, whatever the current directory is.</summary>
    private static string? Beside(string path, string? file) => file is null ? null
        : Path.GetFullPath(Path.Combine(Path.GetDirectoryName(Path.GetFullPath(path))!, file));

    private static void Check(Deployment deployment, DatabaseAbilities abilities, FileSection file)
    {
        if (deployment.Nodes.Count > abilities.LargestCluster && abilities.LargestCluster > 0 && abilities.Roles.Count == 0)
        {
            file.Refuse("nodes", abilities.LargestCluster == 1
                ? $"{deployment.Database} is deployed as one node; write nodes: 1, or leave it out"
                : string.Create(CultureInfo.InvariantCulture,
                    $"a cluster of {deployment.Database} has at most {abilities.LargestCluster} nodes; write fewer"));
        }

        if (deployment.Settings.Count > 0 && abilities.SettingsFault(deployment) is { } fault)
        {
            file.Refuse("settings", fault);
        }
        else if (abilities.Roles.Count == 0 && abilities != DatabaseAbilities.None
            && deployment.Nodes.Any(node => node.Role is not null))
        {
            file.Refuse("nodes",
                $"all nodes of {deployment.Database} are equal with provider {deployment.Provider}; leave role "
                + $"out{(DatabaseAbilities.Of(deployment.Database, "local") is { Roles.Count: > 0 } ? ", or use provider local, ssh or compose" : string.Empty)}");
        }
        else if (abilities.LayoutFault(deployment) is { } layout)
        {
            file.Refuse("nodes", layout);
        }

        if (deployment.User is not null && !abilities.TakesCredentials)
        {
            file.Refuse("credentials", $"a deployed {deployment.Database} requires no login; leave them out");
        }

        if (deployment.Tls is not null && !abilities.TakesTls)
        {
            file.Refuse("tls", $"a deployed {deployment.Database} does not encrypt; leave them out");
        }

        if (deployment.Tls is { } tls && abilities.TakesTls
            && (tls.ClientCertificate is not null, tls.ClientKey is not null) != (abilities.NeedsClientCertificate,
            abilities.NeedsClientCertificate))
        {
            file.Refuse("tls", abilities.NeedsClientCertificate
                ? $"{deployment.Database} authenticates its administrator by a certificate; write client_certificate and "
                    + "client_key too"
                : $"{deployment.Database} authenticates no client by a certificate; leave client_certificate and client_key out");
        }

        if (deployment.Operator is { } vendor && DeploymentCatalog.Operator(vendor) is { NeedsCredentials: true }
            && deployment.User is null)
        {
            file.Refuse("operator",
                $"{vendor} creates no server without a user; write credentials, or operator: none where {deployment.Database} "
                + $"runs without");
        }

        if (deployment.Provider is "compose" or "kubernetes" && DeploymentCatalog.Operator(deployment.Operator) is null
            && DeploymentCatalog.Container(deployment.Database)?.Fault(deployment) is { } wrong)
        {
            file.Refuse(wrong.Key, wrong.Why);
        }
        else if (DeploymentCatalog.Operator(deployment.Operator) is { NeedsVersion: true } && deployment.Version is null)
        {
            file.Refuse("version", "the operator requires it; write the whole version");
        }
        else if (deployment.Provider is "compose" or "kubernetes" && deployment.Version is null && deployment.Image is null)
        {
            file.Refuse("version", "an image is pinned to it; write the whole version, or an image with its tag");
        }

        if (deployment.Provider == "ssh" && deployment.Limits is not null && deployment.Supervise != "systemd")
        {
            file.Refuse(deployment.MemoryMb is null ? "cpus"
                : "memory", "on a host only systemd applies it; write supervise: systemd, or leave it out");
        }
    }
}

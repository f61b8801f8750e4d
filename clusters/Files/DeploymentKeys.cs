using DbIngest.Clusters.Manifests;
using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Servers;

namespace DbIngest.Clusters.Files;

/// <summary>
/// Declares the keys of a deployment file. <see cref="DeploymentFile"/> reads and checks files by them for every command, and a
/// test writes the JSON schema from them. A released key must never change its meaning, since users' files hold it.
/// </summary>
internal static class DeploymentKeys
{
    private const string Name = "[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?";
    private const string NameForm = "lower-case letters, digits and hyphens, 40 at most and no hyphen at an end";
    private const string Folder = "/[^'\"\\n]+";
    private const string FolderForm = "a path that begins with /";
    private const string Variable = "[A-Z_][A-Z0-9_]*";
    private const string Size = "[1-9][0-9]{0,6}[MG]";

    /// <summary>The largest number of nodes.</summary>
    public const int MostNodes = 200;

    private static readonly FileKey[] Node =
    [
        new("name", FileKind.Text, "The node's name; the default is n1, n2 and so on.") { Pattern = Name, Form = NameForm },
        new("host", FileKind.Text, "The node's machine, by the name that ssh knows. Provider ssh only.")
            { Pattern = @"[^\s'""-][^\s'""]*", Form = "the name of a host, without spaces" },
        new("address", FileKind.Text,
            "The address that clients and other nodes use; the default is the host, and with provider local "
            + "127.0.0.1, 127.0.0.2 and so on.") { Pattern = "[A-Za-z0-9:._-]+", Form = "a name or an IP address" },
        new("folder", FileKind.Text, "The node's folder; the default is one in the deployment's folder.") { Pattern = Folder,
            Form = FolderForm },
        new("role", FileKind.Text,
            "What the node does in a sharded cluster: it holds data, keeps the configuration (which shard has what), "
            + $"or routes clients. Database {Deployable(recipe => recipe.Roles.Count > 0)} with providers local, ssh and compose.")
            { Words = [.. DeploymentCatalog.Processes.SelectMany(recipe => recipe.Roles).Distinct(StringComparer.Ordinal)] },
    ];

    /// <summary>All keys, in the order of the documentation.</summary>
    public static IReadOnlyList<FileKey> All { get; } =
    [
        new("name", FileKind.Text, "The deployment's name in results; the default is the file's name.") { Pattern = Name,
            Form = NameForm },
        new("database", FileKind.Text, "The database, by its name in 'dbingest targets'.")
            { IsRequired = true, Pattern = "[a-z0-9]+", Form = "a name of 'dbingest targets'" },
        new("version", FileKind.Text,
            "The server's version or a prefix of it: 'cluster check' compares it, and it selects the image.")
            { Pattern = "[0-9][A-Za-z0-9.+_-]*", Form = "a version, as \"15\" or \"5.0.9\"" },
        new("provider", FileKind.Text, "The provider that runs the nodes.")
            { IsRequired = true, Words = ["local", "ssh", "compose", "kubernetes"] },
        new("nodes", FileKind.WholeOrSections, "The number of nodes, or a list of them; the default is 1.")
            { Smallest = 1, Largest = MostNodes, Keys = Node },
        new("port", FileKind.Whole,
            "The client port of every node; the default is the vendor's. Other ports keep their distance from it.")
            { Smallest = 1024, Largest = 65_535 },
        new("folder", FileKind.Text,
            "The folder in which each node has a folder of its name; put it on the disk to be measured. The default "
            + "is /var/tmp/dbingest-NAME.") { Pattern = Folder, Form = FolderForm },
        new("home", FileKind.Text, "The folder of the vendor's programs; the default is the usual places of this machine.")
            { Pattern = "[^'\"\\n]+", Form = "a path" },
        new("memory", FileKind.Text, "Memory limit of each node, page cache included.") { Pattern = Size,
            Form = "a size, as 512M or 2G" },
        new("cpus", FileKind.Number, "CPU limit of each node, in cores.") { Smallest = 0.1, Largest = 1024 },
        new("settings", FileKind.Values, "The database's own settings, as its page lists them."),
        new("credentials", FileKind.Section,
            "The user who logs in. The file never holds a password: it names the environment variable that does.")
        {
            Keys =
            [
                new("user", FileKind.Text, "The user.")
                    { IsRequired = true, Pattern = "[A-Za-z_][A-Za-z0-9_]{0,62}", Form = "letters, digits and underscores" },
                new("password_env", FileKind.Text, "The environment variable that holds the password.")
                {
                    IsRequired = true,
                    Pattern = Variable,
                    Form = "the name of an environment variable, as MY_PASSWORD",
                    MayBeSecret = true,
                },
            ],
        },
        new("tls", FileKind.Section, "Encryption: files in PEM form, relative to this file.")
        {
            Keys =
            [
                new("authority", FileKind.Text, "The certificate of the authority that clients trust.") { IsRequired = true },
                new("certificate", FileKind.Text, "The certificate of all nodes, for the address of each.") { IsRequired = true },
                new("key", FileKind.Text, "The key of the nodes' certificate, not encrypted.") { IsRequired = true },
                new("client_certificate", FileKind.Text,
                    "The certificate of the administrator, who initialises the cluster and creates "
                    + $"the user. Database {Deployable(recipe => recipe.NeedsClientCertificate)} only."),
                new("client_key", FileKind.Text, "The key of the administrator's certificate, not encrypted."),
            ],
        },
        new("launcher", FileKind.Text,
            "The command that runs others on hosts: ssh, or a command with {host} and {command} in it. Provider ssh."),
        new("supervise", FileKind.Text,
            "How a node's process is kept on a host: process (in a new session), or systemd (a scope). Provider ssh.")
            { Words = ["process", "systemd"] },
        new("install", FileKind.Section, "Programs to install on the hosts before the first start. Provider ssh.")
        {
            Keys =
            [
                new("package", FileKind.Text, "A package of the hosts' distribution, as NAME or NAME=VERSION.")
                    { Pattern = "[A-Za-z0-9][A-Za-z0-9.+:~_-]*(=[A-Za-z0-9.+:~_-]+)?", Form = "the name of a package" },
                new("archive", FileKind.Text,
                    "A .tar.gz or .tar.xz of this machine, copied to each node's folder and unpacked there; home is "
                    + "then a path within it.")
                    { Pattern = @"[^'""\n]+\.(tar\.gz|tgz|tar\.xz|tar)",
                        Form = "a file that ends with .tar.gz, .tgz, .tar.xz or .tar" },
                new("sha256", FileKind.Text, "The archive's SHA-256.") { Pattern = "[0-9a-f]{64}",
                    Form = "64 hexadecimal digits" },
            ],
        },
        new("image", FileKind.Text,
            "The container image with its tag or digest; the default is the vendor's at this version. Providers "
            + "compose and kubernetes.")
        {
            Pattern = "[a-z0-9][a-z0-9._/:-]*(:[A-Za-z0-9._-]+|@sha256:[0-9a-f]{64})",
                Form = "an image with a tag or digest, as name:15.14",
        },
        new("network", FileKind.Text, "The subnet of the nodes' containers. Provider compose.")
            { Pattern = @"[0-9]+\.[0-9]+\.[0-9]+\.0/24", Form = "a subnet of 24 bits, as 172.31.77.0/24" },
        new("namespace", FileKind.Text, "The namespace of the pods, by default the one named default. Provider kubernetes.")
            { Pattern = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", Form = "lower-case letters, digits and hyphens" },
        new("context", FileKind.Text, "The context of kubectl; the default is its current one. Provider kubernetes.")
            { Pattern = @"[^\s'""{}-][^\s'""{}]*", Form = "the name of a context, without spaces" },
        new("storage", FileKind.Text, "The size of each pod's volume; the default is 20G. Provider kubernetes.")
            { Pattern = Size, Form = "a size, as 20G" },
        new("storage_class", FileKind.Text,
            "The storage class of the volumes, which decides which disk is measured; the default is the "
            + "cluster's. Provider kubernetes.")
            { Pattern = "[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?", Form = "lower-case letters, digits, dots and hyphens" },
        new("operator", FileKind.Text,
            "The vendor's operator that runs the pods, which must be installed, or none for a StatefulSet; the "
            + $"default is the database's operator, where it has one ({string.Join(", ", DeploymentCatalog.Operators.Select(recipe => recipe.Database))}). Provider kubernetes.")
            { Words = [KubernetesNames.NoOperator, .. DeploymentCatalog.Operators.Select(recipe => recipe.Name)] },
    ];

    /// <summary>The keys that only some providers take.</summary>
    public static IReadOnlyDictionary<string, IReadOnlyList<string>> ProvidersOf { get; } =
        new Dictionary<string, IReadOnlyList<string>>(StringComparer.Ordinal)
        {
            ["port"] = ["local", "ssh", "compose"],
            ["home"] = ["local", "ssh"],
            ["folder"] = ["local", "ssh"],
            ["launcher"] = ["ssh"],
            ["supervise"] = ["ssh"],
            ["install"] = ["ssh"],
            ["image"] = ["compose", "kubernetes"],
            ["network"] = ["compose"],
            ["namespace"] = ["kubernetes"],
            ["context"] = ["kubernetes"],
            ["storage"] = ["kubernetes"],
            ["storage_class"] = ["kubernetes"],
            ["operator"] = ["kubernetes"],
        };

    private static string Deployable(Func<ServerRecipe, bool> has) =>
        string.Join(", ", DeploymentCatalog.Processes.Where(has).Select(recipe => recipe.Database));
}

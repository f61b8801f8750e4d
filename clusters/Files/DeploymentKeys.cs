namespace DbIngest.Clusters.Files;

/// <summary>The keys of a deployment file.</summary>
internal static class DeploymentKeys
{
    private const string Name = "[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?";
    private const string Variable = "[A-Z_][A-Z0-9_]*";

    /// <summary>The most nodes of a deployment.</summary>
    public const int MostNodes = 200;

    /// <summary>What nodes are listed by.</summary>
    private static readonly FileKey[] Node =
    [
        new("name", FileKind.Text, "The node's name; n1, n2 and so on where none is given.") { Pattern = Name, Form = "lower-case letters, digits and hyphens, 40 at most" },
        new("host", FileKind.Text, "What reaches its machine: the name that ssh knows it by. Provider ssh only.") { Pattern = @"[^\s'""-][^\s'""]*", Form = "the name of a host, without spaces" },
        new("address", FileKind.Text, "Where clients and other nodes reach it; the host where none is given, and 127.0.0.1, 127.0.0.2 and so on of provider local.") { Pattern = @"[A-Za-z0-9:._-]+", Form = "a name or an IP address" },
        new("folder", FileKind.Text, "Its own folder, where it is not the deployment's.") { Pattern = "/[^'\"\\n]+", Form = "a path that begins with /" },
        new("role", FileKind.Text, "What it does in a sharded cluster: hold data, know which shard has what (config), or talk to clients (router). MongoDB by providers local, ssh and compose.") { Words = ["data", "config", "router"] },
    ];

    /// <summary>All keys, in the order in which a reader wants them.</summary>
    public static IReadOnlyList<FileKey> All { get; } =
    [
        new("name", FileKind.Text, "The deployment's name, by which results call it; the file's where none is given.") { Pattern = Name, Form = "lower-case letters, digits and hyphens, 40 at most" },
        new("database", FileKind.Text, "The database, by its name in 'dbingest targets'.") { IsRequired = true, Pattern = "[a-z0-9]+", Form = "a name of 'dbingest targets'" },
        new("version", FileKind.Text, "The server's version, or how it begins: check compares it, and images are pinned to it.") { Pattern = @"[0-9][A-Za-z0-9.+_-]*", Form = "a version, as \"15\" or \"5.0.9\"" },
        new("provider", FileKind.Text, "Who runs the nodes.") { IsRequired = true, Words = ["local", "ssh", "compose", "kubernetes"] },
        new("nodes", FileKind.WholeOrSections, "How many nodes there are, or which; 1 where nothing is said.") { Smallest = 1, Largest = MostNodes, Keys = Node },
        new("port", FileKind.Whole, "The port that clients use, on every node; the vendor's where none is given. Further ports keep their distance from it.") { Smallest = 1024, Largest = 65_535 },
        new("folder", FileKind.Text, "Where the nodes keep their files, each in a folder of its own name there: put it on the disk to be measured. /var/tmp/dbingest-NAME where none is given.") { Pattern = "/[^'\"\\n]+", Form = "a path that begins with /" },
        new("home", FileKind.Text, "Where the vendor's programs are; the usual places of this machine where none is given.") { Pattern = "[^'\"\\n]+", Form = "a path" },
        new("memory", FileKind.Text, "Memory that each node may take at most, its page cache included.") { Pattern = "[1-9][0-9]{0,6}[MG]", Form = "a size, as 512M or 2G" },
        new("cpus", FileKind.Number, "Cores that each node may use at most.") { Smallest = 0.1, Largest = 1024 },
        new("settings", FileKind.Values, "The database's own settings, as its page lists them."),
        new("credentials", FileKind.Section, "Who logs in. The file never has a password: it names the environment variable that does.")
        {
            Keys =
            [
                new("user", FileKind.Text, "The user.") { IsRequired = true, Pattern = "[A-Za-z_][A-Za-z0-9_]{0,62}", Form = "letters, digits and underscores" },
                new("password_env", FileKind.Text, "The environment variable that has the password.") { IsRequired = true, Pattern = Variable, Form = "the name of an environment variable, as DBINGEST_POSTGRES_PASSWORD" },
            ],
        },
        new("tls", FileKind.Section, "Encryption, by files in PEM form beside this one.")
        {
            Keys =
            [
                new("authority", FileKind.Text, "The certificate of the authority that clients trust.") { IsRequired = true },
                new("certificate", FileKind.Text, "The nodes' certificate, for the address of each.") { IsRequired = true },
                new("key", FileKind.Text, "Its key, not encrypted.") { IsRequired = true },
                new("client_certificate", FileKind.Text, "The administrator's certificate, by which a cluster is begun and a user made. CockroachDB only: that of its user root."),
                new("client_key", FileKind.Text, "Its key, not encrypted."),
            ],
        },
        new("launcher", FileKind.Text, "What starts commands on the hosts: ssh, or a command with {host} and {command} in it. Provider ssh."),
        new("supervise", FileKind.Text, "What keeps a node's process on a host: process (a session of its own), or systemd (a scope). Provider ssh.") { Words = ["process", "systemd"] },
        new("install", FileKind.Section, "What is installed on the hosts before the first start. Provider ssh.")
        {
            Keys =
            [
                new("package", FileKind.Text, "A package of the hosts' distribution, a version behind an equals sign: postgresql-15, cockroachdb=24.1.") { Pattern = @"[A-Za-z0-9][A-Za-z0-9.+:~_-]*(=[A-Za-z0-9.+:~_-]+)?", Form = "the name of a package" },
                new("archive", FileKind.Text, "A .tar.gz or .tar.xz of this machine, copied by scp and unpacked in each node's folder; home is then within it.") { Pattern = @"[^'""\n]+\.(tar\.gz|tgz|tar\.xz|tar)", Form = "a file that ends with .tar.gz, .tgz, .tar.xz or .tar" },
                new("sha256", FileKind.Text, "What the archive must hash to.") { Pattern = "[0-9a-f]{64}", Form = "64 hexadecimal digits" },
            ],
        },
        new("image", FileKind.Text, "The container image with its tag or digest; the vendor's at this version where none is given. Providers compose and kubernetes.") { Pattern = @"[a-z0-9][a-z0-9._/:-]*(:[A-Za-z0-9._-]+|@sha256:[0-9a-f]{64})", Form = "an image with a tag or digest, as postgres:15.14" },
        new("network", FileKind.Text, "The subnet of the nodes' containers. Provider compose.") { Pattern = @"[0-9]+\.[0-9]+\.[0-9]+\.0/24", Form = "a subnet of 24 bits, as 172.31.77.0/24" },
        new("namespace", FileKind.Text, "The namespace of the pods, which must be there; default where none is given. Provider kubernetes.") { Pattern = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", Form = "lower-case letters, digits and hyphens" },
        new("context", FileKind.Text, "The context of kubectl; its current one where none is given. Provider kubernetes.") { Pattern = @"[^\s'""{}-][^\s'""{}]*", Form = "the name of a context, without spaces" },
        new("storage", FileKind.Text, "What each pod's volume holds; 20G where nothing is said. Provider kubernetes.") { Pattern = "[1-9][0-9]{0,6}[MG]", Form = "a size, as 20G" },
        new("storage_class", FileKind.Text, "The class of the volumes: it decides which disk is measured. The cluster's default where none is given. Provider kubernetes.") { Pattern = "[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?", Form = "lower-case letters, digits, dots and hyphens" },
        new("operator", FileKind.Text, "The vendor's operator that runs the pods, which must be installed, or none for a StatefulSet; the operator where that is the norm (Cassandra, MongoDB, Couchbase). Provider kubernetes.") { Words = ["none", "k8ssandra", "mongodb", "couchbase"] },
    ];

    /// <summary>The keys that only some providers have.</summary>
    public static IReadOnlyDictionary<string, IReadOnlyList<string>> ProvidersOf { get; } = new Dictionary<string, IReadOnlyList<string>>(StringComparer.Ordinal)
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
}

using System.Globalization;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Targets.Mongo.Server;

namespace DbIngest.Clusters.Containers;

/// <summary>
/// The databases that run in containers: the one table of images, ports, environment and what says that a server serves, for deployments, for containers that a run starts for itself, and for tests.
/// </summary>
internal static class ContainerCatalog
{
    /// <summary>The recipes.</summary>
    public static IReadOnlyList<ContainerRecipe> All { get; } =
    [
        new()
        {
            Database = "postgres",
            UserId = 999,

            // A server that is not root cannot change the mode of the volume's folder, which is root's: it makes one in it. Data of a pod that began as root stay where they are.
            PrepareAsUser = "[ -e /var/lib/postgresql/data/PG_VERSION ] || export PGDATA=/var/lib/postgresql/data/pgdata\n",
            OwnCommand = ["postgres"],
            Image = "postgres:{0}",
            PinnedImage = "docker.io/library/postgres:17.5",
            Administrator = "postgres",
            Sessions = ("max_connections", 100),
            Port = 5432,
            DataFolder = "/var/lib/postgresql/data",
            TakesCredentials = true,
            TakesTls = true,
            Account = "postgres",
            Prepare = deployment => deployment.Tls is null ? null
                : $"printf 'local all all trust\\nhostssl all all all {(deployment.User is null ? "trust" : "scram-sha-256")}\\n' >{ContainerTls.Folder}/pg_hba.conf || exit 1\n",
            Settings = new(EndpointOption.Size("shared_buffers", "memory for its own cache of pages"), EndpointOption.Size("max_wal_size", "log between two checkpoints"), EndpointOption.Number("max_connections", 10, 10_000, "sessions at once")),
            Health = (deployment, _) => $"pg_isready -h 127.0.0.1 -U {deployment.User ?? "postgres"}",
            Endpoint = (deployment, nodes) => $"postgresql://{deployment.User ?? "postgres"}@{ContainerRecipe.Hosts(nodes, 5432)}/postgres{ContainerRecipe.Encrypted(deployment, "sslmode=verify-full&sslrootcert={0}")}",
            Environment = (deployment, _) => deployment.User is null
                ? [("POSTGRES_HOST_AUTH_METHOD", "trust")]
                : [("POSTGRES_USER", deployment.User), ("POSTGRES_DB", "postgres"), ("POSTGRES_PASSWORD", $"{{{deployment.PasswordVariable}}}")],
            Command = (deployment, _) => deployment.Settings.Count == 0 && deployment.Tls is null ? [] :
            [
                "postgres", .. deployment.Settings.SelectMany(setting => (string[])["-c", $"{setting.Key}={Bytes(setting.Value)}"]),
                .. deployment.Tls is null ? Array.Empty<string>()
                    : ["-c", "ssl=on", "-c", $"ssl_cert_file={ContainerTls.Folder}/node.crt", "-c", $"ssl_key_file={ContainerTls.Folder}/node.key", "-c", $"hba_file={ContainerTls.Folder}/pg_hba.conf"],
            ],
        },
        OfMySql("mariadb", "mariadb:{0}", "docker.io/library/mariadb:11.4.5", "MARIADB", "healthcheck.sh --connect --innodb_initialized"),
        OfMySql("mysql", "mysql:{0}", "docker.io/library/mysql:8.4.5", "MYSQL", "mysqladmin ping -h 127.0.0.1 --silent"),
        new()
        {
            Database = "cockroach",
            UserId = 1000,
            Image = "cockroachdb/cockroach:v{0}",
            PinnedImage = "docker.io/cockroachdb/cockroach:v25.1.6",
            Port = 26257,
            DataFolder = "/cockroach/cockroach-data",
            LargestCluster = 100,
            TakesCredentials = true,
            TakesTls = true,
            NeedsClientCertificate = true,
            EntryPoint = "/cockroach/cockroach",
            Settings = new(EndpointOption.Size("cache", "memory for blocks of data, of each node"), EndpointOption.Size("max_sql_memory", "memory for statements, of each node")),
            Fault = deployment =>
                deployment.User is null ? null
                : deployment.Tls is null ? ("credentials", "nodes without certificates ask for no password; write tls too, or leave the credentials out")
                : string.Equals(deployment.User, "root", StringComparison.OrdinalIgnoreCase) ? ("credentials", "the user root comes with a certificate, and not with a password; name another")
                : null,
            Health = (deployment, _) => deployment.Tls is null ? "curl -fs http://127.0.0.1:8080/health" : "curl -fsk https://127.0.0.1:8080/health",
            Endpoint = (deployment, nodes) => deployment.User is { } user
                ? $"{user}@{ContainerRecipe.Hosts(nodes, 26257)}{ContainerRecipe.Encrypted(deployment, "sslmode=verify-full&sslrootcert={0}")}"
                : $"{(deployment.Tls is null ? string.Empty : "root@")}{ContainerRecipe.Hosts(nodes, 26257)}{ContainerRecipe.Encrypted(deployment, "sslmode=verify-full&sslrootcert={0}&sslcert={1}&sslkey={2}")}",
            Command = (deployment, node) =>
            [
                deployment.Nodes.Count == 1 ? "start-single-node" : "start", deployment.Tls is null ? "--insecure" : $"--certs-dir={ContainerTls.Folder}", $"--advertise-addr={node.Address}",
                $"--cache={ContainerRecipe.Setting(deployment, "cache") ?? "128M"}iB", $"--max-sql-memory={ContainerRecipe.Setting(deployment, "max_sql_memory") ?? "128M"}iB",
                .. deployment.Nodes.Count == 1 ? Array.Empty<string>() : [$"--join={string.Join(',', deployment.Nodes.Take(3).Select(n => n.Address))}"],
            ],
            Form = CockroachContainer.Form,
            FormInput = CockroachContainer.FormInput,
        },
        new()
        {
            Database = "cassandra",
            UserId = 999,
            Image = "cassandra:{0}",
            PinnedImage = "docker.io/library/cassandra:5.0.4",
            Port = 9042,
            DataFolder = "/var/lib/cassandra",
            LargestCluster = 100,
            InTurn = true,
            TakesCredentials = true,
            TakesTls = true,
            Account = "cassandra",
            Prepare = CassandraContainer.Prepare,
            Command = (deployment, _) => deployment.Tls is null && deployment.User is null ? [] : ["cassandra", "-f"],
            Settings = new(EndpointOption.Size("heap", "the heap of each node")),
            Fault = deployment => deployment is { Provider: "kubernetes", User: not null }
                ? ("credentials", "in Kubernetes the operator makes the user; write operator: k8ssandra, or leave the credentials out")
                : null,

            // Who asks must be known and encrypt, and the user may not be made yet; clients are listened to once the node is in the ring.
            Health = (deployment, _) => deployment.Tls is null && deployment.User is null ? "cqlsh -e 'SELECT now() FROM system.local'" : "bash -c 'exec 3<>/dev/tcp/127.0.0.1/9042'",
            Endpoint = (deployment, nodes) => ContainerRecipe.Hosts(nodes, 9042) + ContainerRecipe.Encrypted(deployment, "ca={0}", deployment.User is { } user ? $"user={user}" : null),
            Environment = (deployment, node) =>
            [
                ("CASSANDRA_CLUSTER_NAME", "dbingest"), ("CASSANDRA_SEEDS", deployment.Nodes[0].Address), ("CASSANDRA_BROADCAST_ADDRESS", node.Address),
                ("MAX_HEAP_SIZE", ContainerRecipe.Setting(deployment, "heap") ?? "1G"), ("HEAP_NEWSIZE", "256M"),
                .. CassandraContainer.UserCopies(deployment),
            ],
        },
        new()
        {
            Database = "mongodb",
            UserId = 999,
            Image = "mongo:{0}",
            PinnedImage = "docker.io/library/mongo:8.0.9",
            NamesItsPort = true,
            Port = 27017,
            DataFolder = "/data/db",
            LargestCluster = MongoLayout.MostMembers,
            HasRoles = true,
            Settings = new(EndpointOption.Size("cache", "the cache of each server with data (`wiredTigerCacheSizeGB`)"), MongoLayout.Replicas),
            Health = MongoContainer.Health,
            Endpoint = (_, nodes) => $"mongodb://{ContainerRecipe.Hosts(nodes, 27017)}/?replicaset={MongoContainer.Set}",
            Command = MongoContainer.Command,
            Form = MongoContainer.Form,
        },
        new()
        {
            Database = "sqlserver",
            UserId = 10001,
            Image = string.Empty,
            PinnedImage = "mcr.microsoft.com/mssql/server:2022-CU14-ubuntu-22.04",
            Administrator = "sa",
            LicenceVariable = "ACCEPT_EULA",
            Port = 1433,
            DataFolder = "/var/opt/mssql",
            TakesCredentials = true,
            Settings = new(EndpointOption.Flag("accept_eula", "whether you accept the vendor's licence of the image, without which it does not start"), EndpointOption.Size("memory_limit", "memory of the server (`MSSQL_MEMORY_LIMIT_MB`)")),
            Fault = deployment =>
                deployment.Version is not null ? ("version", "the tags of SQL Server's image are not its versions; write image: mcr.microsoft.com/mssql/server:2022-CU14-ubuntu-22.04, or another")
                : deployment.Image is null ? ("database", "SQL Server's image has to be named; write image: mcr.microsoft.com/mssql/server:2022-CU14-ubuntu-22.04, or another")
                : deployment.User != "sa" ? ("database", "the image knows one login; write credentials: {user: sa, password_env: VARIABLE}")
                : ContainerRecipe.Setting(deployment, "accept_eula") is not ("true" or "True") ? ("database", "the image starts for those who accept the vendor's licence; read it, and write settings: {accept_eula: true}")
                : null,

            // The variable is the tool's own: on its command line others would see the password.
            Health = (_, _) => "SQLCMDPASSWORD=\"$MSSQL_SA_PASSWORD\" $(ls -d /opt/mssql-tools*/bin | tail -n 1)/sqlcmd -C -S 127.0.0.1 -U sa -Q 'SELECT 1'",

            // The image makes its own certificate, which no authority knows.
            Endpoint = (_, nodes) => $"{nodes[0]},1433?trust=true",
            Environment = (deployment, _) =>
            [
                ("ACCEPT_EULA", "Y"), ("MSSQL_SA_PASSWORD", $"{{{deployment.PasswordVariable}}}"),
                .. ContainerRecipe.Setting(deployment, "memory_limit") is { } memory ? [("MSSQL_MEMORY_LIMIT_MB", EndpointOption.Mebibytes(memory)!.Value.ToString(CultureInfo.InvariantCulture))] : Array.Empty<(string, string)>(),
            ],
        },
        new()
        {
            Database = "couchbase",
            Image = "couchbase:community-{0}",
            PinnedImage = "docker.io/library/couchbase:community-7.6.2",
            Administrator = "Administrator",
            NamedPorts = [8091, 11210],
            Port = 11210,
            DataFolder = "/opt/couchbase/var",
            LargestCluster = 100,
            TakesCredentials = true,
            Settings = new(EndpointOption.Size("memory_quota", "memory for documents (its data service), of each node")),
            Fault = deployment => deployment.User is null ? ("database", "a server has an administrator; write credentials: {user: NAME, password_env: VARIABLE}") : null,
            Health = (_, _) => "curl -fs -o /dev/null http://127.0.0.1:8091/ui/index.html",
            Endpoint = (deployment, nodes) => $"couchbase://{deployment.User}@{string.Join(',', nodes)}/dbingest?create=true",
            Environment = (deployment, _) => [("DBINGEST_USER", deployment.User ?? string.Empty), ("DBINGEST_PASSWORD", $"{{{deployment.PasswordVariable}}}")],

            Form = CouchbaseForm.Of,
        },
        new()
        {
            Database = "clickhouse",
            UserId = 101,
            Image = "clickhouse/clickhouse-server:{0}",
            PinnedImage = "docker.io/clickhouse/clickhouse-server:25.3",
            Port = 8123,
            DataFolder = "/var/lib/clickhouse",
            Health = (_, _) => "clickhouse-client --query 'SELECT 1'",
            Endpoint = (_, nodes) => $"http://{ContainerRecipe.Hosts(nodes, 8123)}",
            Environment = (_, _) => [("CLICKHOUSE_SKIP_USER_SETUP", "1")],
        },
        new()
        {
            Database = "influxdb",
            UserId = 1000,
            Image = "influxdb:{0}",
            PinnedImage = "docker.io/library/influxdb:1.8.10",
            Port = 8086,
            DataFolder = "/var/lib/influxdb",
            Health = (_, _) => "influx -execute 'SHOW DATABASES'",
            Endpoint = (_, nodes) => $"http://{ContainerRecipe.Hosts(nodes, 8086)}",
        },
        new()
        {
            Database = "questdb",
            UserId = 10001,
            Image = "questdb/questdb:{0}",
            PinnedImage = "docker.io/questdb/questdb:9.0.1",
            Port = 9000,
            DataFolder = "/var/lib/questdb",
            Health = (_, _) => "bash -c 'exec 3<>/dev/tcp/127.0.0.1/9000'",
            Endpoint = (_, nodes) => $"http://{ContainerRecipe.Hosts(nodes, 9000)}",
            Environment = (_, _) => [("QDB_TELEMETRY_ENABLED", "false")],
        },
        new()
        {
            Database = "neo4j",
            UserId = 7474,
            Image = "neo4j:{0}",
            PinnedImage = "docker.io/library/neo4j:5.26.6",
            Port = 7687,
            DataFolder = "/data",
            EntryPoint = "tini -g -- /startup/docker-entrypoint.sh",
            OwnCommand = ["neo4j"],
            Settings = new(EndpointOption.Size("heap", "Java's heap"), EndpointOption.Size("page_cache", "`server.memory.pagecache.size`")),
            Health = (_, _) => "bash -c 'exec 3<>/dev/tcp/127.0.0.1/7687'",
            Endpoint = (_, nodes) => $"bolt://{ContainerRecipe.Hosts(nodes, 7687)}",
            Environment = (deployment, _) =>
            [
                ("NEO4J_AUTH", "none"), ("NEO4J_server_memory_heap_max__size", ContainerRecipe.Setting(deployment, "heap") ?? "512M"),
                ("NEO4J_server_memory_pagecache_size", ContainerRecipe.Setting(deployment, "page_cache") ?? "512M"),
            ],
        },
    ];

    /// <summary>Images of other servers that a database's target writes to, by their own names: for tests, and for whoever names such an image.</summary>
    public static IReadOnlyList<ContainerRecipe> Relatives { get; } =
    [
        Find("postgres")! with { Name = "timescaledb", PinnedImage = "docker.io/timescale/timescaledb:2.19.3-pg17" },
        Find("cassandra")! with
        {
            Name = "scylladb",
            PinnedImage = "docker.io/scylladb/scylla:6.2.3",
            DataFolder = "/var/lib/scylla",
            Command = (_, node) => ["--smp", "1", "--memory", "1G", "--overprovisioned", "1", "--developer-mode", "1", "--broadcast-rpc-address", node.Address],
            Environment = (_, _) => [],
        },
        Find("influxdb")! with
        {
            Name = "influxdb3",
            PinnedImage = "docker.io/library/influxdb:3.1-core",
            Port = 8181,
            DataFolder = "/var/lib/influxdb3/data",
            Command = (_, _) => ["influxdb3", "serve", "--node-id", "dbingest", "--object-store", "file", "--data-dir", "/var/lib/influxdb3/data", "--without-auth"],
            Health = (_, _) => "bash -c 'exec 3<>/dev/tcp/127.0.0.1/8181'",
            Endpoint = (_, nodes) => $"http://{ContainerRecipe.Hosts(nodes, 8181)}",
        },
        new()
        {
            Database = "ado",
            Name = "oracle",
            Image = string.Empty,
            PinnedImage = "container-registry.oracle.com/database/free:23.5.0.0",
            Administrator = "system",
            Port = 1521,
            DataFolder = "/opt/oracle/oradata",
            Health = (_, _) => "/opt/oracle/checkDBStatus.sh",
            Endpoint = (deployment, nodes) => $"Data Source=//{ContainerRecipe.Hosts(nodes, 1521)}/FREEPDB1;User Id={deployment.User}?dialect=oracle",
            Environment = (deployment, _) => [("ORACLE_PWD", $"{{{deployment.PasswordVariable}}}")],
        },
    ];

    /// <summary>The recipe of a database; null where there is none.</summary>
    /// <param name="database">Its name.</param>
    public static ContainerRecipe? Find(string database) => All.FirstOrDefault(recipe => recipe.Database == database);

    private static ContainerRecipe OfMySql(string database, string image, string pinned, string prefix, string health) => new()
    {
        Database = database,
        Image = image,
        PinnedImage = pinned,
        Administrator = "root",
        Sessions = ("max_connections", 151),
        Port = 3306,
        DataFolder = "/var/lib/mysql",
        TakesCredentials = true,
        TakesTls = true,
        Account = "mysql",
        UserId = 999,
        Settings = new(EndpointOption.Size("buffer_pool", "its `innodb_buffer_pool_size`"), EndpointOption.Word("flush_at_commit", "its `innodb_flush_log_at_trx_commit`", "0", "1", "2"), EndpointOption.Number("max_connections", 10, 10_000, "sessions at once")),
        Health = (_, _) => health,
        Endpoint = (deployment, nodes) => $"{deployment.User ?? "root"}@{ContainerRecipe.Hosts(nodes, 3306)}{ContainerRecipe.Encrypted(deployment, "ssl_mode=verify_identity&ssl_ca={0}")}",

        // The image refuses to make a user of the name root: it has one, who needs a password.
        Environment = (deployment, _) => deployment.User is null ? [($"{prefix}_ALLOW_EMPTY_ROOT_PASSWORD", "1"), ($"{prefix}_ROOT_HOST", "%")]
            : deployment.User == "root" ? [($"{prefix}_ROOT_PASSWORD", $"{{{deployment.PasswordVariable}}}"), ($"{prefix}_ROOT_HOST", "%")]
            : [($"{prefix}_USER", deployment.User), ($"{prefix}_PASSWORD", $"{{{deployment.PasswordVariable}}}"), ($"{prefix}_DATABASE", "dbingest"), ($"{prefix}_RANDOM_ROOT_PASSWORD", "1")],
        Command = (deployment, _) =>
        [
            .. ContainerRecipe.Setting(deployment, "buffer_pool") is { } pool ? [$"--innodb-buffer-pool-size={pool}"] : Array.Empty<string>(),
            .. ContainerRecipe.Setting(deployment, "max_connections") is { } sessions ? [$"--max-connections={sessions}"] : Array.Empty<string>(),
            .. ContainerRecipe.Setting(deployment, "flush_at_commit") is { } flush ? [$"--innodb-flush-log-at-trx-commit={flush}"] : Array.Empty<string>(),
            .. deployment.Tls is null ? Array.Empty<string>() : [$"--ssl-cert={ContainerTls.Folder}/node.crt", $"--ssl-key={ContainerTls.Folder}/node.key"],
        ],
    };

    /// <summary>PostgreSQL writes sizes with two letters.</summary>
    private static string Bytes(string value) => value.Length > 1 && char.IsAsciiDigit(value[0]) && value[^1] is 'M' or 'G' ? value + "B" : value;
}

using System.Globalization;
using System.Security;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.ClickHouse.Server;

/// <summary>
/// The plan of a private ClickHouse server: the vendor's defaults except ports and memory. <see cref="ClickHouseDefinition"/>
/// makes it and <see cref="PrivateServer"/> starts it. <see cref="ClickHouseRecipe"/> deploys the same process. It requires no
/// password, so it must listen only on loopback or in the run's private network, and accepts clients from there alone.
/// </summary>
/// <param name="Program">Path of the program.</param>
/// <param name="WorkFolder">The folder in which the server's folder is made.</param>
/// <param name="Limits">Resource limits of the server. Null for none.</param>
internal sealed record ClickHousePlan(string Program, string WorkFolder, ServerLimits? Limits) : HttpServerPlan(
    "clickhouse", "ClickHouse", Program,
        "vendor's defaults but for loopback alone, a query's memory (2 GiB at most) and the cache of marks (256 MiB)", 3072,
        WorkFolder, Limits)
{
    /// <summary>Finds the program: in the folder that the user names, else on the PATH or in <c>/usr/sbin</c>.</summary>
    /// <param name="named">The folder that the user names, or null.</param>
    /// <exception cref="TargetException">There is none. The message names the ways to get a server.</exception>
    public static string Find(string? named)
    {
        string[] folders = named is null ? ["/usr/sbin"]
            : [named, Path.Combine(named, "bin"), Path.Combine(named, "usr", "bin"), Path.Combine(named, "usr", "sbin")];
        return (named is null ? Programs.OnPath("clickhouse-server") ?? Programs.OnPath("clickhouse") : null)
            ?? Programs.In(folders, "clickhouse-server")
            ?? Programs.In(folders, "clickhouse")
            ?? throw new TargetException(
                $"There is no ClickHouse to use: "
                + $"{(named is null ? "no server answers at localhost:8123, and there is no clickhouse-server on the PATH" : $"there is no clickhouse-server in {named}")}. "
                + "Either start one (the vendor's package or container image, port 8123), or name one by --endpoint "
                + "http://HOST:PORT, or install clickhouse-server, and a server is started for each run.",
                isUnreachable: true);
    }

    /// <inheritdoc/>
    protected override void Ask(ServerAddress address, HttpConnectionOptions options) =>
        new ClickHouseServer(address, options, "default").Product(CancellationToken.None);

    /// <inheritdoc/>
    protected override IReadOnlyList<string> Command(string folder, IReadOnlyList<int> ports) =>
    [
        // Without this, newer releases start a second process that supervises the first.
        "env", "CLICKHOUSE_WATCHDOG_ENABLE=0", Program, .. Path.GetFileName(Program) == "clickhouse" ? ["server"]
            : Array.Empty<string>(), $"--config-file={folder}/config.xml",
    ];

    /// <inheritdoc/>
    protected override IReadOnlyList<string> Folders => ["data/tmp"];

    private string Clients => Network is { } own ? $"<ip>{own.Client}</ip>" : "<ip>127.0.0.1</ip><ip>::1</ip>";

    /// <inheritdoc/>
    protected override IReadOnlyDictionary<string, string> Files(string folder, string address, IReadOnlyList<int> ports) =>
        new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["config.xml"] = string.Create(CultureInfo.InvariantCulture, $"""
            <?xml version="1.0"?>
            <yandex>
              <logger><level>warning</level><console>1</console></logger>
              <listen_host>{address}</listen_host>
              <http_port>{ports[0]}</http_port>
              <tcp_port>{ports[1]}</tcp_port>
              <mark_cache_size>268435456</mark_cache_size>
              <path>{SecurityElement.Escape(folder)}/data/</path>
              <tmp_path>{SecurityElement.Escape(folder)}/data/tmp/</tmp_path>
              <users_config>{SecurityElement.Escape(folder)}/users.xml</users_config>
              <default_profile>default</default_profile>
              <default_database>default</default_database>
            </yandex>

            """),
            ["users.xml"] =
            $"""
            <?xml version="1.0"?>
            <yandex>
              <profiles><default><max_memory_usage>2147483648</max_memory_usage></default></profiles>
              <users><default>
                <password></password><networks>{Clients}</networks><profile>default</profile><quota>default</quota>
              </default></users>
              <quotas><default></default></quotas>
            </yandex>

            """,
        };
}

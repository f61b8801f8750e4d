using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.MySql.Server;

/// <summary>
/// The programs from which a MariaDB server starts. <see cref="MySqlFamilyDefinition"/> looks for them when it plans a private
/// server, and <see cref="MariaDbRecipe"/> for a deployment that names no folder. It only looks for files, and on Linux only.
/// </summary>
/// <param name="Server">Path of <c>mariadbd</c>.</param>
/// <param name="Install">Path of <c>mariadb-install-db</c>, which creates the data folder.</param>
internal sealed record MariaDbHome(string Server, string Install)
{
    private static readonly string[] Folders =
        ["/usr/sbin", "/usr/local/sbin", "/usr/libexec", "/usr/local/mysql/bin", "/usr/local/mysql/scripts"];

    /// <summary>
    /// Finds the programs: in the folder that the user names and its subfolders, else on the PATH and where packages install
    /// them.
    /// </summary>
    /// <param name="named">The folder that the user names, or null.</param>
    /// <exception cref="TargetException">
    /// A program is missing, or the machine does not run Linux. The message names the ways to get a server.
    /// </exception>
    public static MariaDbHome Find(string? named)
    {
        if (!OperatingSystem.IsLinux())
        {
            throw new TargetException("A private MariaDB server is started on Linux only: give --endpoint HOST:PORT.",
                isUnreachable: true);
        }

        string[] folders = named is null
            ? [.. Programs.Folders(), .. Folders]
            : [named, Path.Combine(named, "bin"), Path.Combine(named, "sbin"), Path.Combine(named, "scripts")];
        string? server = Programs.In(folders, "mariadbd");
        string? install = Programs.In(folders, "mariadb-install-db");
        return server is not null && install is not null
            ? new(server, install)
            : throw new TargetException(
                $"There is no MariaDB to use: no {(server is null ? "mariadbd" : "mariadb-install-db")} "
                + $"{(named is null ? "on the PATH or in /usr/sbin" : $"in {named} or its folders")}. "
                + "Install a server (Debian: mariadb-server-core and mariadb-client-core), name its folder by --endpoint "
                + "\"?home=DIR\", or name a server that runs by --endpoint HOST:PORT.",
                isUnreachable: true);
    }
}

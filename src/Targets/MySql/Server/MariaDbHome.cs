using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.MySql.Server;

/// <summary>The programs that a private server is started from.</summary>
/// <param name="Server"><c>mariadbd</c>.</param>
/// <param name="Install"><c>mariadb-install-db</c>, which makes its data folder.</param>
internal sealed record MariaDbHome(string Server, string Install)
{
    private static readonly string[] Folders =
        ["/usr/sbin", "/usr/local/sbin", "/usr/libexec", "/usr/local/mysql/bin", "/usr/local/mysql/scripts"];

    /// <summary>
    /// Finds the programs: in the folder named and in its folders, else on the PATH and where packages put them.
    /// </summary>
    /// <param name="named">The folder that the user named, or null.</param>
    /// <exception cref="TargetException">There are none; the message names the ways to get a server.</exception>
    public static MariaDbHome Find(string? named)
    {
        if (!OperatingSystem.IsLinux())
        {
            throw new TargetException("A private MariaDB server is started on Linux only: give --endpoint HOST:PORT.",
                isUnreachable: true);
        }

        string[] folders = named is null
            ? [.. (Environment.GetEnvironmentVariable("PATH") ?? string.Empty)
                .Split(':', StringSplitOptions.RemoveEmptyEntries), .. Folders]
            : [named, Path.Combine(named, "bin"), Path.Combine(named, "sbin"), Path.Combine(named, "scripts")];
        string? server = Program(folders, "mariadbd");
        string? install = Program(folders, "mariadb-install-db");
        return server is not null && install is not null
            ? new(server, install)
            : throw new TargetException(
                $"There is no MariaDB to use: no {(server is null ? "mariadbd" : "mariadb-install-db")} "
                + $"{(named is null ? "on the PATH or in /usr/sbin" : $"in {named} or its folders")}. "
                + "Install a server (Debian: mariadb-server-core and mariadb-client-core), name its folder by --endpoint "
                + "\"?home=DIR\", or name a server that runs by --endpoint HOST:PORT.",
                isUnreachable: true);
    }

    private static string? Program(string[] folders, string name) => folders.Select(f => Path.GetFullPath(Path.Combine(f, name)))
        .FirstOrDefault(File.Exists);
}

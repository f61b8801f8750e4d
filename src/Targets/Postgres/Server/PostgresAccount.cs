using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Postgres.Server;

/// <summary>
/// The account that a server runs as: PostgreSQL refuses to run as root, and runs then as <c>postgres</c>, else as <c>nobody</c>.
/// <see cref="PostgresRecipe"/> and <see cref="PostgresPlan"/> start all programs of a server by it.
/// </summary>
internal static class PostgresAccount
{
    // The account owns its data and nothing else: the folder around them stays root's, so that it can put no link where root
    // writes or changes an owner.
    private const string Script = """
        folder=$1; shift
        if [ "$(id -u)" = 0 ]; then
          account=postgres; id -u postgres >/dev/null 2>&1 || account=nobody
          group=$(id -g $account)
          chmod 711 "$folder" && { [ -d "$folder/data" ] || mkdir -m 700 "$folder/data"; } && chown -h "$account" "$folder/data" || exit 1
          if [ -d "$folder/certs" ]; then chmod 711 "$folder/certs"; fi
          if [ -e "$folder/certs/node.key" ]; then chgrp -h "$group" "$folder/certs/node.key" && chmod 640 "$folder/certs/node.key" || exit 1; fi
          set -- setpriv --reuid="$(id -u $account)" --regid="$group" --clear-groups "$@"
        fi
        exec "$@"
        """;

    /// <summary>The words before a command line that run it as the account, with the data folder made.</summary>
    /// <param name="folder">The server's folder. Its data are in the folder <c>data</c> of it.</param>
    public static IReadOnlyList<string> Prefix(string folder) => ["sh", "-c", Script, "sh", folder];

    /// <summary>Runs a program as the account, to its end.</summary>
    /// <param name="folder">The server's folder.</param>
    /// <param name="command">The program and its arguments.</param>
    /// <returns>Whether it succeeded, and what it printed as errors.</returns>
    public static (bool Succeeded, string Errors) Run(string folder, params IEnumerable<string> command)
    {
        var start = new ProcessStartInfo("sh", Prefix(folder).Skip(1).Concat(command))
        {
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        using var process = Process.Start(start.WithoutPasswords())!;
        string errors = process.StandardError.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode == 0, errors.Trim());
    }

    /// <summary>
    /// Makes a server's folder in the work folder, or, where the account cannot get there, in the temporary folder.
    /// </summary>
    /// <param name="workFolder">The work folder.</param>
    /// <param name="make">Makes a folder within another.</param>
    /// <exception cref="TargetException">The account can get to neither.</exception>
    public static string MakeFolder(string workFolder, Func<string, string> make)
    {
        string why = string.Empty;
        foreach (string parent in (string[])[workFolder, Path.GetTempPath()])
        {
            string folder = make(parent);
            (bool canWrite, why) = Run(folder, "test", "-w", Path.Combine(folder, "data"));
            if (canWrite || !Environment.IsPrivilegedProcess)
            {
                return folder;
            }

            Directory.Delete(folder, recursive: true);
        }

        throw new TargetException(
            "The account that the server is to run as, postgres or nobody, can write neither in the work folder nor in the "
            + $"temporary folder. {why}".TrimEnd(), isUnreachable: true);
    }
}

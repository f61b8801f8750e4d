using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Postgres.Server;

/// <summary>
/// The account under which a server runs: this process's own, unless that is root, which PostgreSQL refuses. Then it is
/// <c>postgres</c>, or else <c>nobody</c>. <see cref="PostgresRecipe"/> and <see cref="PostgresPlan"/> start all programs of a
/// server through it. The account must own the data folder only, since root writes beside it.
/// </summary>
internal static class PostgresAccount
{
    // The account owns its data only. The folder around the data stays root's, so that the account can place no link where root
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

    /// <summary>Command prefix that runs a command line under the account, after creating the data folder.</summary>
    /// <param name="folder">Folder of the server. Its data folder is <c>data</c> within it.</param>
    public static IReadOnlyList<string> Prefix(string folder) => ["sh", "-c", Script, "sh", folder];

    /// <summary>Runs a program under the account and waits for it.</summary>
    /// <param name="folder">Folder of the server.</param>
    /// <param name="command">The program and its arguments.</param>
    /// <returns>True if the program succeeded, and its error output.</returns>
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
    /// Creates a server's folder in the work folder, or in the temporary folder if the account cannot access the former.
    /// </summary>
    /// <param name="workFolder">The work folder.</param>
    /// <param name="make">Creates a folder within another.</param>
    /// <exception cref="TargetException">The account can access neither folder.</exception>
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

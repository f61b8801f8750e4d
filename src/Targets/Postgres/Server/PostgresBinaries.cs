using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using DbIngest.Abstractions.Resources;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Postgres.Server;

/// <summary>
/// An installed PostgreSQL server, from which private and deployed servers start: the folder with <c>initdb</c> and
/// <c>postgres</c>. <see cref="PostgresDefinition"/> looks for it when it plans a private server, and
/// <see cref="PostgresRecipe"/> for a deployment that names no folder. It runs <c>pg_config</c> and <c>postgres --version</c>,
/// and starts no server. Linux only.
/// </summary>
/// <param name="Folder">The folder.</param>
internal sealed partial record PostgresBinaries(string Folder)
{
    /// <summary>The environment variable that names the folder.</summary>
    public const string Variable = "DBINGEST_POSTGRES_BIN";

    public string Initdb => Path.Combine(Folder, "initdb");

    public string Postgres => Path.Combine(Folder, "postgres");

    /// <summary>
    /// Finds the programs: in the folder named by <see cref="Variable"/>, on the PATH, where pg_config says, and where packages
    /// of distributions install them, the newest version first.
    /// </summary>
    /// <returns>The installation.</returns>
    /// <exception cref="TargetException">
    /// No installation was found, and the message lists the places searched, or the machine does not run Linux.
    /// </exception>
    public static PostgresBinaries Find()
    {
        if (!OperatingSystem.IsLinux())
        {
            throw new TargetException("A private PostgreSQL server is started on Linux only: give --endpoint.",
                isUnreachable: true);
        }

        if (Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } named)
        {
            return Here(named)
                ?? throw new TargetException($"{Variable} names a folder without initdb and postgres.", isUnreachable: true);
        }

        return Candidates().Select(Here).FirstOrDefault(b => b is not null)
            ?? throw new TargetException(
                "No PostgreSQL server is installed: nothing on the PATH, by pg_config, or in /usr/lib/postgresql/*/bin or "
                + "/usr/pgsql-*/bin. "
                + $"Install one (Debian: postgresql), name its folder in {Variable}, or give --endpoint.",
                isUnreachable: true);
    }

    /// <summary>Refuses an installation that lacks an extension.</summary>
    /// <param name="extension">Name of the extension. Null for none.</param>
    /// <exception cref="TargetException">The extension is not installed.</exception>
    public void Require(string? extension)
    {
        // Extensions lie beside the programs or, on Debian, in a folder named by the version.
        string parent = Path.GetDirectoryName(Folder)!;
        string[] shared = [Path.Combine(parent, "share"), Path.Combine(parent, "share", "postgresql"),
            Path.Combine(parent, "../../../share/postgresql", Path.GetFileName(parent))];
        if (extension is not null
            && !shared.Any(folder => File.Exists(Path.Combine(folder, "extension", extension + ".control"))))
        {
            throw new TargetException(
                $"The PostgreSQL in {Folder} does not have the extension {extension}: install it there, name an installation "
                + $"with it in {Variable}, or leave store out of --endpoint.", isUnreachable: true);
        }
    }

    /// <summary>Product and version as the server prints them.</summary>
    /// <returns>For example <c>PostgreSQL 15.14</c>.</returns>
    public string Version() =>
        Output(Postgres, "--version").Replace("postgres (PostgreSQL)", "PostgreSQL", StringComparison.Ordinal).Split('(')[0]
            .Trim();

    /// <summary>The installation in a folder. Null if a program is missing.</summary>
    /// <param name="folder">The folder. Its programs start in other folders, so a relative path is made whole.</param>
    internal static PostgresBinaries? Here(string folder)
    {
        // Follows a link on the PATH to the folder of the installation.
        var found = new PostgresBinaries(Path.GetFullPath(folder));
        found = File.Exists(found.Postgres) ? new(Path.GetDirectoryName(Links.Followed(found.Postgres))!) : found;
        return File.Exists(found.Initdb) && File.Exists(found.Postgres) ? found : null;
    }

    private static IEnumerable<string> Candidates()
    {
        foreach (string folder in Programs.Folders())
        {
            yield return folder;
        }

        if (Output("pg_config", "--bindir") is { Length: > 0 } configured)
        {
            yield return configured;
        }

        var packaged = Folders("/usr/lib/postgresql", "*").Concat(Folders("/usr", "pgsql-*"));
        foreach (string folder in packaged.OrderByDescending(Number))
        {
            yield return Path.Combine(folder, "bin");
        }
    }

    private static string[] Folders(string parent, string pattern) =>
        Directory.Exists(parent) ? Directory.GetDirectories(parent, pattern) : [];

    private static double Number(string folder) =>
        double.TryParse(Digits().Match(Path.GetFileName(folder)).Value, CultureInfo.InvariantCulture, out double number) ? number
            : 0;

    private static string Output(string program, string argument)
    {
        try
        {
            using var process = Process.Start(
                new ProcessStartInfo(program, argument)
                {
                    RedirectStandardOutput = true,
                    RedirectStandardError = true,
                    UseShellExecute = false,
                }.WithoutPasswords())!;
            string text = process.StandardOutput.ReadToEnd().Trim();
            process.WaitForExit();
            return process.ExitCode == 0 ? text : string.Empty;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return string.Empty;
        }
    }

    [GeneratedRegex(@"[0-9]+(\.[0-9]+)?$", RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex Digits();
}

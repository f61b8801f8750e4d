using System.Globalization;

namespace DbIngest.Targets.MySql.Server;

/// <summary>
/// Builds the command lines of the server and of the program that creates its data folder. <see cref="MariaDbPlan"/> (private
/// servers) and <see cref="MariaDbRecipe"/> (deployments) share them. No option file of the machine is read.
/// </summary>
/// <remarks>
/// Temporary files are in the server's own folder: a server that starts deletes those that it finds, and in a shared folder they
/// may belong to a server that is being created. The server reads the path of temporary files as a list of folders, separated by
/// colons, so the path must not have a colon.
/// </remarks>
internal static class MariaDbCommand
{
    /// <summary>The option without which the server refuses to run as root.</summary>
    public const string AsRoot = "--user=root";

    /// <summary>The command line of the server.</summary>
    /// <param name="program">Path or name of <c>mariadbd</c>.</param>
    /// <param name="folder">The server's folder.</param>
    /// <param name="data">The data folder.</param>
    /// <param name="socket">Path of the Unix socket.</param>
    /// <param name="temporary">The folder of temporary files.</param>
    public static IReadOnlyList<string> Server(string program, string folder, string data, string socket, string temporary) =>
        [program, "--no-defaults", $"--datadir={data}", $"--socket={socket}",
            $"--pid-file={Path.Combine(folder, "mariadbd.pid")}", $"--tmpdir={temporary}"];

    /// <summary>The options of a server that listens on the network.</summary>
    /// <param name="address">The address.</param>
    /// <param name="port">The port.</param>
    public static string[] AtAddress(string address, int port) =>
        [$"--bind-address={address}", string.Create(CultureInfo.InvariantCulture, $"--port={port}"), "--skip-name-resolve"];

    /// <summary>
    /// The command line of <c>mariadb-install-db</c>. The script hands options that it does not know, as <c>--tmpdir</c>, to the
    /// server without quotes, where a blank in the path would part them. So a variable names the folder.
    /// </summary>
    /// <param name="program">Path or name of <c>mariadb-install-db</c>.</param>
    /// <param name="temporary">The folder of temporary files.</param>
    /// <param name="data">The data folder to create.</param>
    public static IReadOnlyList<string> Install(string program, string temporary, string data) =>
        ["env", $"TMPDIR={temporary}", program, "--no-defaults", $"--datadir={data}", "--auth-root-authentication-method=normal",
            "--skip-test-db", "--skip-name-resolve"];

    /// <summary>The options of a server that reads SQL from its standard input and ends.</summary>
    /// <param name="temporary">The folder of temporary files.</param>
    /// <param name="data">The data folder.</param>
    public static IReadOnlyList<string> Bootstrap(string temporary, string data) =>
        ["--no-defaults", $"--datadir={data}", $"--tmpdir={temporary}", "--bootstrap"];
}

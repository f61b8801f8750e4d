namespace DbIngest.Targets.MySql.Server;

/// <summary>
/// The command lines of the server and of what makes its data folder, the same for a private server and a deployed one. No option
/// file is read.
/// </summary>
internal static class MariaDbCommand
{
    /// <summary>Without it the server refuses to run as root.</summary>
    public const string AsRoot = "--user=root";

    /// <summary>The server.</summary>
    /// <param name="program">The program.</param>
    /// <param name="folder">Its folder.</param>
    /// <param name="data">Its data folder.</param>
    /// <param name="socket">Its Unix socket.</param>
    public static IReadOnlyList<string> Server(string program, string folder, string data, string socket) =>
        [program, "--no-defaults", $"--datadir={data}", $"--socket={socket}",
            $"--pid-file={Path.Combine(folder, "mariadbd.pid")}"];

    /// <summary>The arguments of what makes a data folder.</summary>
    /// <param name="data">The folder.</param>
    public static IReadOnlyList<string> Install(string data) =>
        ["--no-defaults", $"--datadir={data}", "--auth-root-authentication-method=normal", "--skip-test-db",
            "--skip-name-resolve"];
}

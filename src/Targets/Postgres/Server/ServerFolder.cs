using System.Text;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Postgres.Server;

/// <summary>
/// The folders of a private server: <see cref="Root"/> with the data and the log, and one for the socket. Where the server has an
/// account of its own, that owns its data and the socket's folder alone: it can put no link where we write.
/// </summary>
/// <param name="Root">What is removed in the end.</param>
/// <param name="Socket">The socket's folder: inside of the root where its path is short enough.</param>
internal sealed record ServerFolder(string Root, string Socket)
{
    // sockaddr_un.sun_path holds 108 bytes with the final zero.
    private const int MaxSocketPathBytes = 107;
    private const string Prefix = "dbingest-postgres-";

    public string Data => Path.Combine(Root, "data");

    public string Log => Path.Combine(Root, "log");

    /// <summary>
    /// Makes the folders inside the work folder, or, where the server's account cannot get there, in the temporary folder.
    /// </summary>
    /// <param name="workFolder">The work folder.</param>
    /// <param name="account">The server's account.</param>
    /// <returns>The folders.</returns>
    /// <exception cref="TargetException">They cannot be made.</exception>
    public static ServerFolder Make(string workFolder, ServerAccount account)
    {
        foreach (string parent in (string[])[Path.GetFullPath(workFolder), Path.GetTempPath()])
        {
            try
            {
                Directory.CreateDirectory(parent);
                string root = Path.Combine(parent, Prefix + Guid.NewGuid().ToString("N")[..8]);
                PrivateFolder.Make(root, account.WayTo);
                var folder = new ServerFolder(root, string.Empty);
                account.MakeFolder(folder.Data);
                if (account.CanWrite(folder.Data))
                {
                    Servers.Leftovers.Claim(root);
                    return folder with { Socket = MakeSocketFolder(root, account) };
                }

                Directory.Delete(root, recursive: true);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                throw new TargetException($"No folder for a private server can be made in {parent}: {e.Message}", e,
                    isUnreachable: true);
            }
        }

        throw new TargetException(
            "The account that the server is to run as can write neither in the work folder nor in the temporary folder.",
            isUnreachable: true);
    }

    /// <summary>Folders that processes left behind which ended, with their guardians, without removing them.</summary>
    /// <param name="workFolder">The work folder.</param>
    /// <returns>The folders.</returns>
    public static IReadOnlyList<string> Leftovers(string workFolder) =>
        Servers.Leftovers.Find([Path.GetFullPath(workFolder), Path.GetTempPath()], Prefix);

    private static string MakeSocketFolder(string root, ServerAccount account)
    {
        string socket = Path.Combine(root, "socket");
        if (Encoding.UTF8.GetByteCount(Path.Combine(socket, ".s.PGSQL.5432")) > MaxSocketPathBytes)
        {
            socket = Path.Combine("/tmp", "dbingest-socket-" + Guid.NewGuid().ToString("N")[..8]);
        }

        account.MakeFolder(socket);
        return socket;
    }
}

using System.Globalization;
using System.Text;
using DbIngest.Core.Targets;

namespace DbIngest.Targets.Postgres.Server;

/// <summary>The folders of a private server: <see cref="Root"/> with the data and the log, and one for the socket.</summary>
/// <param name="Root">What is removed in the end.</param>
/// <param name="Socket">The socket's folder: inside of the root where its path is short enough.</param>
internal sealed record ServerFolder(string Root, string Socket)
{
    // sockaddr_un.sun_path holds 108 bytes with the final zero.
    private const int MaxSocketPathBytes = 107;
    private const string Prefix = "dbingest-postgres-";
    private const string OwnerFile = "owner";

    public string Data => Path.Combine(Root, "data");

    public string Log => Path.Combine(Root, "log");

    /// <summary>Makes the folders inside the work folder, or, where the server's account cannot get there, in the temporary folder.</summary>
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
                account.MakeFolder(root);
                if (account.CanWrite(root))
                {
                    File.WriteAllText(Path.Combine(root, OwnerFile), Owner(Environment.ProcessId));
                    return new(root, MakeSocketFolder(root, account));
                }

                Directory.Delete(root);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                throw new TargetException($"No folder for a private server can be made in {parent}: {e.Message}", e, isUnreachable: true);
            }
        }

        throw new TargetException("The account that the server is to run as can write neither in the work folder nor in the temporary folder.", isUnreachable: true);
    }

    /// <summary>Folders that processes left behind which ended, with their guardians, without removing them.</summary>
    /// <param name="workFolder">The work folder.</param>
    /// <returns>The folders.</returns>
    public static IEnumerable<string> Leftovers(string workFolder) =>
        ((string[])[Path.GetFullPath(workFolder), Path.GetTempPath()])
            .Where(Directory.Exists)
            .SelectMany(parent => Directory.EnumerateDirectories(parent, Prefix + "*"))
            .Where(IsLeftover);

    private static bool IsLeftover(string root)
    {
        try
        {
            string owner = File.ReadAllText(Path.Combine(root, OwnerFile));
            return int.TryParse(owner.Split(' ')[0], CultureInfo.InvariantCulture, out int pid) && Owner(pid) != owner;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Being made this moment, being removed, or of another user.
            return false;
        }
    }

    // A process id and its start time, field 22 of /proc/pid/stat, since ids are reused. Empty start: no such process.
    private static string Owner(int pid)
    {
        string start = string.Empty;
        try
        {
            string text = File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{pid}/stat"));
            start = text[(text.LastIndexOf(')') + 2)..].Split(' ')[19];
        }
        catch (IOException)
        {
            // No such process.
        }

        return string.Create(CultureInfo.InvariantCulture, $"{pid} {start}");
    }

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

using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Creates folders for servers on this machine, closed to other accounts, which thus neither read data nor reach a socket there.
/// <see cref="PrivateServer"/> and <c>MariaDbPlan</c> call it before anything is written to the folder. It refuses Windows, where
/// the product starts no server.
/// </summary>
internal static class PrivateFolder
{
    private const UnixFileMode Closed = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;

    /// <summary>Creates a folder.</summary>
    /// <param name="path">The folder. Missing parents are created too.</param>
    /// <param name="mode">Permissions. By default only the owner has access.</param>
    /// <exception cref="TargetException">The machine runs Windows, where the product starts no server.</exception>
    public static void Make(string path, UnixFileMode mode = Closed)
    {
        if (OperatingSystem.IsWindows())
        {
            throw new TargetException(
                "A server is started for a run on Linux only: start one yourself and name it by --endpoint.");
        }

        Directory.CreateDirectory(path, mode);
    }
}

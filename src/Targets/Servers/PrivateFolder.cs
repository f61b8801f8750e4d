using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>Makes folders for servers that are started on this machine, closed to other accounts.</summary>
internal static class PrivateFolder
{
    private const UnixFileMode Closed = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;

    /// <summary>Makes a folder.</summary>
    /// <param name="path">The folder; those above it are made with it.</param>
    /// <param name="mode">Who may do what in it; by default its owner alone.</param>
    /// <exception cref="TargetException">The machine runs Windows, where no server is started.</exception>
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

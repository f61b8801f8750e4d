using System.Diagnostics;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.Servers;

/// <summary>
/// What a guardian ends when its parent is gone. The server is a shell that waits, and names its folder as servers do.
/// </summary>
public sealed class GuardianTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-servers-test-").FullName;
    private readonly List<Process> _processes = [];

    public void Dispose()
    {
        foreach (var process in _processes)
        {
            if (!process.HasExited)
            {
                process.Kill();
            }

            process.Dispose();
        }

        if (Directory.Exists(_folder))
        {
            Directory.Delete(_folder, recursive: true);
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Dispose_WhetherTheFolderIsStillThereOrNot_EndsItsServerAndNoOther(bool isFolderThere)
    {
        string folder = Directory.CreateDirectory(Path.Combine(_folder, "mine")).FullName;
        string other = Directory.CreateDirectory(Path.Combine(_folder, "others")).FullName;
        var server = Start(folder);
        var foreign = Start(other);
        File.WriteAllText(Path.Combine(folder, "pid"), FormattableString.Invariant($"{server.Id}\n"));
        var guardian = new Guardian(folder, Guardian.AtOnce);
        if (!isFolderThere)
        {
            // As a run does that ends before its guardian: with its work folder go the files that say who the server is.
            Directory.Delete(folder, recursive: true);
        }

        guardian.Dispose();

        server.WaitForExit(TimeSpan.FromSeconds(10)).ShouldBeTrue();
        foreign.HasExited.ShouldBeFalse();
        Directory.Exists(folder).ShouldBeFalse();
    }

    /// <summary>grep takes each line of its argument as a separate pattern.</summary>
    [Fact]
    public void Dispose_FolderWithALineBreak_EndsNothing()
    {
        var foreign = Start("others-" + Path.GetFileName(_folder));

        new Guardian($"{_folder}/mine\nothers-{Path.GetFileName(_folder)}", Guardian.AtOnce).Dispose();

        foreign.HasExited.ShouldBeFalse();
    }

    private Process Start(string folder)
    {
        // The shell must not become the sleep: its command line has the folder.
        var process = Process.Start(
            new ProcessStartInfo("sh", ["-c", "sleep 600 & wait", "server", folder]) { UseShellExecute = false })!;
        _processes.Add(process);
        return process;
    }
}

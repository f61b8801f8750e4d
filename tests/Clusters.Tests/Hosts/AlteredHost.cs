using System.Diagnostics;
using DbIngest.Clusters.Hosts;

namespace DbIngest.Clusters.Tests.Hosts;

/// <summary>A machine one of whose programs is a script of a test.</summary>
internal static class AlteredHost
{
    /// <summary>Reaches this machine as another one, with a script in place of a program.</summary>
    /// <param name="folder">A folder of the test, in which the script is written.</param>
    /// <param name="program">Name of the program.</param>
    /// <param name="script">POSIX shell text.</param>
    public static HostShell Having(string folder, string program, string script)
    {
        string bin = Directory.CreateDirectory(Path.Combine(folder, "bin")).FullName;
        File.WriteAllText(Path.Combine(bin, program), $"#!/bin/sh\n{script}\n");
        File.SetUnixFileMode(Path.Combine(bin, program), UnixFileMode.UserRead | UnixFileMode.UserWrite
            | UnixFileMode.UserExecute);
        return new HostShell("far", (_, command) => new ProcessStartInfo(command[0], command.Skip(1))
        {
            Environment = { ["PATH"] = $"{bin}:{Environment.GetEnvironmentVariable("PATH")}" },
            UseShellExecute = false,
        });
    }
}

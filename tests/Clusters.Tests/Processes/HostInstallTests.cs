using System.Diagnostics;
using DbIngest.Clusters.Hosts;
using DbIngest.Clusters.Processes;
using DbIngest.Targets.Deploying;

namespace DbIngest.Clusters.Tests.Processes;

public sealed class HostInstallTests
{
    /// <summary>The nodes of one host are made side by side, and one of two apt-get has the lock of the packages.</summary>
    [Fact]
    public void Install_Package_WaitsForAnotherInstallation()
    {
        string bin = Directory.CreateTempSubdirectory("dbingest-install-").FullName;
        try
        {
            foreach (var (program, script) in ((string, string)[])[("dpkg-query", "exit 1"),
                ("apt-get", "echo \"$@\" >\"${0%/*}/words\"")])
            {
                File.WriteAllText(Path.Combine(bin, program), $"#!/bin/sh\n{script}\n");
                File.SetUnixFileMode(Path.Combine(bin, program), UnixFileMode.UserRead | UnixFileMode.UserExecute);
            }

            var shell = new HostShell("far", (_, command) => new ProcessStartInfo(command[0], command.Skip(1))
            {
                Environment = { ["PATH"] = $"{bin}:{Environment.GetEnvironmentVariable("PATH")}" },
                UseShellExecute = false,
            });
            var context = new ClusterContext("one.yaml", _ => throw new InvalidOperationException(), _ => null,
                _ => throw new InvalidOperationException(), _ => { });

            new HostInstall(new NodeFolder(shell, bin, "0123456789abcdef"), context, CancellationToken.None)
                .Install(new DeploymentInstall("postgresql-15", null, null));

            File.ReadAllText(Path.Combine(bin, "words")).ShouldMatch("^install .*-o DPkg::Lock::Timeout=[0-9]+ postgresql-15$");
        }
        finally
        {
            Directory.Delete(bin, recursive: true);
        }
    }
}

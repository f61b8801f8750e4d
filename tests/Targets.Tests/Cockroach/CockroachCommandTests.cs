using System.Diagnostics;
using DbIngest.Targets.Cockroach.Server;

namespace DbIngest.Targets.Tests.Cockroach;

public sealed class CockroachCommandTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    /// <summary>The flag is a list of fields, FIELD=VALUE,FIELD=VALUE, and a node starts in its folder.</summary>
    [Theory]
    [InlineData("/data/batch=100")]
    [InlineData("/data/a,b")]
    public void Node_FolderWithACharacterOfTheFlag_HasItsStoreByARelativePath(string folder) =>
        CockroachCommand.Node("cockroach", folder, "127.0.0.1:1", "127.0.0.1:2", join: null, cacheMb: 128, sqlMb: 128)
            .ShouldContain("--store=path=data");

    /// <summary>An interrupted <c>cluster up</c> kills the command with its descendants, and no trap of a shell runs.</summary>
    [Fact]
    public void FormEncrypted_IsKilled_LeavesNoKeyOfTheAdministrator()
    {
        string folder = Directory.CreateTempSubdirectory("dbingest-cockroach-").FullName;
        try
        {
            string begun = Path.Combine(folder, "begun");
            string authority = Path.Combine(folder, "ca.crt");
            File.WriteAllText(authority, "authority");

            // The shell stands in for the program, whose first word is init.
            File.WriteAllText(Path.Combine(folder, "init"), "touch begun; sleep 600\n");
            var command = CockroachCommand.FormEncrypted("sh", "127.0.0.1:1", authority);
            using var process = Process.Start(new ProcessStartInfo(command[0], command.Skip(1))
            {
                WorkingDirectory = folder,
                RedirectStandardInput = true,
                UseShellExecute = false,
            })!;
            process.StandardInput.Write(
                "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n");
            process.StandardInput.Close();
            SpinWait.SpinUntil(() => File.Exists(begun), Patience).ShouldBeTrue();
            Directory.GetFiles(folder, "client.root.key", SearchOption.AllDirectories).ShouldHaveSingleItem();

            process.Kill(entireProcessTree: true);
            process.WaitForExit();

            SpinWait.SpinUntil(() => Directory.GetDirectories(folder).Length == 0, Patience).ShouldBeTrue();
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}

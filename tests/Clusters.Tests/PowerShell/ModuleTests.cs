using System.ComponentModel;
using System.Diagnostics;
using System.Text.RegularExpressions;

namespace DbIngest.Clusters.Tests.PowerShell;

/// <summary>
/// The PowerShell module: its text, and what an installed PowerShell makes of it; <see cref="ModuleSessionTests"/> has the rest.
/// </summary>
public partial class ModuleTests
{
    private static readonly string[] Commands = ["Get-IngestClusterSize", "Invoke-IngestSweep", "Remove-IngestCluster",
        "Start-IngestCluster", "Stop-IngestCluster", "Test-IngestCluster"];
    private static readonly string[] Changing =
        ["Invoke-IngestSweep", "Remove-IngestCluster", "Start-IngestCluster", "Stop-IngestCluster"];

    private static string Folder => Path.Combine(Repository.Clusters, "DbIngest.Clusters");

    private static string Module => File.ReadAllText(Path.Combine(Folder, "DbIngest.Clusters.psm1"));

    [Fact]
    public void Manifest_ExportsWhatTheModuleHas()
    {
        string manifest = File.ReadAllText(Path.Combine(Folder, "DbIngest.Clusters.psd1"));

        Name().Matches(manifest).Select(match => match.Value).Order(StringComparer.Ordinal).ShouldBe(Commands);
        Function().Matches(Module).Where(match => match.Groups["body"].Value.Contains("[CmdletBinding", StringComparison.Ordinal))
            .Select(match => match.Groups["name"].Value).Order(StringComparer.Ordinal).ShouldBe(Commands);
        manifest.ShouldContain("PowerShellVersion    = '5.1'");
    }

    [Fact]
    public void Commands_HaveHelpOfTheirOwnAndAskBeforeTheyChange()
    {
        foreach (string command in Commands)
        {
            string body = Function().Matches(Module).Single(match => match.Groups["name"].Value == command).Groups["body"].Value;
            body.ShouldContain(".SYNOPSIS", Case.Sensitive, command);
            body.ShouldContain(".EXAMPLE", Case.Sensitive, command);
            body.ShouldContain("ValueFromPipeline = $true", Case.Sensitive, command);
            Parameter().Matches(body).Select(match => match.Groups["name"].Value)
                .ShouldBe(Documented().Matches(body).Select(match => match.Groups["name"].Value), command);
            bool asks = body.Contains("SupportsShouldProcess = $true", StringComparison.Ordinal)
                && body.Contains("$PSCmdlet.ShouldProcess(", StringComparison.Ordinal);
            asks.ShouldBe(Changing.Contains(command), command);
        }
    }

    /// <summary>What Windows PowerShell 5.1 does not know.</summary>
    [Fact]
    public void Module_HasNoSyntaxOfPowerShell7Alone() => NewSyntax().Matches(Module).Select(match => match.Value)
        .ShouldBeEmpty();

    [Fact]
    [Needs("pwsh")]
    public void Module_InPowerShell_IsLoadedAndDoesNothingWithWhatIf()
    {
        var (code, said) = Run($$"""
            $ErrorActionPreference = 'Stop'
            Test-ModuleManifest -Path '{{Folder}}/DbIngest.Clusters.psd1' | Out-Null
            Import-Module '{{Folder}}/DbIngest.Clusters.psd1'
            (Get-Command -Module DbIngest.Clusters).Name -join ' '
            if ((Get-Command -Module DbIngest.Clusters).Verb | Where-Object { $_ -notin (Get-Verb).Verb }) { throw 'a verb is not approved' }
            Set-Location '{{Repository.Root}}'
            Start-IngestCluster postgres-one -WhatIf
            """)!.Value;

        code.ShouldBe(0, said);
        Commands.ShouldAllBe(command => said.Contains(command, StringComparison.Ordinal));
        said.ShouldContain("What if");
    }

    /// <summary>The program is a script that prints what the real one does.</summary>
    [Fact]
    [Needs("pwsh")]
    public void Module_InPowerShell_HandsOnObjectsCompletesNamesAndGoesOnAfterAnError()
    {
        var folder = Directory.CreateTempSubdirectory("dbingest-module-");
        try
        {
            string At(string name) => Path.Combine(folder.FullName, name);
            foreach (string name in (string[])["my one.yaml", "two.yaml", "two.compose.yaml", "two.kubernetes.yaml"])
            {
                File.WriteAllText(At(name), string.Empty);
            }

            File.WriteAllText(At("program"),
                "#!/bin/sh\necho \"$*\" >>\"$0.said\"\necho '{\"name\": \"it\", \"is_serving\": true, \"nodes\": [{\"name\": "
                + "\"n1\", \"used_bytes\": 5, \"free_bytes\": 6, \"device\": \"d\", \"folder\": \"f\"}]}'\n");
            File.SetUnixFileMode(At("program"), (UnixFileMode)0x1ED);
            File.WriteAllText(At("finding"), "#!/bin/sh\necho '{\"name\": \"it\", \"is_serving\": false}'; exit 69\n");
            File.SetUnixFileMode(At("finding"), (UnixFileMode)0x1ED);
            var (code, said) = Run($$"""
                $env:DBINGEST_PROGRAM = '{{At("program")}}'
                Import-Module '{{Folder}}/DbIngest.Clusters.psd1'
                Set-Location '{{folder.FullName}}'
                foreach ($line in 'Start-IngestCluster ', 'Start-IngestCluster my', 'Start-IngestCluster t') { "completed: $((TabExpansion2 $line $line.Length).CompletionMatches.CompletionText -join ', ')" }
                $up = Get-ChildItem 'my one.yaml' | Start-IngestCluster
                "up: $($up.PSObject.TypeNames[0]) $($up.IsServing) $($up.Nodes[0].Name) $($up.Path)"
                Set-Location /
                "size: $(($up | Get-IngestClusterSize).UsedBytes)"
                Test-IngestCluster nowhere
                'gone on'
                try { Stop-IngestCluster nowhere -ErrorAction Stop } catch { "caught: $($_.FullyQualifiedErrorId)" }
                'nowhere', $up.Path | Invoke-IngestSweep -ErrorAction SilentlyContinue
                $up | Invoke-IngestSweep -ArgumentList '--trials', '3' | Out-Null
                $up | Remove-IngestCluster -Data -WhatIf
                $up | Remove-IngestCluster -Data -Confirm:$false | Out-Null
                $ErrorActionPreference = 'Stop'
                $PSNativeCommandUseErrorActionPreference = $true
                $env:DBINGEST_PROGRAM = '{{At("finding")}}'
                "found: $((Test-IngestCluster $up.Path).IsServing)"
                $env:DBINGEST_PROGRAM = '{{At("two.yaml")}}'
                try { Test-IngestCluster $up.Path } catch { "caught: $($_.FullyQualifiedErrorId)" }
                """)!.Value;

            code.ShouldBe(0, said);
            string[] lines = said.Split('\n');
            lines.ShouldContain("completed: 'my one', two");
            lines.ShouldContain("completed: 'my one'");
            lines.ShouldContain("completed: two");
            lines.ShouldContain($"up: DbIngest.Cluster True n1 {At("my one.yaml")}");
            lines.ShouldContain("size: 5");
            said.ShouldContain("There is no deployment 'nowhere'");
            lines.ShouldContain("gone on");
            said.ShouldContain("caught: DeploymentNotFound");
            lines.ShouldContain("found: False");
            said.ShouldContain("caught: ProgramNotRun");
            File.ReadAllLines(At("program.said")).ShouldBe(
            [
                $"cluster up {At("my one.yaml")} --json", $"cluster size {At("my one.yaml")} --json",
                    $"run --cluster {At("my one.yaml")} --trials 3 --json",
                    $"cluster down {At("my one.yaml")} --remove-data --json",
            ]);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static (int Code, string Said)? Run(string script)
    {
        try
        {
            using var process = Process.Start(
                new ProcessStartInfo("pwsh", ["-NoProfile", "-NonInteractive", "-Command", script])
                {
                    RedirectStandardOutput =
                true,
                    RedirectStandardError = true,
                    UseShellExecute = false
                })!;
            var errors = process.StandardError.ReadToEndAsync();
            string said = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            return (process.ExitCode, said + errors.GetAwaiter().GetResult());
        }
        catch (Win32Exception)
        {
            return null;
        }
    }

    [GeneratedRegex("(?<=')[A-Z][a-z]+-Ingest[A-Za-z]+(?=')", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Name();

    [GeneratedRegex(@"^function (?<name>[A-Za-z-]+) \{(?<body>[\s\S]*?)^\}",
        RegexOptions.ExplicitCapture | RegexOptions.Multiline, 1000)]
    private static partial Regex Function();

    [GeneratedRegex(@"^        \[(string|string\[\]|switch)\] \$(?<name>[A-Za-z]+)",
        RegexOptions.ExplicitCapture | RegexOptions.Multiline, 1000)]
    private static partial Regex Parameter();

    [GeneratedRegex(@"^    \.PARAMETER (?<name>[A-Za-z]+)", RegexOptions.ExplicitCapture | RegexOptions.Multiline, 1000)]
    private static partial Regex Documented();

    [GeneratedRegex(@"\?\?|\?\.|&&|\|\|| \? .* : ", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex NewSyntax();
}

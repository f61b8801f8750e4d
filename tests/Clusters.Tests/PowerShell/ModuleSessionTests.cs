using System.Management.Automation;
using System.Management.Automation.Language;

namespace DbIngest.Clusters.Tests.PowerShell;

/// <summary>The PowerShell module in PowerShell's engine, within this process: no PowerShell need be installed.</summary>
public sealed class ModuleSessionTests : IDisposable
{
    private const string TwoNodes = """
        {"name": "it", "is_serving": true, "nodes": [
            {"name": "n1", "used_bytes": 5, "free_bytes": 6, "device": "d", "folder": "f", "round_trip_s": 0.5},
            {"name": "n2", "used_bytes": 7, "free_bytes": 8, "device": "e", "folder": "g"}]}
        """;

    private static readonly string[] Common = [.. Cmdlet.CommonParameters, .. Cmdlet.OptionalCommonParameters];

    private readonly ModuleSession _session = new();

    public void Dispose() => _session.Dispose();

    /// <summary>PowerShell warns of a command whose verb is not approved.</summary>
    [Fact]
    public void Import_Manifest_IsValidAndWarnsOfNothing()
    {
        string manifest = Path.Combine(Repository.Clusters, "DbIngest.Clusters", "DbIngest.Clusters.psd1");

        var read = _session.Run($"Test-ModuleManifest '{manifest}'; Import-Module '{manifest}' -Force").ShouldHaveNoErrors();

        read.Warnings.ShouldBeEmpty();
        read.Output.Single().Properties["Name"].Value.ShouldBe("DbIngest.Clusters");
        Commands().ShouldBe(
        [
            "Get-IngestClusterSize", "Invoke-IngestSweep", "Remove-IngestCluster",
            "Start-IngestCluster", "Stop-IngestCluster", "Test-IngestCluster",
        ]);
    }

    [Fact]
    public void Help_OfEveryCommand_HasASynopsisItsParametersAndExamplesThatBind()
    {
        foreach (string command in Commands())
        {
            var help = _session.Run($"Get-Help {command} -Full").ShouldHaveNoErrors().Output.Single();
            Text(help, "Synopsis").ShouldEndWith(".", Case.Sensitive, command);
            foreach (string parameter in Parameters(command).Except(Common))
            {
                var said = _session.Run($"(Get-Help {command} -Parameter {parameter}).description.Text").ShouldHaveNoErrors();
                said.Output.ShouldHaveSingleItem().ToString().ShouldNotBeEmpty($"{command} -{parameter}");
            }

            var examples = _session.Run($"(Get-Help {command} -Examples).examples.example.code").ShouldHaveNoErrors().Output;
            examples.ShouldNotBeEmpty(command);
            foreach (var example in examples)
            {
                ShouldBind(example.ToString());
            }
        }
    }

    [Fact]
    public void Pipeline_ObjectsOfOneCommand_AreTheDeploymentsOfTheNext()
    {
        _session.Program(TwoNodes);

        var size = _session.Run("'my one' | Start-IngestCluster | Test-IngestCluster | Get-IngestClusterSize");

        size.ShouldHaveNoErrors();

        size.Output.Select(node => node.TypeNames[0]).ShouldBe(["DbIngest.ClusterSize", "DbIngest.ClusterSize"]);
        size.Output.Select(node => $"{Text(node, "Cluster")} {Text(node, "Node")} {Text(node, "UsedBytes")}")
            .ShouldBe(["it n1 5", "it n2 7"]);
        string file = _session.At("my one.yaml");
        size.Output.ShouldAllBe(node => (string)node.Properties["Path"].Value == file);
        _session.Calls.ShouldBe([$"cluster up {file} --json", $"cluster check {file} --json", $"cluster size {file} --json"]);
    }

    [Fact]
    public void Output_OfTheProgram_IsAnObjectWithPropertiesInPascalCase()
    {
        _session.Program(TwoNodes);

        var cluster = _session.Run("Start-IngestCluster two").ShouldHaveNoErrors().Output.Single();

        cluster.TypeNames[0].ShouldBe("DbIngest.Cluster");
        cluster.Properties["IsServing"].Value.ShouldBe(true);
        var node = PSObject.AsPSObject(((object[])cluster.Properties["Nodes"].Value)[0]);
        node.Properties["RoundTripS"].Value.ShouldBe(0.5);
        cluster.Properties["Path"].Value.ShouldBe(_session.At("two.yaml"));
    }

    /// <summary>Several deployments are one sweep; one that is missing makes it no sweep at all.</summary>
    [Fact]
    public void Sweep_SeveralDeployments_IsOneCall()
    {
        var sweep = _session.Run("'my one', 'two' | Invoke-IngestSweep -ArgumentList '--trials', '3'").ShouldHaveNoErrors();

        sweep.Output.Single().TypeNames[0].ShouldBe("DbIngest.Sweep");
        _session.Run("'two', 'nowhere' | Invoke-IngestSweep").ErrorIds.ShouldBe(["DeploymentNotFound"]);

        string files = $"{_session.At("my one.yaml")},{_session.At("two.yaml")}";
        _session.Calls.ShouldBe([$"run --cluster {files} --trials 3 --json"]);
    }

    [Theory]
    [InlineData("Start-IngestCluster two", "bring up")]
    [InlineData("Stop-IngestCluster two", "stop")]
    [InlineData("Remove-IngestCluster two", "take down")]
    [InlineData("Remove-IngestCluster two -Data", "take down, and remove its data")]
    [InlineData("Invoke-IngestSweep two", "measure")]
    public void WhatIf_EveryCommandThatChanges_SaysItAndDoesNothing(string command, string action)
    {
        _session.Run($"{command} -WhatIf").ShouldHaveNoErrors().Output.ShouldBeEmpty();

        string said = $"What if: Performing the operation \"{action}\" on target \"{_session.At("two.yaml")}\".";
        _session.Host.Lines.ShouldBe([said]);
        _session.Host.Questions.ShouldBeEmpty();
        _session.Calls.ShouldBeEmpty();
    }

    [Theory]
    [InlineData("Start-IngestCluster two -Confirm", 1)]
    [InlineData("Start-IngestCluster two", 0)]
    [InlineData("Stop-IngestCluster two -Confirm", 1)]
    [InlineData("Stop-IngestCluster two", 0)]
    [InlineData("Invoke-IngestSweep two -Confirm", 1)]
    [InlineData("Invoke-IngestSweep two", 0)]
    [InlineData("Remove-IngestCluster two", 1)]
    [InlineData("Remove-IngestCluster two -Confirm:$false", 0)]
    public void Confirm_EveryCommandThatChanges_AsksAndHeedsTheAnswer(string command, int questions)
    {
        _session.Host.Answer = 'N';
        _session.Run(command).ShouldHaveNoErrors();
        _session.Host.Questions.Count.ShouldBe(questions);
        _session.Calls.Count.ShouldBe(1 - questions);

        _session.Host.Answer = 'Y';
        _session.Run(command).ShouldHaveNoErrors();
        _session.Host.Questions.ShouldAllBe(question => question.Contains(_session.At("two.yaml"), StringComparison.Ordinal));
        _session.Host.Questions.Count.ShouldBe(2 * questions);
        _session.Calls.Count.ShouldBe(2 - questions);
    }

    [Fact]
    public void Errors_DeploymentThatIsMissing_LetThePipelineGoOn()
    {
        var all = _session.Run("'nowhere', 'two' | Start-IngestCluster");

        all.Ended.ShouldBeNull();
        all.ErrorIds.ShouldBe(["DeploymentNotFound"]);
        all.Errors[0].CategoryInfo.Category.ShouldBe(ErrorCategory.ObjectNotFound);
        all.Errors[0].TargetObject.ShouldBe("nowhere");
        all.Output.Count.ShouldBe(1);
        _session.Calls.ShouldBe([$"cluster up {_session.At("two.yaml")} --json"]);
    }

    [Fact]
    public void Errors_WithErrorActionStop_EndTheCommand()
    {
        var ended = _session.Run("'nowhere', 'two' | Start-IngestCluster -ErrorAction Stop").Ended;

        ModuleOutcome.Id(ended.ShouldNotBeNull()).ShouldBe("DeploymentNotFound");
        _session.Calls.ShouldBeEmpty();
    }

    /// <summary>Also where the exit codes of programs are to throw, as PowerShell 7.4 can be told.</summary>
    [Theory]
    [InlineData(2)]
    [InlineData(69)]
    public void Errors_CodesOfAFinding_AreNone(int code)
    {
        _session.Program("""{"name": "it", "is_serving": false}""", code);

        var found = _session.Run("""
            $ErrorActionPreference = 'Stop'
            $PSNativeCommandUseErrorActionPreference = $true
            Test-IngestCluster two
            """).ShouldHaveNoErrors();

        found.Output.Single().Properties["IsServing"].Value.ShouldBe(false);
    }

    [Theory]
    [InlineData("", 2, "ExitCode2")]
    [InlineData("""{"name": "it"}""", 70, "ExitCode70")]
    [InlineData("no json", 0, "NoJson")]
    public void Errors_OfTheProgram_HaveNamesOfTheirOwn(string printed, int code, string id)
    {
        _session.Program(printed, code);

        _session.Run("Stop-IngestCluster two").ErrorIds.ShouldBe([id]);
    }

    [Theory]
    [InlineData("absent", "ProgramNotFound")]
    [InlineData("two.yaml", "ProgramNotRun")]
    public void Errors_ProgramThatCannotRun_SaysWhich(string program, string id)
    {
        _session.NameProgram(_session.At(program));

        var said = _session.Run("Stop-IngestCluster two");

        said.ErrorIds.ShouldBe([id]);
        said.Errors[0].ToString().ShouldContain(program);
    }

    [Theory]
    [InlineData("Start-IngestCluster ", "'my one'|two")]
    [InlineData("Start-IngestCluster my", "'my one'")]
    [InlineData("Invoke-IngestSweep -Path t", "two")]
    public void Completion_OfADeployment_NamesTheFilesHere(string line, string expected) =>
        _session.Complete(line).ShouldBe(expected.Split('|'));

    private static string Text(PSObject of, string property) => of.Properties[property].Value.ToString()!.Trim();

    private IEnumerable<string> Commands() => Names("(Get-Command -Module DbIngest.Clusters).Name").Order(StringComparer.Ordinal);

    private IEnumerable<string> Parameters(string command) =>
        Names($"(Get-Command {command}).Parameters.Values | ForEach-Object Name");

    private IEnumerable<string> Names(string script) =>
        _session.Run(script).ShouldHaveNoErrors().Output.Select(name => (string)name.BaseObject);

    /// <summary>The text is PowerShell, and each of our commands in it has parameters of those names.</summary>
    private void ShouldBind(string example)
    {
        var parsed = Parser.ParseInput(example, out _, out var errors);
        errors.Select(error => error.Message).ShouldBeEmpty(example);
        var commands = parsed.FindAll(ast => ast is CommandAst, searchNestedScriptBlocks: true).Cast<CommandAst>();
        foreach (var command in commands.Where(command => command.GetCommandName().Contains("-Ingest", StringComparison.Ordinal)))
        {
            var used = command.CommandElements.OfType<CommandParameterAst>().Select(parameter => parameter.ParameterName);
            used.ShouldBeSubsetOf(Parameters(command.GetCommandName()));
        }
    }
}

using System.Management.Automation;
using System.Management.Automation.Runspaces;

namespace DbIngest.Clusters.Tests.PowerShell;

/// <summary>
/// The module loaded into PowerShell's engine within this process, in a folder that holds the files <c>my one.yaml</c> and
/// <c>two.yaml</c>, with a script in the place of the program <c>dbingest</c> that notes its words and prints what it was given.
/// </summary>
internal sealed class ModuleSession : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-module-");
    private readonly Runspace _runspace;

    public ModuleSession()
    {
        foreach (string name in (string[])["my one.yaml", "two.yaml", "two.compose.yaml", "two.kubernetes.yaml"])
        {
            File.WriteAllText(At(name), string.Empty);
        }

        var state = InitialSessionState.CreateDefault2();
        foreach (var (name, type) in StandInCmdlets.All)
        {
            state.Commands.Add(new SessionStateCmdletEntry(name, type, helpFileName: null));
        }

        _runspace = RunspaceFactory.CreateRunspace(Host, state);
        _runspace.Open();
        _runspace.SessionStateProxy.Path.SetLocation(_folder.FullName);
        string manifest = Path.Combine(Repository.Clusters, "DbIngest.Clusters", "DbIngest.Clusters.psd1");
        Run($"Import-Module '{manifest}'").ShouldHaveNoErrors();
        Program("""{"name": "it", "is_serving": true}""");
    }

    public AnsweringHost Host { get; } = new();

    /// <summary>The words of each call of the program, a line each; those of the last <see cref="Program"/>.</summary>
    public IReadOnlyList<string> Calls => File.Exists(At("program.said")) ? File.ReadAllLines(At("program.said")) : [];

    public string At(string name) => Path.Combine(_folder.FullName, name);

    /// <summary>What the program prints and ends with from now on.</summary>
    public void Program(string printed, int code = 0)
    {
        File.WriteAllText(At("printed"), printed);
        string script = FormattableString.Invariant($"""
            #!/bin/sh
            echo "$*" >>"$0.said"
            cat '{At("printed")}'
            exit {code}
            """);
        File.WriteAllText(At("program"), script);
        File.SetUnixFileMode(At("program"), UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        NameProgram(At("program"));
    }

    /// <summary>Sets the variable that names the program.</summary>
    public void NameProgram(string path) => Run($"$env:DBINGEST_PROGRAM = '{path}'").ShouldHaveNoErrors();

    /// <summary>Runs a script to its end.</summary>
    public ModuleOutcome Run(string script)
    {
        using var shell = System.Management.Automation.PowerShell.Create(_runspace);
        RuntimeException? thrown = null;
        IReadOnlyList<PSObject> output = [];
        try
        {
            output = shell.AddScript(script).Invoke();
        }
        catch (RuntimeException e)
        {
            thrown = e;
        }

        string[] warnings = [.. shell.Streams.Warning.Select(warning => warning.Message)];
        return new ModuleOutcome(output, [.. shell.Streams.Error], warnings, thrown?.ErrorRecord);
    }

    public IReadOnlyList<string> Complete(string line)
    {
        using var shell = System.Management.Automation.PowerShell.Create(_runspace);
        var completed = CommandCompletion.CompleteInput(line, line.Length, options: null, shell);
        return [.. completed.CompletionMatches.Select(match => match.CompletionText)];
    }

    public void Dispose()
    {
        Run("$env:DBINGEST_PROGRAM = $null");
        _runspace.Dispose();
        _folder.Delete(recursive: true);
    }
}

/// <summary>What a script gave.</summary>
/// <param name="Output">The objects that it handed on.</param>
/// <param name="Errors">Errors after which it went on.</param>
/// <param name="Warnings">Warnings.</param>
/// <param name="Ended">The error that ended it; null when it came to its end.</param>
internal sealed record ModuleOutcome(
    IReadOnlyList<PSObject> Output, IReadOnlyList<ErrorRecord> Errors, IReadOnlyList<string> Warnings, ErrorRecord? Ended)
{
    /// <summary>The identifiers of the errors, without the command that wrote them.</summary>
    public IEnumerable<string> ErrorIds => Errors.Select(Id);

    public static string Id(ErrorRecord error) => error.FullyQualifiedErrorId.Split(',')[0];

    public ModuleOutcome ShouldHaveNoErrors()
    {
        (Ended is null ? Errors : [Ended]).Select(error => error.ToString()).ShouldBeEmpty();
        return this;
    }
}

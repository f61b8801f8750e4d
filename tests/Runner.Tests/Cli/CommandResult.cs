namespace DbIngest.Runner.Tests.Cli;

/// <summary>What a finished command left.</summary>
internal sealed record CommandResult(int ExitCode, string Output, string Error)
{
    public override string ToString() => $"exit code {ExitCode}\n--- output\n{Output}\n--- error\n{Error}";
}

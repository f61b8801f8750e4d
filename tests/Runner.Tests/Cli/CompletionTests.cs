using System.Diagnostics;
using System.Reflection;
using CommandLine;
using DbIngest.Runner.Help;
using DbIngest.Runner.Verbs;

namespace DbIngest.Runner.Tests.Cli;

public class CompletionTests
{
    private static readonly CompletionScript Script = new(CommandReader.Verbs, ["sqlite", "postgres"]);

    [Theory]
    [InlineData("bash")]
    [InlineData("zsh")]
    [InlineData("powershell")]
    public void Script_OfEveryShell_NamesEveryVerbAndOption(string shell)
    {
        string script = Script.Of(shell);
        foreach (var verb in CommandReader.Verbs.Where(verb => !verb.GetCustomAttribute<VerbAttribute>()!.Hidden))
        {
            script.ShouldContain(verb.GetCustomAttribute<VerbAttribute>()!.Name);
            foreach (var option in HelpText.OptionsOf(verb))
            {
                script.ShouldContain("--" + option.LongName);
            }
        }
    }

    [Theory]
    [InlineData("com", "compare completion")]
    [InlineData("--re", "--records --request-timeout --resume --retries --retry-delay")]
    [InlineData("compare --th", "--threshold")]
    [InlineData("run --db post", "postgres")]
    [InlineData("targets --db s", "sqlite")]
    [Needs("unix")]
    public void Bash_ALineThatIsBegun_IsCompleted(string line, string expected)
    {
        string[] words = line.Split(' ');
        var start = new ProcessStartInfo("bash")
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            UseShellExecute = false
        };
        start.ArgumentList.Add("--norc");
        using var bash = Process.Start(start)!;
        bash.StandardInput.WriteLine(Script.Of("bash"));
        bash.StandardInput.WriteLine(
            $"COMP_WORDS=(dbingest {line}); COMP_CWORD={words.Length}; _dbingest; echo \"${{COMPREPLY[@]}}\"");
        bash.StandardInput.Close();
        string answer = bash.StandardOutput.ReadToEnd().Trim();
        foreach (string word in expected.Split(' '))
        {
            answer.Split(' ').ShouldContain(word);
        }

        string begun = words[^1];
        answer.Split(' ').ShouldAllBe(word => word.StartsWith(begun, StringComparison.Ordinal));
    }
}

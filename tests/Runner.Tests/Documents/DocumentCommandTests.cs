using System.Reflection;
using CommandLine;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;
using DbIngest.Runner.Help;
using DbIngest.Runner.Hosts;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Verbs;
using DbIngest.Targets.Hybrid;

namespace DbIngest.Runner.Tests.Documents;

/// <summary>
/// Every command that README, docs and the help tell a user to type is read as the program reads it: verb, options, databases,
/// values, and the files that it names. None is run here; <see cref="DocumentRunTests"/> does that.
/// </summary>
public class DocumentCommandTests
{
    public static IEnumerable<object[]> Documents => DocumentCommand.Documents.Select(document => new object[] { document });

    [Theory]
    [MemberData(nameof(Documents))]
    public void EveryCommand_OfADocument_IsUnderstood(string document) => DocumentCommand.Of(document)
        .SelectMany(command => ProblemsOf(command.Words).Select(problem => $"{command}{Environment.NewLine}    {problem}"))
        .ShouldBeEmpty();

    [Fact]
    public void EveryExample_OfTheHelp_IsUnderstood() => CommandReader.Verbs
        .SelectMany(verb => VerbGuide.Of(verb.GetCustomAttribute<VerbAttribute>()!.Name).Examples)
        .Concat(HelpTopic.All.SelectMany(topic => topic.Examples))
        .Select(example => example.Command.Split(" ||")[0])
        .SelectMany(example => OfProgram([.. CommandWords.Split(example).Select(word => word.Text)], needsFiles: false)
            .Select(problem => $"dbingest {example}: {problem}"))
        .ShouldBeEmpty();

    /// <summary>A newcomer can type each command of these pages as it stands.</summary>
    [Fact]
    public void Commands_OfReadmeAndHowTos_LeaveNothingOut() => DocumentCommand.Documents
        .Where(document => document is "README.md" or "docs/first-sweep.md"
            || document.StartsWith("docs/how-to/", StringComparison.Ordinal))
        .SelectMany(DocumentCommand.Of)
        .Where(command => command.Words.Any(word => word.Contains("...", StringComparison.Ordinal)))
        .ShouldBeEmpty();

    [Fact]
    public void Readme_HasCommands_AndSoHaveTheDocs()
    {
        DocumentCommand.Of("README.md").Count().ShouldBeGreaterThan(6);
        var all = DocumentCommand.Documents.SelectMany(DocumentCommand.Of).ToList();
        all.Count.ShouldBeGreaterThan(80);
        all.Select(command => command.Words[0]).Distinct().Count().ShouldBeGreaterThan(4);
    }

    /// <summary>The reader can fail: what is wrong in one of these ways is found.</summary>
    [Theory]
    [InlineData("dbingest --recrods 5", "did you mean --records?")]
    [InlineData("dbingest --db oracle", "'oracle' is not known")]
    [InlineData("dbingest --input household.csv --db sqlite", "household.csv is not in the repository")]
    [InlineData("dbingest run --cluster one.yaml", "one.yaml is not in the repository")]
    [InlineData("dbingest compare results/A", "two result folders")]
    [InlineData("dotnet run --project Runer", "Runer holds no project")]
    [InlineData("dotnet test tests/Targets.Tests --filter FullyQualifiedName~NoSuchTests", "no test is called NoSuchTests")]
    [InlineData("dotnet run -c Release --project bench/Sources -- nothing", "bench/Sources knows no 'nothing'")]
    public void ProblemsOf_AWrongCommand_AreFound(string command, string problem) =>
        ProblemsOf([.. CommandWords.Split(command).Select(word => word.Text)]).ShouldHaveSingleItem().ShouldContain(problem);

    private static IReadOnlyList<string> ProblemsOf(IReadOnlyList<string> words) => words[0] switch
    {
        "dbingest" => OfProgram([.. words.Skip(1)], needsFiles: true),
        "dotnet" => OfSdk(words),
        "taskset" => OfSdk([.. words.SkipWhile(word => word != "dotnet")]),
        "kubectl" => OfProgram([.. words.SkipWhile(word => word != "dbingest").Skip(1)], needsFiles: false),
        "podman" => Exists("Containerfile"),
        _ => Exists(words[0]),
    };

    private static IReadOnlyList<string> OfProgram(string[] arguments, bool needsFiles)
    {
        try
        {
            var command = CommandReader.Read(arguments);
            return command.Problems.Count > 0 ? command.Problems : OfOptions(command.Options, needsFiles);
        }
        catch (UsageException exception)
        {
            return exception.Messages;
        }
    }

    private static IReadOnlyList<string> OfOptions(object? options, bool needsFiles)
    {
        switch (options)
        {
            case RunOptions { Resume: not null } or VerifyOptions { Folder: not null }:
                return [];
            case SweepOptions { Clusters: { } files }:
                return [.. files.Split(',').Where(_ => needsFiles).SelectMany(Exists)];
            case SweepOptions sweep:
                // A plug-in's databases are known once it is built, and a driver where the build has it.
                if (sweep.Plugins.Any() || NeedsAnotherBuild(sweep))
                {
                    return [];
                }

                _ = new SweepRequestReader(Databases.All, static _ => null).Read(sweep);
                return sweep.Input is { } input && needsFiles ? Exists(input) : [];
            case TargetsOptions targets:
                foreach (string name in targets.Databases?.Names ?? [])
                {
                    _ = Databases.Find(name);
                }

                return [];
            case CompareOptions compare:
                CompareVerb.Check(compare);
                return [];
            case ReportOptions report:
                return report.Folders.Any() ? [] : ["no result folder"];
            case ClusterOptions cluster:
                return cluster.Words.Count() == 2 ? Exists(cluster.Words.Last()) : ["an action and a file are needed"];
            default:
                return [];
        }
    }

    private static bool NeedsAnotherBuild(SweepOptions sweep) =>
        sweep.TextOf(SweepAxes.Client)?.Contains(WriteClient.Driver, StringComparison.Ordinal) == true
        && (sweep.Databases?.Names ?? []).SelectMany(name => name.Split(HybridDefinition.Separator))
            .Any(name => Databases.Find(name).Clients.Any(client => !client.IsBuiltIn));

    private static IReadOnlyList<string> OfSdk(IReadOnlyList<string> words)
    {
        string[] own = [.. words.TakeWhile(word => word != "--")];
        string[] handedOn = [.. words.Skip(own.Length + 1)];
        string verb = own.ElementAtOrDefault(1) ?? string.Empty;
        string? project = verb is "run"
            ? After(own, "--project")
            : own.Skip(2).Where((word, i) => !word.StartsWith('-') && own[i + 1] is not ("-c" or "-o" or "-v" or "--filter"))
                .FirstOrDefault();
        if (verb is not ("run" or "test" or "build" or "pack" or "publish") || project is null || IsMade(project))
        {
            return [];
        }

        string folder = Path.Combine(Repository.Root, project);
        if (!Directory.Exists(folder) || Directory.GetFiles(folder, "*.csproj").Length == 0)
        {
            return [$"{project} holds no project"];
        }

        bool Knows(string word) => Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories)
            .Any(file => !file.Contains("/obj/", StringComparison.Ordinal)
                && (file.Contains(word, StringComparison.Ordinal) || File.ReadAllText(file)
                    .Contains(word, StringComparison.Ordinal)));
        return verb switch
        {
            "run" when project == "Runner" => OfProgram(handedOn, needsFiles: true),
            "run" when handedOn is [var first, ..] && first.All(char.IsAsciiLetter)
                && !Knows($"\"{first}\"") => [$"{project} knows no '{first}'"],
            "test" when After(own, "--filter") is { } filter =>
            [
                .. filter.Split('|').Select(part => part[(part.IndexOf('~', StringComparison.Ordinal) + 1)..])
                    .Where(name => !Knows(name)).Select(name => $"no test is called {name}"),
            ],
            _ => [],
        };
    }

    /// <summary>Whether a project is one that commands before this one make: PluginPageTests goes through those.</summary>
    private static bool IsMade(string project) => project.StartsWith("MyDatabase", StringComparison.Ordinal)
        || project.StartsWith("PlainFile", StringComparison.Ordinal) || project.Contains('$', StringComparison.Ordinal);

    private static string? After(string[] words, string option) => words.SkipWhile(word => word != option).ElementAtOrDefault(1);

    private static IReadOnlyList<string> Exists(string path) =>
        Path.Exists(Path.Combine(Repository.Root, path)) ? [] : [$"{path} is not in the repository"];
}

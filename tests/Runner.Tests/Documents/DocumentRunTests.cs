using System.Text.Json;
using DbIngest.Core.Plan;
using DbIngest.Runner.Options;
using DbIngest.Runner.Tests.Cli;
using DbIngest.Runner.Verbs;
using DbIngest.Targets.Hybrid;

namespace DbIngest.Runner.Tests.Documents;

/// <summary>Commands of README and docs, run: with few records and trials, but everything else as it is written.</summary>
public sealed class DocumentRunTests : IDisposable
{
    /// <summary>
    /// Databases that start quickly, where they are here; <see cref="DocumentCommandTests"/> reads the commands of the others.
    /// </summary>
    private static readonly Lazy<string[]> Quick =
        new(() => [.. ((string[])["sqlite", "null", "postgres", "mariadb"]).Where(IsHere)]);

    /// <summary>Options that say how much is measured, and the gate that needs more pairs than fit here.</summary>
    private static readonly string[] Amounts =
    [
        "records", "operations", "trials", "warmup", "duration", "precision", "max-trials", "rehearsal", "prefill", "fail-slower",
    ];

    /// <summary>Options whose values are the user's own words: commands that differ in nothing else do the same.</summary>
    private static readonly string[] OwnWords = ["name", "work-folder"];

    private static readonly string[] NotAlone = ["--find", "--again", "--ycsb", "--otlp", "--fault", "--add-values"];

    private readonly CommandFolder _folder = new();

    public static IEnumerable<object[]> Commands => DocumentCommand.Documents.SelectMany(DocumentCommand.Of)
        .Select(command => (Command: command, Arguments: ArgumentsOf(command.Words)))
        .Where(found => found.Arguments is not null)
        .DistinctBy(found => string.Join(' ', found.Arguments!.Select(WithoutWords)))
        .Select(found =>
            new object[] { FormattableString.Invariant($"{found.Command.File}:{found.Command.Line}"), found.Arguments! });

    [Fact]
    public void Recording_ThatTheDocsName_IsWhatTheGeneratorWrites()
    {
        _folder.Expect(ExitCode.Done, "sources", "export", "meter.csv", "--format", "csv", "--records", "300");

        File.ReadAllBytes(_folder.File("meter.csv"))
            .ShouldBe(File.ReadAllBytes(Path.Combine(Repository.Root, "docs", "examples", "meter.csv")));
    }

    /// <summary>Takes long for a command that starts a server of its own, or a ring.</summary>
    [Theory]
    [Trait("Suite", "Slow")]
    [MemberData(nameof(Commands), DisableDiscoveryEnumeration = true)]
    public void Command_WithFewRecords_DoesWhatItSays(string place, string[] arguments)
    {
        var options = (SweepOptions)CommandReader.Read(arguments).Options!;
        File.CreateSymbolicLink(_folder.File("docs"), Path.Combine(Repository.Root, "docs"));
        bool isPlan = options is PlanOptions;

        var result = _folder.Run(arguments);

        // A gate may fail: what this machine happens to reach decides that.
        bool hasGate = options is RunOptions { FailBelow: not null };
        ExitCode[] expected = hasGate ? [ExitCode.Done, ExitCode.ThresholdExceeded] : [ExitCode.Done];
        ((ExitCode)result.ExitCode).ShouldBeOneOf(expected, $"{place}: {result}");
        _folder.HasResult.ShouldBe(!isPlan, place);
    }

    public void Dispose() => _folder.Dispose();

    /// <summary>The arguments with few records; null where it is no run or plan of databases that are quickly there.</summary>
    private static string[]? ArgumentsOf(IReadOnlyList<string> words)
    {
        string[] own = words is ["dbingest", ..] ? [.. words.Skip(1)]
            : words is ["dotnet", "run", ..] && words.Contains("Runner")
                && !words.Any(word => word.StartsWith("-p:", StringComparison.Ordinal))
                ? [.. words.SkipWhile(word => word != "--").Skip(1)] : ["none"];
        try
        {
            var command = CommandReader.Read(own);
            if (command.Problems.Count > 0
                || command.Options is not (RunOptions { Resume: null } or PlanOptions)
                || command.Options is not SweepOptions { Clusters: null } options
                || options.Plugins.Any()

                // A search needs more trials than fit here, a fault and added values longer ones, others a file or a collector.
                || command.Arguments.Any(argument => NotAlone.Contains(argument.Split('=')[0], StringComparer.Ordinal))
                || options.Containers.Any()

                // Dozens of points of 20 s each, with a service per trial.
                || options.Study?.ToString() is "3" or "4"
                || options.TextOf(SweepAxes.Sources)?.Contains('@', StringComparison.Ordinal) == true
                || options.Endpoints.Any(endpoint => !endpoint.StartsWith('?'))
                || !DatabasesOf(options).All(name => Quick.Value.Contains(name, StringComparer.Ordinal)))
            {
                return null;
            }

            // A mix works in blocks of batches, which its records must fill. Each of its operations may wait for the disk.
            string[] few = options.TextOf(SweepAxes.Duration) is null
                ? options.TextOf(SweepAxes.Mix) is null ? ["--records=2000"] : ["--records=2000", "--operations=400"]
                : options.TextOf(SweepAxes.Via) is null ? ["--records=1M", "--duration=0.2"] : ["--records=20k", "--duration=0.2"];
            return
            [
                options is PlanOptions ? "plan" : "run",
                .. command.Arguments.Where(argument => !IsOneOf(Amounts, argument)),
                .. few, .. options.TextOf(SweepAxes.Prefill) is null ? Array.Empty<string>() : ["--prefill=none,2000"],
                "--trials=1", "--warmup=0", "--rehearsal=0",
            ];
        }
        catch (UsageException)
        {
            return null;
        }
    }

    private static bool IsOneOf(string[] names, string argument) =>
        names.Any(name => argument.StartsWith($"--{name}=", StringComparison.Ordinal));

    private static string WithoutWords(string argument) => IsOneOf(OwnWords, argument) ? argument.Split('=')[0] : argument;

    private static string[] DatabasesOf(SweepOptions options) =>
        [.. (options.Databases?.Names ?? [Defaults.Databases]).SelectMany(name => name.Split(HybridDefinition.Separator))];

    private static bool IsHere(string database)
    {
        using var folder = new CommandFolder();
        using var json = JsonDocument.Parse(folder.Expect(ExitCode.Done, "targets", "--db", database, "--json").Output);
        return json.RootElement[0].GetProperty("usable").GetBoolean();
    }
}

using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Measurement;

namespace DbIngest.Bench.SideBySide;

/// <summary>Lists the side-by-side contests by name, and runs those that the bench command <c>sidebyside</c> selects.</summary>
internal static class Contests
{
    public static IReadOnlyDictionary<string, Func<int, MarkdownTable>> All { get; } =
        new Dictionary<string, Func<int, MarkdownTable>>
        {
            ["null"] = NullContest.Run,
            ["allocation"] = AllocationContest.Run,
            ["memory"] = MemoryContest.Run,
        };

    public static void Run(SideBySideOptions options)
    {
        var environment = EnvironmentCapture.Capture(".", BuildStamp.Of(typeof(Contests)));
        string head = string.Create(
            CultureInfo.InvariantCulture,
            $"{environment.Processor}, {environment.Cores} cores, {environment.OperatingSystem}, {environment.Runtime}, "
            + $"GC {environment.GarbageCollector}, load {environment.Other["load_average"]} before, {options.Rounds} rounds "
            + $"in turn.");
        string text = head + Environment.NewLine;
        Console.WriteLine(head);
        foreach (var (name, contest) in All)
        {
            if (options.Contest == "all" || options.Contest == name)
            {
                string table = Environment.NewLine + contest(options.Rounds);
                Console.Write(table);
                text += table;
            }
        }

        if (options.File is { } file)
        {
            File.WriteAllText(file, text);
        }
    }
}

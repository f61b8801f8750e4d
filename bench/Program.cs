using System.Globalization;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;
using DbIngest.Bench.Analysis;
using DbIngest.Bench.Images;
using DbIngest.Bench.SideBySide;

// dotnet run -c Release --project bench -- micro [BenchmarkDotNet options, such as --filter *Hash*]
// dotnet run -c Release --project bench -- sidebyside [null|allocation|memory|all] [rounds] [FILE]
// dotnet run -c Release --project bench -- falsealarms [seeds: whole sweeps too, which takes long]
// dotnet run -c Release --project bench -- precision [sweeps]
// dotnet run -c Release --project bench -- coverage [samples]
// dotnet run -c Release --project bench -- search [searches]
// dotnet run -c Release --project bench -- gate [builds]
// dotnet run -c Release --project bench -- identical SWEEPS RUNS PROGRAM [options of a run]
// dotnet run -c Release --project bench -- sweep PROGRAM DATABASE SOURCES RECORDS BATCH ROUNDS
// dotnet run -c Release --project bench -- report [rounds]
// dotnet run -c Release --project bench -- images RESULT PROGRAM [FOLDER]
const string Usage =
    "micro [BenchmarkDotNet options] | sidebyside [null|allocation|memory|all] [rounds] [file for the tables] | falsealarms "
    + "[seeds] | precision [sweeps] | coverage [samples] | search [searches] | gate [builds] | "
    + "identical SWEEPS RUNS PROGRAM [options of a run] | sweep PROGRAM DATABASE SOURCES RECORDS BATCH ROUNDS | report [rounds] | images RESULT PROGRAM [FOLDER]";
switch (args)
{
    case ["micro", .. var options]:
        // In this process, since its project file has the optimisation and the garbage collector of the Runner.
        var config = ManualConfig.Create(DefaultConfig.Instance)
            .AddJob(Job.Default.WithToolchain(InProcessEmitToolchain.Instance).WithWarmupCount(5).WithIterationCount(15))
            .AddDiagnoser(MemoryDiagnoser.Default);
        BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly).Run(options.Length > 0 ? options : ["--filter", "*"], config);
        return 0;
    case ["sidebyside", .. var rest] when SideBySideOptions.TryParse(rest) is { } options:
        Contests.Run(options);
        return 0;
    case [MemoryContest.ChildVerb, var database, var records]:
        MemoryContest.RunChild(database, long.Parse(records, CultureInfo.InvariantCulture));
        return 0;
    case ["falsealarms"]:
        TestAlone.Run(comparisons: 20_000);
        Console.WriteLine();
        FalseAlarms.Pairs(sweeps: 10_000);
        return 0;
    case ["falsealarms", var text] when int.TryParse(text, CultureInfo.InvariantCulture, out int seeds) && seeds > 0:
        FalseAlarms.Run(seeds);
        return 0;
    case ["precision"]:
        PrecisionCoverage.Run(sweeps: 20_000);
        return 0;
    case ["precision", var text] when int.TryParse(text, CultureInfo.InvariantCulture, out int sweeps) && sweeps > 0:
        PrecisionCoverage.Run(sweeps);
        return 0;
    case ["coverage"]:
        PointCoverage.Run(samples: 20_000);
        return 0;
    case ["coverage", var text] when int.TryParse(text, CultureInfo.InvariantCulture, out int samples) && samples > 0:
        PointCoverage.Run(samples);
        return 0;
    case ["search"]:
        SearchCoverage.Run(searches: 1_000);
        return 0;
    case ["search", var text] when int.TryParse(text, CultureInfo.InvariantCulture, out int searches) && searches > 0:
        SearchCoverage.Run(searches);
        return 0;
    case ["gate"]:
        GatePower.Run(builds: 20_000);
        return 0;
    case ["gate", var text] when int.TryParse(text, CultureInfo.InvariantCulture, out int builds) && builds > 0:
        GatePower.Run(builds);
        return 0;
    case ["identical", var count, var side, var program, .. var options]
        when int.TryParse(count, CultureInfo.InvariantCulture, out int runsInAll)
            && int.TryParse(side, CultureInfo.InvariantCulture, out int runs) && runsInAll > 1 && runs > 1:
        IdenticalRuns.Run(runsInAll, runs, program, options);
        return 0;
    case ["sweep", var program, var database, .. var numbers] when numbers.Length == 4
        && numbers.All(n => int.TryParse(n, NumberStyles.None, CultureInfo.InvariantCulture, out int number) && number > 0):
        int[] counts = [.. numbers.Select(n => int.Parse(n, CultureInfo.InvariantCulture))];
        Console.Write(new SweepContest(program, database, counts[0], counts[1], counts[2]).Run(counts[3]));
        return 0;
    case ["report"]:
        ReportCost.Run(rounds: 5);
        return 0;
    case ["report", var text] when int.TryParse(text, CultureInfo.InvariantCulture, out int rounds) && rounds > 0:
        ReportCost.Run(rounds);
        return 0;
    case ["images", var result, var program, .. var where] when where.Length < 2:
        Pictures.Make(result, program, where.Length > 0 ? where[0] : Path.Combine("docs", "images"));
        return 0;
    default:
        Console.Error.WriteLine(Usage);
        return 2;
}

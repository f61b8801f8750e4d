using System.Globalization;
using System.Text.RegularExpressions;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Bench.Mixes;

/// <summary>
/// The peer go-ycsb, YCSB in Go: its core workload with equally many rows, clients and bytes, keys by YCSB's own distribution,
/// whole rows written. It throws when the program fails or skips operations.
/// </summary>
/// <param name="store">The database that it works on.</param>
internal sealed partial class GoYcsb(IYcsbStore store) : IPeer
{
    /// <summary>The environment variable that names the program.</summary>
    public const string Variable = "GO_YCSB";

    private const int FieldBytes = 8;
    private const int Probe = 2000;

    // Its option maxexecutiontime did not end it. So each run gets a number of operations for its time, and this limit.
    private static readonly TimeSpan Grace = TimeSpan.FromMinutes(2);

    private readonly string _program = Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } program
        ? program
        : throw new InvalidOperationException($"{Variable} must name the program go-ycsb (1.0.1 or later).");

    private readonly string _file = Path.Combine(Path.GetTempPath(), $"dbingest-bench-{Environment.ProcessId}.ycsb");
    private readonly Dictionary<int, double> _rates = [];

    public string Name => "go-ycsb";

    public TargetDefinition Database => store.Database;

    public string? Endpoint => store.Endpoint;

    public string Keys => "ycsb";

    public int WarmUps => store.WarmUps;

    public void Load(ITarget target, Work work)
    {
        store.Empty(target);
        File.WriteAllText(_file, string.Create(CultureInfo.InvariantCulture,
            $"""
            workload=core
            recordcount={work.Rows}
            fieldcount={Work.Values}
            fieldlength={FieldBytes}
            writeallfields=true
            requestdistribution=zipfian
            threadcount={Work.Clients}
            readproportion={work.ReadPercent / 100.0}
            updateproportion={1 - (work.ReadPercent / 100.0)}

            """));
        Call("load", target, work, []);
        store.Settle(target);
    }

    public (long Operations, double PerS, Percentiles? Read, Percentiles? Update) Run(ITarget target, Work work)
    {
        double perS = work.Rate
            ?? (_rates.TryGetValue(work.ReadPercent, out double known) ? known : Measure(target, work, Probe).PerS);
        var run = Measure(target, work, Math.Max(Probe, (long)(perS * work.Seconds)));
        _rates[work.ReadPercent] = run.PerS;
        return run;
    }

    public void Dispose() => File.Delete(_file);

    private static Percentiles? Of(string output, string kind)
    {
        var line = Kind(output, kind);
        return line is null ? null : new(Number(line, "50th(us)"), Number(line, "95th(us)"), Number(line, "99th(us)"));
    }

    private static string? Kind(string output, string kind) => Array.FindLast(
        output.Split('\n'),
        line => line.StartsWith(kind, StringComparison.Ordinal) && line.AsSpan(kind.Length).TrimStart()[0] == '-');

    private static double Number(string line, string name)
    {
        int at = line.IndexOf($"{name}: ", StringComparison.Ordinal);
        return at >= 0 && NumberText().Match(line, at + name.Length + 2) is { Success: true } found
            ? double.Parse(found.Value, CultureInfo.InvariantCulture)
            : throw new InvalidOperationException($"go-ycsb does not say its {name}: {line}");
    }

    private (long Operations, double PerS, Percentiles? Read, Percentiles? Update) Measure(
        ITarget target, Work work, long operations)
    {
        // Each client does its share, rounded down.
        long asked = operations / Work.Clients * Work.Clients;
        string output = Call("run", target, work,
        [
            string.Create(CultureInfo.InvariantCulture, $"operationcount={asked}"),
            .. work.Rate is { } rate ? [string.Create(CultureInfo.InvariantCulture, $"target={rate}")] : Array.Empty<string>(),
        ]);
        string total = Kind(output[output.IndexOf("Run finished", StringComparison.Ordinal)..], "TOTAL")
            ?? throw new InvalidOperationException($"go-ycsb has no total:\n{output}");
        long done = (long)Number(total, "Count");
        var read = Of(output, "READ");
        var update = Of(output, "UPDATE");
        return done == asked && read is null == (work.ReadPercent == 0) && update is null == (work.ReadPercent == 100)
            ? (done, Number(total, "OPS"), read, update)
            : throw new InvalidOperationException($"go-ycsb did not do its {asked} operations:\n{output}");
    }

    private string Call(string command, ITarget target, Work work, IEnumerable<string> more)
    {
        string output = PeerProgram.Run(
            _program,
            [
                command, store.Name, "-P", _file,
                .. store.Properties(target).Concat(more).SelectMany(property => new[] { "-p", property }),
            ],
            TimeSpan.FromSeconds(4 * work.Seconds) + Grace,
            command == "load" ? store.LoadEnvironment : null);
        return output.Contains("Run finished", StringComparison.Ordinal) && !Failed().IsMatch(output)
            ? output
            : throw new InvalidOperationException($"go-ycsb {command} failed:\n{output}");
    }

    [GeneratedRegex(@"\G[0-9.]+", RegexOptions.None, 1000)]
    private static partial Regex NumberText();

    [GeneratedRegex(@"operation err|_ERROR|failed", RegexOptions.None, 1000)]
    private static partial Regex Failed();
}

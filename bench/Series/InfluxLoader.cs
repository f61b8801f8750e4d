using System.Diagnostics;
using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.InfluxDb;
using DbIngest.Targets.Lines;
using DbIngest.Wire.Lines;

namespace DbIngest.Bench.Series;

/// <summary><c>influx -import</c>: lines of a file, 5,000 a request, one connection.</summary>
internal sealed class InfluxLoader : IPeer
{
    private readonly string _file = Path.Combine(Path.GetTempPath(), $"dbingest-bench-{Environment.ProcessId}.lines");

    public string Name => "influx -import";

    public TargetDefinition Database { get; } = new InfluxDefinition();

    public string Endpoint => "?cache=1G";

    public void Make(int records)
    {
        using var stream = File.Create(_file);
        stream.Write(Encoding.ASCII.GetBytes("# DML\n# CONTEXT-DATABASE: dbingest\n# CONTEXT-RETENTION-POLICY: endless\n\n"));
        using var lines = new LineBuffer();
        var encoder = new RecordLines(InfluxEndpoint.Measurement, Rows.Workload.Schema, isBinary: false);
        Rows.ForEach(records, batch =>
        {
            lines.Clear();
            encoder.Append(lines, batch);
            stream.Write(lines.Written);
        });
    }

    public void Load(ITarget target)
    {
        var place = new Uri(target.AttachEndpoint.Split('?')[0]);
        Loader.Run("influx",
            ["-host", place.Host, "-port", place.Port.ToString(CultureInfo.InvariantCulture), "-import", $"-path={_file}",
            "-precision=u"], input: null);
    }

    public void Dispose() => File.Delete(_file);
}

/// <summary>A vendor's program.</summary>
internal static class Loader
{
    public static void Run(string program, IReadOnlyList<string> arguments, string? input)
    {
        var start = new ProcessStartInfo(input is null ? program : "sh", input is null ? arguments
            : ["-c", "input=$1; shift; exec \"$@\" <\"$input\"", "sh", input, program, .. arguments])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        using var process = Process.Start(start)!;
        process.OutputDataReceived += static (_, _) => { };
        process.BeginOutputReadLine();
        string said = process.StandardError.ReadToEnd();
        process.WaitForExit();
        if (process.ExitCode != 0)
        {
            throw new InvalidOperationException($"{program} ended with {process.ExitCode}: {said}");
        }
    }
}

using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.InfluxDb;
using DbIngest.Targets.Lines;
using DbIngest.Wire.Lines;

namespace DbIngest.Bench.Series;

/// <summary>The peer <c>influx -import</c>: it sends the lines of a file on one connection, 5,000 per request.</summary>
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
        PeerProgram.Run("influx",
            ["-host", place.Host, "-port", place.Port.ToString(CultureInfo.InvariantCulture), "-import", $"-path={_file}",
            "-precision=u"]);
    }

    public void Dispose() => File.Delete(_file);
}

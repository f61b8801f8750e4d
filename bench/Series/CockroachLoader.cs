using System.Buffers;
using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets;
using DbIngest.Targets.Cockroach;
using DbIngest.Targets.Cockroach.Server;

namespace DbIngest.Bench.Series;

/// <summary>
/// The peer <c>cockroach sql</c>, the vendor's shell, with statements of as many rows as the product's. Or the peer <c>psql</c>,
/// which the vendor's manual names for COPY. Each source has one process and one file, made beforehand, and all start at once.
/// </summary>
/// <param name="isCopy">True for COPY by psql, false for statements by the vendor's shell.</param>
internal sealed class CockroachLoader(bool isCopy) : IPeer
{
    private const int RowsPerStatement = 500;

    private static readonly string Columns = "source, sequence, \"timestamp\", quality, "
        + string.Join(", ", Rows.Workload.Schema.Values.Select(v => $"\"{v.Name}\""));

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-bench-");
    private readonly string _program = isCopy
        ? "psql"
        : CockroachHome.Find(named: null)
            ?? throw new InvalidOperationException(
            "There is no program cockroach, neither in the folder cockroach of DBINGEST_SERVERS nor on the PATH.");

    public string Name => isCopy ? "psql \\copy" : "cockroach sql < UPSERTs";

    public TargetDefinition Database { get; } = new CockroachDefinition();

    // An option of a private server, so one is started even if another server answers on this machine.
    public string Endpoint => isCopy ? "?cache=128M&way=copy" : "?cache=128M";

    public void Make(int records)
    {
        var files = Enumerable.Range(0, Rows.Sources).Select(source => System.IO.File.Create(File(source))).ToList();
        int values = Rows.Workload.Schema.ValueCount;
        var text = isCopy ? RowText.OfFile(values) : RowText.OfStatement(values);
        byte[] head = isCopy ? [] : Encoding.UTF8.GetBytes($"UPSERT INTO dbingest.records ({Columns}) VALUES ");
        byte[] end = isCopy ? [] : ";\n"u8.ToArray();
        var part = new ArrayBufferWriter<byte>();
        Rows.ForEach(records, batch =>
        {
            for (int row = 0; row < batch.Count; row += RowsPerStatement)
            {
                part.ResetWrittenCount();
                part.Write(head);
                text.WriteTo(batch, row, Math.Min(RowsPerStatement, batch.Count - row), part, isSigned: true);
                part.Write(end);
                files[batch.Source].Write(part.WrittenSpan);
            }
        });
        files.ForEach(f => f.Dispose());
    }

    public void Load(ITarget target)
    {
        string place = target.AttachEndpoint.Split('?')[0];
        AtOnce.Run(Rows.Sources, source =>
        {
            if (isCopy)
            {
                PeerProgram.Run(_program,
                    ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", $"postgresql://root@{place}/dbingest", "-c",
                    $"\\copy records ({Columns}) from '{File(source)}'"]);
            }
            else
            {
                PeerProgram.Run(_program, ["sql", "--insecure", $"--host={place}"], input: File(source));
            }
        });
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private string File(int source) => Path.Combine(_folder.FullName, string.Create(CultureInfo.InvariantCulture, $"{source}"));
}

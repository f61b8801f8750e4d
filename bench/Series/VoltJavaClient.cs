using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Volt;
using DbIngest.Targets.Volt.Server;

namespace DbIngest.Bench.Series;

/// <summary>
/// The peer is the vendor's Java client from the same distribution, with rows of a file made beforehand. The client writes by its
/// bulk loader, as <c>csvloader</c> does, or by asynchronous calls of the table's insert. The bulk loader sends tables by
/// the same procedure as the product. The peer's time includes the start of Java.
/// </summary>
/// <param name="options">The product's endpoint, whose way to write also selects the peer's.</param>
internal sealed class VoltJavaClient(string options) : IPeer
{
    private const string Program = "VoltJavaClient";

    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-bench-").FullName;

    public string Name => IsBulk ? "Java, bulk loader" : "Java, inserts";

    public TargetDefinition Database { get; } = new VoltDefinition();

    public string Endpoint => options;

    private bool IsBulk => VoltEndpoint.Parse(options).IsLoad;

    private string File => Path.Combine(_folder, "rows.csv");

    public void Make(int records)
    {
        var home = VoltHome.Find(null);
        PeerProgram.Run(Path.Combine(Path.GetDirectoryName(home.Java)!, "javac"),
            ["-cp", home.ClassPath, "-d", _folder, Path.Combine(AppContext.BaseDirectory, Program + ".java")]);
        using var writer = new StreamWriter(File, append: false, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false));
        Rows.ForEach(records, batch =>
        {
            for (int row = 0; row < batch.Count; row++)
            {
                writer.Write(string.Create(CultureInfo.InvariantCulture,
                    $"{batch.Source},{batch.FirstSequence + row},{batch.Timestamps[row]},{(int)batch.Qualities[row]}"));
                for (int i = 0; i < batch.Schema.ValueCount; i++)
                {
                    double value = batch.Column(i)[row];
                    writer.Write(',');
                    writer.Write(double.IsNaN(value) ? string.Empty : value.ToString("R", CultureInfo.InvariantCulture));
                }

                writer.Write('\n');
            }
        });
    }

    public void Load(ITarget target)
    {
        var home = VoltHome.Find(null);
        var endpoint = VoltEndpoint.Parse(target.AttachEndpoint);
        PeerProgram.Run(home.Java,
            [.. VoltPlan.JavaAccess, "-cp", $"{_folder}:{home.ClassPath}", Program, IsBulk ? "bulk" : "insert",
                endpoint.Table, endpoint.Address!.ToString(), File]);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}

using DbIngest.Abstractions.Targets;

namespace DbIngest.Bench.Series;

/// <summary>
/// The peer is the product itself with other options or another client, with the same rows, batches and connections, through the
/// same pipeline.
/// </summary>
/// <param name="name">Its name in the output.</param>
/// <param name="database">The database, with the client.</param>
/// <param name="options">Options of its endpoint beside the server's.</param>
/// <param name="client">Its client.</param>
internal sealed class Neo4jVariant(string name, TargetDefinition database, string options, string client = WriteClient.Wire)
    : IPeer
{
    private ITarget? _other;
    private int _records;

    public string Name => name;

    public TargetDefinition Database => database;

    public string Endpoint => "?heap=1G";

    public bool IsInThisProcess => true;

    public void Make(int records) => _records = records;

    public ITarget Prepared(ITarget target, TrialTable table)
    {
        _other ??= database.Open(
            new TargetOptions
            {
                WorkFolder = Path.GetTempPath(),
                Endpoint = $"{target.AttachEndpoint}{options}",
                Client = client
            });
        _other.Prepare(table);
        return _other;
    }

    public void Load(ITarget target) => Ours.Write(target, _records);

    public void Dispose() => _other?.Dispose();
}

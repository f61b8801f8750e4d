using System.Net;
using System.Net.Sockets;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Lines;
using DbIngest.Targets.QuestDb;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Lines;

namespace DbIngest.Bench.Series;

/// <summary>
/// The peer is the line protocol over TCP, with one connection per source and doubles as text. TCP has no acknowledgement here,
/// so the time ends when the last byte is handed over, and rows may be missing.
/// </summary>
/// <param name="doubles">The form of the product's doubles: <c>text</c> or <c>binary</c>.</param>
internal sealed class QuestDbOverTcp(string doubles) : IPeer
{
    private int _records;

    public string Name => "TCP, unacknowledged";

    public TargetDefinition Database { get; } = new QuestDbDefinition();

    public string Endpoint => $"?doubles={doubles}";

    public void Make(int records) => _records = records;

    public void Load(ITarget target)
    {
        int port = ((IServerTarget)target).PrivateServer!.Layout.Nodes[0].Listens[1].Port;
        AtOnce.Run(Rows.Sources, source => Send(source, port));
    }

    public void Dispose()
    {
    }

    private void Send(int source, int port)
    {
        using var client = new TcpClient();
        client.Connect(IPAddress.Loopback, port);
        using var stream = client.GetStream();
        using var lines = new LineBuffer();
        var encoder = new RecordLines("dbingest_records", Rows.Workload.Schema, isBinary: false);
        using var reader = Rows.Workload.Open(source);
        var batch = new Abstractions.Records.RecordBatch(Rows.Workload.Schema, Rows.Batch);
        for (int first = 0; first < _records; first += Rows.Batch)
        {
            reader.Fill(batch, first, Math.Min(Rows.Batch, _records - first));
            lines.Clear();
            encoder.Append(lines, batch);
            stream.Write(lines.Written);
        }
    }
}

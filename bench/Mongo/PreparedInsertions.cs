using DbIngest.Targets.Documents;
using DbIngest.Targets.Mongo.Shapes;
using DbIngest.Wire.Mongo;

namespace DbIngest.Bench.Mongo;

/// <summary>
/// The lower bound of a client's cost: sends insertions of the same documents that were encoded beforehand.
/// <see cref="SinkBench"/> runs it as one of its alternatives.
/// </summary>
internal static class PreparedInsertions
{
    private const int Rows = 1000;
    private const int Window = 2;
    private const int Message = 2013;

    /// <summary>Runs one trial.</summary>
    /// <param name="port">The sink's.</param>
    /// <param name="records">Records a source.</param>
    public static TrialFigures Run(int port, int records)
    {
        byte[] request = Request();
        using var socket = PreparedSends.Connect(port);
        socket.Send(request);
        int answerBytes = socket.Receive(new byte[4096]);
        return PreparedSends.Run(port, request, Rows, answerBytes, Trials.Sources, records / Rows, Window);
    }

    private static byte[] Request()
    {
        var batch = Trials.Ingest.FirstBatch(Rows);
        var bytes = new BsonBuffer();
        bytes.Int32(0);
        bytes.Int32(1);
        bytes.Int32(0);
        bytes.Int32(Message);
        bytes.Int32(0);
        bytes.Append(1)[0] = 0;
        new BsonDocument(("insert", "records"), ("ordered", false), ("$db", "dbingest")).Write(bytes);
        bytes.Append(1)[0] = 1;
        int section = bytes.Length;
        bytes.Int32(0);
        bytes.Raw("documents\0"u8);
        var shape = new RecordShape(RecordNames.Full(batch.Schema), hasSeries: false, new NumberIdentity(), isTimeSeries: false)
        {
            Schema = batch.Schema,
        };
        for (int row = 0; row < Rows; row++)
        {
            shape.Append(bytes, batch, row, 1);
        }

        bytes.Patch(section, bytes.Length - section);
        bytes.Patch(0, bytes.Length);
        return bytes.Written.ToArray();
    }
}

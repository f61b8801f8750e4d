using System.Globalization;
using System.Text;
using DbIngest.Targets.Couchbase.Shapes;
using DbIngest.Targets.Documents;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Bench.Couchbase;

/// <summary>
/// The lower bound of a client's cost: sends documents in requests that were encoded beforehand, as many in flight as the wire
/// client has. <see cref="SinkBench"/> runs it as one of its alternatives.
/// </summary>
internal static class PreparedDocuments
{
    private const int Window = 1000;
    private const int Pieces = 2;
    private const int HeaderBytes = 24;

    /// <summary>Runs one trial.</summary>
    /// <param name="port">The sink's.</param>
    /// <param name="records">Number of documents.</param>
    public static TrialFigures Run(int port, int records)
    {
        const int Rows = Window / Pieces;
        return PreparedSends.Run(port, Request(Rows), Rows, HeaderBytes * Rows, Trials.Sources, records / Rows, Pieces);
    }

    private static byte[] Request(int rows)
    {
        var batch = Trials.Ingest.FirstBatch(rows);
        var shape = new JsonShape(RecordNames.Full(batch.Schema));
        var bytes = new KvRequestBuffer();
        var value = new KvRequestBuffer();
        for (int row = 0; row < rows; row++)
        {
            value.Clear();
            shape.Append(value, batch, row);
            byte[] key = Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture, $"0:{row}"));
            int body = 8 + key.Length + value.Length;
            byte[] header = new byte[HeaderBytes + 8];
            header[0] = 0x80;
            header[1] = (byte)KvOpcode.Add;
            header[3] = (byte)key.Length;
            header[4] = 8;
            (header[10], header[11]) = ((byte)(body >> 8), (byte)body);
            bytes.Raw(header);
            bytes.Raw(key);
            bytes.Raw(value.Written);
        }

        return bytes.Written.ToArray();
    }
}

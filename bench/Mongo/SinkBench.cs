using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace DbIngest.Bench.Mongo;

/// <summary>The client alone: into a server that acknowledges and keeps nothing, client and server on a core each.</summary>
internal static class SinkBench
{
    /// <summary>How a batch travels.</summary>
    public static readonly string[] Paces =
        ["rows=1000&window=2", "rows=100000&window=1", "rows=1000&window=1", "rows=1000&window=4", "rows=500&window=4", "rows=200&window=2"];

    /// <summary>Our own client, and the vendor's driver given serialised documents and objects.</summary>
    public static readonly string[] Clients = ["rows=1000&window=2", "documents=raw", "documents=typed"];

    /// <summary>What a document is.</summary>
    public static readonly string[] Shapes = ["shape=document", "shape=short", "shape=bucket", "id=objectid", "shape=timeseries"];

    /// <summary>Runs the alternatives in turn, after a round that does not count.</summary>
    /// <param name="rounds">Rounds that count.</param>
    /// <param name="records">Records a source.</param>
    /// <param name="alternatives">Options of the endpoint.</param>
    public static void Run(int rounds, int records, IReadOnlyList<string> alternatives)
    {
        int port = FreePort();
        using var sink = Process.Start(new ProcessStartInfo(Environment.ProcessPath!, [SinkServer.Word, port.ToString(CultureInfo.InvariantCulture)]) { UseShellExecute = false })!;
        try
        {
            bool isApart = OperatingSystem.IsLinux() && Environment.ProcessorCount > 1;
            if (isApart)
            {
                Await(port);
                sink.ProcessorAffinity = 2;
                Process.GetCurrentProcess().ProcessorAffinity = 1;
            }

            var figures = alternatives.Select(_ => new List<TrialFigures>()).ToList();
            for (int round = -1; round < rounds; round++)
            {
                for (int i = 0; i < alternatives.Count; i++)
                {
                    int which = (i + round + alternatives.Count) % alternatives.Count;
                    using var target = Trials.Open($"mongodb://127.0.0.1:{port}/?{alternatives[which]}");
                    var trial = Trials.Ingest.Run(target, records);
                    if (round >= 0)
                    {
                        figures[which].Add(trial);
                    }
                }
            }

            Console.WriteLine($"{Trials.Sources} sources x {records} records in batches of {Trials.Batch} into a sink, {(isApart ? "a core each" : "shared cores")}, {rounds} rounds in turn");
            for (int i = 0; i < alternatives.Count; i++)
            {
                Console.WriteLine(string.Create(
                    CultureInfo.InvariantCulture,
                    $"{alternatives[i],-40} {Median.Of(figures[i].Select(f => f.RecordsPerS)),11:N0} records/s  client {Median.Of(figures[i].Select(f => f.ClientUsPerRecord)):F3} us  {Median.Of(figures[i].Select(f => f.BytesPerRecord)):F2} B a record"));
            }
        }
        finally
        {
            sink.Kill();
            sink.WaitForExit();
        }
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    private static void Await(int port)
    {
        for (int tries = 0; ; tries++)
        {
            try
            {
                using var client = new TcpClient("127.0.0.1", port);
                return;
            }
            catch (SocketException) when (tries < 200)
            {
                Thread.Sleep(50);
            }
        }
    }
}

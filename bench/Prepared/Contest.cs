using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Bench.SqlServer;
using DbIngest.Sources.Synthetic;
using DbIngest.Targets.Servers;

namespace DbIngest.Bench.Prepared;

/// <summary>
/// Compares the product's writer with a plain socket that sends the same bytes, encoded beforehand: the lower bound of a client's
/// cost. Both send one batch again and again to a relay, which answers as the real server answered it once. It throws when the
/// relay received another number of bytes or batches.
/// </summary>
internal static class Contest
{
    // Batches before the recording, each of new records: connections, statements and buffers are then as in a load.
    private const int Before = 3;

    /// <summary>Runs one protocol.</summary>
    /// <param name="protocol">The protocol.</param>
    /// <param name="rounds">Rounds that count, after one that does not.</param>
    /// <param name="batches">Batches per contender and round.</param>
    /// <param name="size">Records per batch.</param>
    public static Distance Run(Protocol protocol, int rounds, int batches, int size)
    {
        using var server = new RealServer(protocol.Database);
        using var relay = new SinkProcess(ports: 3);
        using var commands = new RelayCommands(relay.Ports[0]);
        commands.Do(RelayCommands.Server, server.Address);
        using var target = protocol.Database.Open(Options(
            string.Format(CultureInfo.InvariantCulture, protocol.Endpoint, relay.Ports[1])) with
        {
            // The endpoint of the tests requires a password and accepts any.
            Password = protocol.Database.StartsServer ? null : new Secret("x"),
        });
        var workload = new SyntheticWorkload(seed: 1, values: 9);
        target.Prepare(new TrialTable(workload.Schema, 1, (Before + 1) * size));
        var batch = new RecordBatch(workload.Schema, size);
        using var source = workload.Open(0);
        using var writer = target.OpenWriter(0);
        for (int i = 0; i <= Before; i++)
        {
            source.Fill(batch, i * size, size);
            if (i == Before)
            {
                commands.Do(RelayCommands.Record);
            }

            writer.Write(batch);
        }

        var (request, counted, answerBytes) = commands.Begin(protocol.IsByMessages);
        var figures = Turns.Run(rounds, 2, which => Checked(commands, counted, batches, () => which == 0
            ? Ours(writer, batch, batches)
            : PreparedSends.Run(relay.Ports[2], request, size, answerBytes, 1, batches, window: 1).ClientUsPerRecord));
        commands.Do(RelayCommands.Forward);
        return new(request.Length / size, Median.Of(figures[0]), Median.Of(figures[1]),
            [.. figures[0].Zip(figures[1], (ours, prepared) => ours / prepared)]);
    }

    private static TargetOptions Options(string? endpoint) => new()
    {
        WorkFolder = Path.Combine(Path.GetTempPath(), "dbingest-bench"),
        Endpoint = endpoint,
        WantsPrivateServer = endpoint is null,
        Client = WriteClient.Wire,
        Say = Console.Error.WriteLine,
    };

    private static double Ours(IBatchWriter writer, RecordBatch batch, int batches)
    {
        var before = Environment.CpuUsage.TotalTime;
        for (int i = 0; i < batches; i++)
        {
            writer.Write(batch);
        }

        return (Environment.CpuUsage.TotalTime - before).TotalMicroseconds / ((double)batches * batch.Count);
    }

    /// <summary>Runs a contender, and throws unless the relay received the expected numbers of bytes and batches.</summary>
    private static double Checked(RelayCommands commands, int bytes, int batches, Func<double> run)
    {
        GC.Collect();
        var before = commands.Taken();
        double us = run();
        var after = commands.Taken();
        var taken = (after.Bytes - before.Bytes, after.Batches - before.Batches);
        return taken == ((long)bytes * batches, batches) ? us : throw new InvalidOperationException(string.Create(
            CultureInfo.InvariantCulture,
            $"{taken.Item1} bytes in {taken.Item2} batches came instead of {(long)bytes * batches} in {batches}."));
    }

    /// <summary>The private server of a target, or the endpoint of the tests for SQL Server, which starts none.</summary>
    private sealed class RealServer : IDisposable
    {
        private readonly IDisposable _server;

        public RealServer(TargetDefinition database)
        {
            if (!database.StartsServer)
            {
                var sink = new Sink();
                (_server, Address) = (sink, $"127.0.0.1:{sink.Port}");
                return;
            }

            var target = (IServerTarget)database.Open(Options(endpoint: null));
            (_server, Address) = (target, target.PrivateServer!.Address.Server.ToString()!);
        }

        public string Address { get; }

        public void Dispose() => _server.Dispose();
    }
}

using System.Net;
using System.Net.Sockets;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Via;

namespace DbIngest.Service.Tests;

/// <summary>The service that a run starts for each trial, played by a process that does nothing.</summary>
public sealed class ViaServiceTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-via-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    /// <summary>An interruption that waits for the start leaves it behind, and with it the records that were loaded.</summary>
    [Fact]
    public async Task OpenWriter_CancelledWhileTheServiceOfAMixStarts_EndsTheStart()
    {
        TcpListener? first = null;
        Task? answers = null;
        int starts = 0;
        var start = new ServiceStart(["tail", "-f"], (_, port) =>
        {
            // Only the first service answers: that of the load.
            if (Interlocked.Increment(ref starts) == 1)
            {
                first = new TcpListener(IPAddress.Loopback, port);
                first.Start();
                answers = Answer(first);
            }

            return "{}";
        }, _folder, Limits: null, TimeSpan.FromSeconds(20));
        var options = new TargetOptions { WorkFolder = _folder, Endpoint = Path.Combine(_folder, "mix.db") };
        using var target = new ViaServiceTarget(TargetCatalog.Find("sqlite").Open(options), start);
        target.Prepare(new TrialTable(RunningService.Schema, 1, 100, IsKeyed: true) { Lanes = 1, BatchRecords = 10 });
        target.Settle(CancellationToken.None);
        first!.Dispose();

        using var cancelled = new CancellationTokenSource();
        var opening = Task.Run(() => target.OpenWriter(0, cancelled.Token));
        SpinWait.SpinUntil(() => Volatile.Read(ref starts) == 2, TimeSpan.FromMinutes(1)).ShouldBeTrue();
        await cancelled.CancelAsync();

        await Should.ThrowAsync<OperationCanceledException>(opening.WaitAsync(TimeSpan.FromMinutes(1)));
        target.Clean();
        await answers!;
    }

    private static async Task Answer(TcpListener listener)
    {
        try
        {
            while (true)
            {
                using var client = await listener.AcceptTcpClientAsync();
                if (await client.GetStream().ReadAsync(new byte[4096]) > 0)
                {
                    await client.GetStream().WriteAsync("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"u8.ToArray());
                }
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException or IOException)
        {
            // The test is over.
        }
    }
}

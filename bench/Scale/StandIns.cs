using System.Net.Sockets;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Measurement;
using DbIngest.Core.Results;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Workers;

namespace DbIngest.Bench.Scale;

/// <summary>
/// Runs source processes as threads of this process, since so many runtimes would not fit into one machine. Each connection to
/// the Unix socket gets one thread, and no thread knows of the others. <see cref="Simulation"/> opens one object per sweep.
/// </summary>
internal sealed class StandIns : IDisposable
{
    private static readonly Lazy<EnvironmentInfo> Host = new(() =>
        EnvironmentCapture.Capture(Path.GetTempPath(), BuildStamp.Of(typeof(StandIns))));

    private readonly Socket _listener = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);

    /// <summary>Begins to listen at a Unix socket.</summary>
    /// <param name="path">The socket's path.</param>
    public StandIns(string path)
    {
        _listener.Bind(new UnixDomainSocketEndPoint(path));
        _listener.Listen(backlog: 2048);
        new Thread(Accept) { IsBackground = true, Name = "stand-ins" }.Start();
    }

    /// <inheritdoc/>
    public void Dispose() => _listener.Dispose();

    private void Accept()
    {
        try
        {
            while (true)
            {
                var connection = _listener.Accept();
                new Thread(() => Serve(connection), maxStackSize: 256 * 1024) { IsBackground = true, Name = "stand-in" }.Start();
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The simulation is over.
        }
    }

    private static void Serve(Socket connection)
    {
        using var stream = new NetworkStream(connection, ownsSocket: true);
        using var reader = new StreamReader(stream);
        using var writer = new StreamWriter(stream);
        try
        {
            using var process = new SourceProcess(reader, writer, Databases.Find, WorkloadOpener.Open, _ => connection.Close())
            {
                IsElsewhere = true,
                Quiet = static () => { },
                Environs = static () => Host.Value,
            };
            process.Serve();
        }
        catch (Exception exception) when (exception is IOException or ObjectDisposedException)
        {
            // Its parent is gone.
        }
    }
}

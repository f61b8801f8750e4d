using System.Net;
using System.Text;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;

namespace DbIngest.Targets.Couchbase.Cluster;

/// <summary>
/// Follows the management interface's stream of a bucket's map (<c>/pools/default/bs/BUCKET</c>) on its own thread, so that
/// writers learn of a moved vBucket at once instead of by a refused request. <see cref="CouchbaseTarget"/> creates one and
/// disposes it. Optional: without the stream, refused requests still bring new maps.
/// </summary>
internal sealed class ClusterMapStream : IDisposable
{
    private const int LargestMapChars = 16 << 20;
    private static readonly TimeSpan FirstAnswerTimeout = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan ShortestPause = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(30);

    private readonly CouchbaseCluster _cluster;
    private readonly ClusterRest _rest;
    private readonly string _path;
    private readonly CancellationTokenSource _end = new();
    private readonly Thread _thread;
    private readonly ManualResetEventSlim _isTried = new();
    private volatile bool _hasTold;
    private bool _anyMap;

    /// <summary>Starts the thread.</summary>
    /// <param name="cluster">Receives each map.</param>
    /// <param name="rest">The management interface.</param>
    /// <param name="bucket">Name of the bucket.</param>
    public ClusterMapStream(CouchbaseCluster cluster, ClusterRest rest, string bucket)
    {
        (_cluster, _rest, _path) = (cluster, rest, $"/pools/default/bs/{Uri.EscapeDataString(bucket)}");
        _thread = new Thread(Run) { IsBackground = true, Name = "cluster map" };
        _thread.Start();
    }

    /// <summary>Where maps come from, for the description. Waits up to 3 s for the stream's first answer.</summary>
    public string MapOrigin
    {
        get
        {
            _isTried.Wait(FirstAnswerTimeout);
            return _hasTold ? "the management's stream, and nodes that refuse a request"
                : "nodes that refuse a request; the management has no stream of maps";
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _end.Cancel();
        _thread.Join();
        _end.Dispose();
        _isTried.Dispose();
    }

    private void Run()
    {
        var pause = ShortestPause;
        for (int node = 0; !_end.IsCancellationRequested; node++)
        {
            _anyMap = false;
            try
            {
                Follow(node);
            }
            catch (Exception exception) when (
                exception is HttpRequestException or IOException or OperationCanceledException or ObjectDisposedException
                    or TargetException or WireException)
            {
                // The node is gone or has no stream of maps. The next attempt asks another node.
            }

            _isTried.Set();
            pause = _anyMap ? ShortestPause : TimeSpan.FromTicks(Math.Min(2 * pause.Ticks, LongestPause.Ticks));
            _end.Token.WaitHandle.WaitOne(pause);
        }
    }

    private void Follow(int node)
    {
        var (host, answer) = _rest.Follow(node, _path, _end.Token);
        using (answer)
        using (_end.Token.Register(answer.Dispose))
        using (var reader = new StreamReader(answer.Content.ReadAsStream(_end.Token)))
        {
            // An empty line ends each map.
            var map = new StringBuilder();
            while (reader.ReadLine() is { } line)
            {
                if (line.Length > 0)
                {
                    map.Append(line);
                    _ = map.Length > LargestMapChars
                        ? throw new WireProtocolException("A map of the cluster is larger than any can be.") : 0;
                    continue;
                }

                if (map.Length > 0)
                {
                    _cluster.Offer(Encoding.UTF8.GetBytes(map.ToString()), new DnsEndPoint(host, 0));
                    _hasTold = _anyMap = true;
                    _isTried.Set();
                    map.Clear();
                }
            }
        }
    }
}

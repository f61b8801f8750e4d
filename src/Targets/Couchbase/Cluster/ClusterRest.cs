using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase.Cluster;

/// <summary>
/// Calls the cluster's management interface (REST), at the first node that answers. A form whose answer is lost goes to no other
/// node. <see cref="BucketContent"/> creates and empties buckets with it, <see cref="CouchbaseServerInfo"/> reads settings, and
/// <see cref="ClusterMapStream"/> follows maps. <see cref="CouchbaseDefinition"/> finds it when a target opens, and the target
/// disposes it. Never called on the timed path. Thread-safe.
/// </summary>
/// <remarks>
/// Reading, sending and deleting throw <see cref="TargetException"/> if no node answers, or one refuses the request.
/// </remarks>
internal sealed class ClusterRest : IDisposable
{
    private const int MostMessageChars = 300;

    private readonly IReadOnlyList<(string Host, int Port)> _nodes;
    private readonly HttpClient _client;
    private readonly string _scheme;

    private ClusterRest(IReadOnlyList<(string Host, int Port)> nodes, KvConnectionOptions options)
    {
        _nodes = nodes;
        _scheme = options.Tls is null ? "http" : "https";
        var handler = new SocketsHttpHandler
        {
            ConnectTimeout = options.ConnectTimeout,
            UseProxy = false,

            // The stream of maps never ends. Draining it, to reuse the connection, would delay each Dispose by two seconds.
            ResponseDrainTimeout = TimeSpan.Zero,
        };
        if (options.Tls is { } tls)
        {
            handler.SslOptions = tls.ForClient(nodes[0].Host);
        }

        _client = new HttpClient(handler) { Timeout = options.RequestTimeout };
        if (options.Credentials is { } credentials)
        {
            _client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue(
                "Basic", Convert.ToBase64String(Encoding.UTF8.GetBytes($"{credentials.User}:{credentials.RevealPassword()}")));
        }
    }

    /// <summary>Asks the first node that answers for the nodes' management addresses.</summary>
    /// <param name="seeds">The nodes to ask.</param>
    /// <param name="options">How to connect. The bucket may be null.</param>
    /// <param name="reader">Reads the cluster's map.</param>
    /// <exception cref="WireException">No node answers.</exception>
    public static ClusterRest Find(IReadOnlyList<EndPoint> seeds, KvConnectionOptions options, ClusterMapReader reader)
    {
        using var connection = CouchbaseCluster.First(seeds, options);
        var nodes = reader.ReadManagement(connection.ClusterConfig(), CouchbaseCluster.HostOf(connection.Server));
        return nodes.Count > 0 ? new ClusterRest(nodes, options)
            : throw new TargetException("The cluster's map does not say where it takes REST.");
    }

    /// <summary>Reads a resource.</summary>
    /// <param name="path">The resource, for example <c>/pools</c>.</param>
    /// <param name="cancellation">Cancels the request.</param>
    /// <param name="mayBeForbidden">True if the caller can do without what the user may not read.</param>
    /// <returns>The answer. Null if the resource does not exist, is empty, or may be forbidden and is.</returns>
    public JsonElement? Get(string path, CancellationToken cancellation, bool mayBeForbidden = false)
    {
        string? text = Send(HttpMethod.Get, path, content: null, cancellation, mayBeForbidden);
        if (string.IsNullOrWhiteSpace(text))
        {
            return null;
        }

        try
        {
            using var document = JsonDocument.Parse(text);
            return document.RootElement.Clone();
        }
        catch (JsonException exception)
        {
            throw new TargetException($"The cluster's answer to GET {path} is not JSON.", exception);
        }
    }

    /// <summary>Sends a form that changes a resource.</summary>
    /// <param name="path">The resource.</param>
    /// <param name="cancellation">Cancels the request.</param>
    /// <param name="fields">Fields of the form.</param>
    /// <returns>False if the resource does not exist.</returns>
    public bool Post(string path, CancellationToken cancellation, params IEnumerable<(string Name, string Value)> fields) =>
        Send(HttpMethod.Post, path, () => new FormUrlEncodedContent(fields.Select(f => KeyValuePair.Create(f.Name, f.Value))),
            cancellation) is not null;

    /// <summary>Deletes a resource.</summary>
    /// <param name="path">The resource.</param>
    /// <param name="cancellation">Cancels the request.</param>
    /// <returns>False if the resource did not exist, or a first request deleted it whose answer was lost.</returns>
    public bool Delete(string path, CancellationToken cancellation) =>
        Send(HttpMethod.Delete, path, content: null, cancellation) is not null;

    /// <summary>Opens a resource whose answer never ends.</summary>
    /// <param name="node">Any number from 0. The node is this number modulo the number of nodes.</param>
    /// <param name="path">The resource.</param>
    /// <param name="cancellation">Cancels the request until its headers arrive.</param>
    /// <returns>The node's host, and the answer after its headers, which the caller disposes.</returns>
    /// <exception cref="TargetException">The node refuses the request.</exception>
    /// <exception cref="HttpRequestException">The node does not answer.</exception>
    public (string Host, HttpResponseMessage Answer) Follow(int node, string path, CancellationToken cancellation)
    {
        var place = _nodes[node % _nodes.Count];
        using var request = new HttpRequestMessage(HttpMethod.Get, Address(place, path));
        var answer = _client.Send(request, HttpCompletionOption.ResponseHeadersRead, cancellation);
        try
        {
            return answer.IsSuccessStatusCode ? (place.Host, answer)
                : throw new TargetException(
                    string.Create(CultureInfo.InvariantCulture,
                    $"The cluster's management answers GET {path} with {(int)answer.StatusCode}."));
        }
        catch
        {
            answer.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _client.Dispose();

    private Uri Address((string Host, int Port) node, string path) =>
        new(new UriBuilder(_scheme, node.Host, node.Port).Uri, path);

    private string? Send(HttpMethod method, string path, Func<HttpContent>? content, CancellationToken cancellation,
        bool mayBeForbidden = false)
    {
        for (int node = 0; ; node++)
        {
            var address = Address(_nodes[node], path);
            using var request = new HttpRequestMessage(method, address) { Content = content?.Invoke() };
            try
            {
                using var response = _client.Send(request, cancellation);
                using var reader = new StreamReader(response.Content.ReadAsStream(cancellation));
                return Read(response, reader.ReadToEnd(), $"{method} {path}", mayBeForbidden);
            }
            catch (Exception exception) when (cancellation.IsCancellationRequested && exception is not OperationCanceledException)
            {
                // On cancellation, HttpClient closes an answer that is being read, and the reader meets a closed stream.
                throw new OperationCanceledException(exception.Message, exception, cancellation);
            }
            catch (HttpRequestException exception) when (node + 1 < _nodes.Count && MayRepeat(method, exception))
            {
                // Try the next node.
            }
            catch (Exception exception) when (exception is HttpRequestException or IOException)
            {
                throw new TargetException($"The cluster's management at {address.Authority} does not answer: {exception.Message}",
                    exception, isUnreachable: true);
            }
            catch (TaskCanceledException exception) when (!cancellation.IsCancellationRequested)
            {
                throw new TargetException(
                    $"The cluster's management at {address.Authority} did not answer {method} {path} in time.", exception,
                    isUnreachable: true);
            }
        }
    }

    /// <summary>
    /// True if another node may take the request. A node whose answer is lost may have made the change, and the next node would
    /// refuse to create the same thing again. A node that could not be connected to has changed nothing.
    /// </summary>
    private static bool MayRepeat(HttpMethod method, HttpRequestException failure) => method != HttpMethod.Post
        || failure.HttpRequestError is HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError
            or HttpRequestError.SecureConnectionError;

    private static string? Read(HttpResponseMessage response, string text, string what, bool mayBeForbidden) => response switch
    {
        { IsSuccessStatusCode: true } => text,
        { StatusCode: HttpStatusCode.NotFound } => null,
        { StatusCode: HttpStatusCode.Forbidden } when mayBeForbidden => null,
        { StatusCode: HttpStatusCode.Unauthorized } =>
            throw new TargetException($"The cluster's management refuses user and password{AccessRemedy.Password("couchbase")}."),
        { StatusCode: HttpStatusCode.Forbidden } => throw new TargetException(
            $"The user may not {what}: it needs the role of an administrator, or of one of the bucket."),
        _ => throw new TargetException(
            string.Create(CultureInfo.InvariantCulture,
            $"The cluster's management answers {what} with {(int)response.StatusCode}: "
            + $"{text[..Math.Min(text.Length, MostMessageChars)]}")),
    };
}

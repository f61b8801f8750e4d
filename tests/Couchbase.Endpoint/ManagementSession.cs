using System.Globalization;
using System.Net;
using System.Text;
using System.Text.Json;

namespace DbIngest.Couchbase.Endpoint;

/// <summary>A client's connection to the management: one request of HTTP.</summary>
internal sealed class ManagementSession(Stream client, Cluster cluster, Node node)
{
    public void Run()
    {
        using var reader = new StreamReader(client, Encoding.Latin1, leaveOpen: true);
        string[] line = (reader.ReadLine() ?? string.Empty).Split(' ');
        if (line.Length != 3)
        {
            return;
        }

        var headers = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        while (reader.ReadLine() is { Length: > 0 } header)
        {
            string[] parts = header.Split(": ", 2);
            headers[parts[0]] = parts[1];
        }

        char[] body = new char[headers.TryGetValue("Content-Length", out string? length)
            ? int.Parse(length, CultureInfo.InvariantCulture) : 0];
        reader.ReadBlock(body);
        string wanted = $"Basic {Convert.ToBase64String(Encoding.UTF8.GetBytes($"{cluster.Options.User}:{cluster.Options.Password}"))}";
        string[] path = [.. line[1].Split('?')[0].Trim('/').Split('/').Select(Uri.UnescapeDataString)];
        if (path is ["pools", "default", "bs", var followed] && cluster.Options.HasMapStream
            && cluster.Buckets.TryGetValue(followed, out var bucket) && headers.GetValueOrDefault("Authorization") == wanted)
        {
            Follow(bucket);
            return;
        }

        var (status, text) = headers.GetValueOrDefault("Authorization") == wanted
            ? Answer(line[0], path, Form(new string(body)))
            : (HttpStatusCode.Unauthorized, string.Empty);
        cluster.Managed?.Invoke(line[0], line[1]);
        byte[] content = Encoding.UTF8.GetBytes(text);
        client.Write(Encoding.ASCII.GetBytes(
            string.Create(CultureInfo.InvariantCulture,
                $"HTTP/1.1 {(int)status} {status}\r\nContent-Type: application/json\r\nContent-Length: "
                + $"{content.Length}\r\nConnection: close\r\n\r\n")));
        client.Write(content);
    }

    /// <summary>The map, and each that replaces it, as long as the client listens.</summary>
    private void Follow(Bucket bucket)
    {
        client.Write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"u8);
        cluster.Follow(1);
        try
        {
            for (int told = 0; !node.IsGone; Thread.Sleep(10))
            {
                int revision = cluster.Revision;
                if (revision != told)
                {
                    byte[] map = Encoding.UTF8.GetBytes(cluster.Map(bucket, node) + "\n\n\n\n");
                    client.Write(Encoding.ASCII.GetBytes($"{map.Length:x}\r\n"));
                    client.Write(map);
                    client.Write("\r\n"u8);
                    told = revision;
                }
            }
        }
        finally
        {
            cluster.Follow(-1);
        }
    }

    private static Dictionary<string, string> Form(string body) => body.Split('&', StringSplitOptions.RemoveEmptyEntries)
        .Select(f => f.Split('=', 2)).ToDictionary(f => WebUtility.UrlDecode(f[0])!, f => WebUtility.UrlDecode(f[1])!);

    private (HttpStatusCode Status, string Text) Answer(string method, string[] path, Dictionary<string, string> form)
    {
        switch (path)
        {
            case ["pools"]:
                return Good(new { implementationVersion = "7.6.0-0000-endpoint-of-the-tests" });
            case ["pools", "default", "settings", "memcached", "global"] when !cluster.Options.IsAdministrator:
                return (HttpStatusCode.Forbidden, "{\"message\":\"Forbidden. User needs the following permissions\"}");
            case ["pools", "default", "tasks"]:
                bool isRunning = cluster.CompactionAnswers > 0;
                cluster.CompactionAnswers -= isRunning ? 1 : 0;
                return Good(isRunning
                    ? new object[] { new { type = "bucket_compaction", status = "running", bucket = cluster.Options.Bucket } }
                    : []);
            case ["pools", "default", "buckets"] when method == "POST":
                return cluster.Buckets.TryAdd(form["name"],
                    new Bucket(form["name"], cluster.Options.VBuckets, cluster.Nodes.Count,
                    int.Parse(form["replicaNumber"], CultureInfo.InvariantCulture))
                    { Settings = form })
                    ? (HttpStatusCode.Accepted, string.Empty)
                    : (HttpStatusCode.BadRequest, "{\"errors\":{\"name\":\"Bucket with given name already exists\"}}");
            case ["pools", "default", "buckets" or "b", var name, .. var rest] when cluster.Buckets.TryGetValue(name,
                out var bucket):
                return OfBucket(method, bucket, path[2], rest, form);
            default:
                return (HttpStatusCode.NotFound, "Requested resource not found.");
        }
    }

    private (HttpStatusCode Status, string Text) OfBucket(string method, Bucket bucket, string kind, string[] rest,
        Dictionary<string, string> form)
    {
        switch (rest)
        {
            case [] when kind == "b":
                return (HttpStatusCode.OK, cluster.Map(bucket, node));
            case [] when method == "DELETE":
                return cluster.Buckets.TryRemove(bucket.Name, out _) ? (HttpStatusCode.OK, string.Empty)
                    : (HttpStatusCode.NotFound, string.Empty);
            case []:
                return Good(new
                {
                    name = bucket.Name,
                    bucketType = bucket.Settings.GetValueOrDefault("bucketType") == "ephemeral" ? "ephemeral" : "membase",
                    storageBackend = "couchstore",
                    replicaNumber =
                    bucket.Replicas,
                    quota = new { rawRAM = 268435456L },
                    autoCompactionSettings = Compaction(bucket)
                });
            case ["controller", "doFlush"]:
                if (!cluster.Options.CanFlush)
                {
                    return (HttpStatusCode.BadRequest, "{\"_\":\"Flush is disabled for the bucket\"}");
                }

                bucket.Flush();
                return (HttpStatusCode.OK, string.Empty);
            case ["controller", "compactBucket"]:
                bucket.Compact();
                cluster.Compactions++;
                return (HttpStatusCode.OK, string.Empty);
            case ["scopes"] when cluster.Options.HasCollections && method == "GET":
                return Good(new { uid = "1", scopes = bucket.Scopes.Select(s => new { name = s, uid = "0" }) });
            case ["scopes"] when cluster.Options.HasCollections:
                return bucket.Scopes.Add(form["name"]) ? Good(new { uid = "1" })
                    : (HttpStatusCode.BadRequest, "{\"errors\":{\"_\":\"Scope with this name already exists\"}}");
            case ["scopes", var scope, "collections"] when cluster.Options.HasCollections:
                return bucket.AddCollection(scope, form["name"]) ? Good(new { uid = "1" })
                    : (HttpStatusCode.BadRequest, "{\"errors\":{\"_\":\"Collection with this name already exists\"}}");
            case ["scopes", var scope, "collections", var collection] when method == "DELETE":
                return bucket.DropCollection(scope, collection) ? Good(new { uid = "1" })
                    : (HttpStatusCode.NotFound, "{\"errors\":{\"_\":\"Collection not found\"}}");
            default:
                return (HttpStatusCode.NotFound, "Requested resource not found.");
        }
    }

    private static object? Compaction(Bucket bucket) =>
        bucket.Settings.TryGetValue("databaseFragmentationThreshold[percentage]", out string? percentage)
        ? new { databaseFragmentationThreshold = new { percentage = int.Parse(percentage, CultureInfo.InvariantCulture) } }
        : false;

    private static (HttpStatusCode Status, string Text) Good(object content) =>
        (HttpStatusCode.OK, JsonSerializer.Serialize(content));
}
